package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// TestSARIF checks what SARIF 2.1.0 requires (§3.13 to §3.52), and what services that show findings need.
func TestSARIF(t *testing.T) {
	t.Parallel()
	for _, path := range []string{lintShop, lintSecret, lintFolder + "/broken", lintFolder + "/clean.yaml", lintFolder + "/silenced.yaml", "testdata/render/changes.yaml"} {
		status, stdout, _ := overridekit("", "lint", "-o", "sarif", "--show-silenced", path)
		var log map[string]any
		require.NoError(t, json.Unmarshal([]byte(stdout), &log), path)
		require.Equal(t, "2.1.0", log["version"])
		require.Regexp(t, `sarif-schema-2\.1\.0\.json$`, log["$schema"])
		runs := log["runs"].([]any)
		require.Len(t, runs, 1)
		run := runs[0].(map[string]any)
		require.Equal(t, status != 2, run["invocations"].([]any)[0].(map[string]any)["executionSuccessful"], path)
		driver := run["tool"].(map[string]any)["driver"].(map[string]any)
		require.Equal(t, "overridekit", driver["name"])
		rules := driver["rules"].([]any)
		codes := len(lint.Codes())
		if path == lintFolder+"/broken" {
			codes++ // what cannot be read is a result, too
		}
		require.Len(t, rules, codes)
		for _, r := range rules {
			requireRule(t, r.(map[string]any))
		}
		results := run["results"].([]any)
		suppressed := 0
		require.Equal(t, path == lintFolder+"/clean.yaml", len(results) == 0, path)
		for _, r := range results {
			requireResult(t, r.(map[string]any), rules)
			for _, s := range r.(map[string]any)["suppressions"].([]any) { // §3.27.23: all results have the property
				require.Equal(t, "inSource", s.(map[string]any)["kind"]) // §3.35.2
				require.NotEmpty(t, s.(map[string]any)["justification"])
				suppressed++
			}
		}
		require.Equal(t, path == lintFolder+"/silenced.yaml", suppressed > 0, path)
		_, again, _ := overridekit("", "lint", "-o", "sarif", "--show-silenced", path)
		require.Equal(t, stdout, again, "the output is stable")
	}
}

var sarifLevel = regexp.MustCompile(`^(error|warning|note)$`)

func requireRule(t *testing.T, rule map[string]any) {
	t.Helper()
	require.NotEmpty(t, rule["id"])
	for _, text := range []string{"shortDescription", "fullDescription", "help"} {
		require.NotEmpty(t, rule[text].(map[string]any)["text"], rule)
	}
	require.Regexp(t, sarifLevel, rule["defaultConfiguration"].(map[string]any)["level"])
}

// requireResult also opens the file, which must have the line.
func requireResult(t *testing.T, result map[string]any, rules []any) {
	t.Helper()
	require.Equal(t, result["ruleId"], rules[int(result["ruleIndex"].(float64))].(map[string]any)["id"])
	require.Regexp(t, sarifLevel, result["level"])
	require.NotEmpty(t, result["message"].(map[string]any)["text"])
	location := result["locations"].([]any)[0].(map[string]any)
	physical := location["physicalLocation"].(map[string]any)
	artifact := physical["artifactLocation"].(map[string]any)
	require.Equal(t, "%SRCROOT%", artifact["uriBaseId"])
	uri, err := url.Parse(artifact["uri"].(string))
	require.NoError(t, err)
	require.False(t, uri.IsAbs() || filepath.IsAbs(uri.Path), "%s is not relative", uri)
	text, err := os.ReadFile(filepath.FromSlash(uri.Path))
	require.NoError(t, err)
	line := physical["region"].(map[string]any)["startLine"].(float64)
	require.GreaterOrEqual(t, line, 1.0)
	require.LessOrEqual(t, int(line), 1+len(regexp.MustCompile("\n").FindAll(text, -1)))
	logical := location["logicalLocations"].([]any)[0].(map[string]any)
	require.NotEmpty(t, logical["fullyQualifiedName"])
}

// sarifResults returns the rule and the place of each result in a file.
func sarifResults(t *testing.T, name string) (all []string) {
	t.Helper()
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(readFile(t, name)), &log))
	require.Len(t, log.Runs, 1)
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		all = append(all, fmt.Sprintf("%s %s:%d", r.RuleID, at.ArtifactLocation.URI, at.Region.StartLine))
	}
	return all
}
