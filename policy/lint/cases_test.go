package lint_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
)

var update = flag.Bool("update", false, "rewrite the findings in testdata/cases")

// decode decodes a stream of documents.
func decode(t testing.TB, text string) *policy.Bundle {
	t.Helper()
	bundle, err := policy.Decode(strings.NewReader(text))
	require.NoError(t, err)
	return bundle
}

// check checks the policies of a bundle with the objects and clusters in it.
func check(bundle *policy.Bundle) []lint.Finding {
	return lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters})
}

func count(findings []lint.Finding, code lint.Code) int {
	n := 0
	for _, f := range findings {
		if f.Code == code {
			n++
		}
	}
	return n
}

func errorsIn(findings []lint.Finding) int {
	n := 0
	for _, f := range findings {
		if f.Severity == lint.Error {
			n++
		}
	}
	return n
}

// A case is a text archive: a reason, the input, and the findings.
const (
	inputMark    = "-- input.yaml --\n"
	findingsMark = "-- findings --\n"
)

// TestCases runs the cases of every code. The input of a case has a policy and may have an inventory. A case that begins with
// "fires" must have a finding of its code, a case that begins with "quiet" none. Every fix is tried.
func TestCases(t *testing.T) {
	fixed := 0
	for _, info := range lint.Codes() {
		folder := filepath.Join("testdata", "cases", string(info.Code))
		var begins []string
		files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
		require.NoError(t, err)
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			begin, _, _ := strings.Cut(name, "-")
			begins = append(begins, begin)
			t.Run(string(info.Code)+"/"+name, func(t *testing.T) {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				reason, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), inputMark)
				require.True(t, ok && reason != "", "the case has no reason")
				input, want, ok := strings.Cut(rest, findingsMark)
				require.True(t, ok)
				bundle := decode(t, input)
				findings := check(bundle)
				require.Equal(t, begin == "fires", count(findings, info.Code) > 0, "%s\n%v", reason, findings)
				got := print(findings)
				if *update {
					want = got
					require.NoError(t, os.WriteFile(file, []byte(reason+inputMark+input+findingsMark+got), 0o644))
				}
				require.Equal(t, want, got, reason)
				for _, f := range findings {
					requirePlace(t, bundle, f)
					if f.Fix != nil {
						tryFix(t, input, findings, f)
						fixed++
					}
				}
			})
		}
		require.Contains(t, begins, "fires", "%s has no case that fires", info.Code)
		require.Contains(t, begins, "quiet", "%s has no case that does not fire", info.Code)
	}
	require.Greater(t, fixed, 25)
	folders, err := os.ReadDir(filepath.Join("testdata", "cases"))
	require.NoError(t, err)
	require.Len(t, folders, len(lint.Codes()), "each folder is a code")
}

// requirePlace checks that Object is the document of a finding that is not about a policy of the bundle.
func requirePlace(t *testing.T, bundle *policy.Bundle, f lint.Finding) {
	t.Helper()
	of := f.Policy
	if f.Code == lint.MissingPolicy || f.Code == lint.BadSilence && f.Policy == (override.Ref{}) {
		of = f.Object
	} else {
		require.Zero(t, f.Object, "%s", f)
	}
	require.Equal(t, policy.Position{Document: f.Document, Line: f.Line}, bundle.Position(of, f.Path), "%s", f)
	require.NotZero(t, f.Line, "%s", f)
}

// print returns one line for each finding, and one for its fix.
func print(findings []lint.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "document %d, %s\n", f.Document, f)
		if f.Fix != nil {
			fmt.Fprintf(&b, "  fix: %s\n", f.Fix)
		}
	}
	return b.String()
}

// tryFix applies a fix to the policy. The finding must be gone, and there must be no new error.
func tryFix(t *testing.T, input string, before []lint.Finding, f lint.Finding) {
	t.Helper()
	documents := strings.Split(input, "---\n")
	at := f.Document - 1
	text, err := yaml.YAMLToJSON([]byte(documents[at]))
	require.NoError(t, err)
	patch, err := jsonpatch.DecodePatch(f.Fix)
	require.NoError(t, err)
	text, err = patch.Apply(text)
	require.NoError(t, err, "%s", f.Fix)
	documents[at] = string(text) + "\n"
	bundle := decode(t, strings.Join(documents, "---\n"))
	after := check(bundle)
	require.Less(t, count(after, f.Code), count(before, f.Code), "the finding is still there: %s\n%s\n%v", f, text, after)
	require.LessOrEqual(t, errorsIn(after), errorsIn(before), "a new error:\n%s\n%v", text, after)
}

// TestFaultyPolicies has the mistakes that leave an object unchanged without an error. Each must be found with an inventory, and nothing must
// be found in the policy that is right.
func TestFaultyPolicies(t *testing.T) {
	t.Parallel()
	const right = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: web, namespace: shop}
spec:
  resourceSelectors:
  - {apiVersion: apps/v1, kind: Deployment, name: web}
  overrideRules:
  - targetCluster:
      clusterNames: [member1]
    overriders:
      argsOverrider:
      - {containerName: web, operator: add, value: [-v]}
      imageOverrider:
      - {component: Tag, operator: replace, value: "1.21"}
  - targetCluster:
      labelSelector: {matchLabels: {env: prod}}
    overriders:
      labelsOverrider:
      - {operator: add, value: {env: prod}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {containers: [{name: web, image: "nginx:1.20"}]}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: web, namespace: shop}
spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: web, image: "nginx:1.20"}]}}}}}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: member1, labels: {env: prod}}
`
	require.Empty(t, check(decode(t, right)))
	for _, c := range []struct {
		name, old, new string
		code           lint.Code
	}{
		{"apiVersion", "{apiVersion: apps/v1, kind: Deployment", "{apiVersion: extensions/v1beta1, kind: Deployment", lint.UnmatchedSelector},
		{"kind", "kind: Deployment, name", "kind: StatefulSet, name", lint.UnmatchedSelector},
		{"name", "kind: Deployment, name: web", "kind: Deployment, name: api", lint.UnmatchedSelector},
		{"container", "containerName: web", "containerName: app", lint.UnknownContainer},
		{"namespace", "metadata: {name: web, namespace: shop}\nspec:\n  resource", "metadata: {name: web, namespace: store}\nspec:\n  resource", lint.UnmatchedSelector},
		{"cluster name", "clusterNames: [member1]", "clusterNames: [member2]", lint.UnknownCluster},
		{"cluster label", "matchLabels: {env: prod}", "matchLabels: {env: production}", lint.UnreachedRule},
		{"CronJob", "{apiVersion: apps/v1, kind: Deployment, name: web}", "{apiVersion: batch/v1, kind: CronJob, name: web}", lint.NoEffect},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			faulty := strings.Replace(right, c.old, c.new, 1)
			require.NotEqual(t, right, faulty)
			require.Positive(t, count(check(decode(t, faulty)), c.code))
		})
	}
}

// TestJSON encodes a finding for programs, and reads it back.
func TestJSON(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(lint.Finding{Code: lint.Invalid, Severity: lint.Error,
		Policy: override.Ref{Kind: "OverridePolicy", Name: "a"}, Line: 3, Path: "spec", Message: "m", Fix: json.RawMessage(`[]`)})
	require.NoError(t, err)
	require.JSONEq(t, `{"code": "invalid", "severity": "error", "policy": {"kind": "OverridePolicy", "name": "a"}, "line": 3, "path": "spec", "message": "m", "fix": []}`, string(text))
	text, err = json.Marshal(lint.Finding{Code: lint.MissingPolicy, Object: override.Ref{Kind: "ConfigMap", Name: "c"}})
	require.NoError(t, err)
	require.JSONEq(t, `{"code": "missing-policy", "severity": "info", "policy": {"kind": "", "name": ""}, "object": {"kind": "ConfigMap", "name": "c"}, "path": "", "message": ""}`, string(text))
	for _, severity := range []lint.Severity{lint.Info, lint.Warning, lint.Error} {
		want := lint.Finding{Code: lint.Fails, Severity: severity, Message: "m"}
		text, err = json.Marshal(want)
		require.NoError(t, err)
		var got lint.Finding
		require.NoError(t, json.Unmarshal(text, &got))
		require.Equal(t, want, got)
	}
	require.ErrorContains(t, json.Unmarshal([]byte(`{"severity": "fatal"}`), new(lint.Finding)), `severity is "fatal", expected info, warning or error`)
}
