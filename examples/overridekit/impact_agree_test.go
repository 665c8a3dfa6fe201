package main

import (
	"encoding/json"
	"fmt"
	"html"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
)

// rendered returns the result, or the error, of each pair of a state, by "object in cluster".
func rendered(t *testing.T, path string) map[string]any {
	t.Helper()
	_, stdout, _ := overridekit("", "render", "-o", "json", path)
	var all []struct {
		Object         override.Ref
		Cluster, Error string
		Result         any
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &all))
	pairs := map[string]any{}
	for _, o := range all {
		pairs[o.Object.String()+" in "+o.Cluster] = o.Result
		if o.Error != "" {
			pairs[o.Object.String()+" in "+o.Cluster] = o.Error
		}
	}
	return pairs
}

// TestImpactAgrees compares the JSON and the page with the results of both states.
func TestImpactAgrees(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{impactBefore, impactAfter}, {impactAfter, impactBefore}, {impactBefore, impactBefore},
		{"testdata/waves/before.yaml", "testdata/waves/after.yaml"}, {"testdata/waves/before.yaml", impactAfter},
	} {
		before, after := rendered(t, c[0]), rendered(t, c[1])
		want := map[string]string{}
		for pair, result := range after {
			was, had := before[pair]
			_, failing := result.(string)
			switch {
			case had && reflect.DeepEqual(was, result):
				want[pair] = "unchanged"
			case failing:
				want[pair] = "failing"
			case had:
				want[pair] = "changed"
			default:
				want[pair] = "added"
			}
		}
		for pair := range before {
			if _, has := after[pair]; !has {
				want[pair] = "removed"
			}
		}
		require.Equal(t, want, cellsOf(impactPage(t, c[0], c[1])), c)

		for pair, kind := range want {
			if kind == "unchanged" {
				delete(want, pair)
			}
		}
		require.Equal(t, want, membersOf(t, c[0], c[1]), c)
	}
}

// cellsOf returns the kinds of the cells of a page.
func cellsOf(page string) map[string]string {
	var columns []string
	for _, found := range regexp.MustCompile(`<th scope="col" title="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		columns = append(columns, html.UnescapeString(found[1]))
	}
	cells := map[string]string{}
	for _, line := range row.FindAllString(page, -1) {
		object := html.UnescapeString(regexp.MustCompile(`<th scope="row" title="([^"]*)"`).FindStringSubmatch(line)[1])
		for i, found := range regexp.MustCompile(`<td>(?:<button id="[^"]*" class="([^"]*)")?`).FindAllStringSubmatch(line, -1) {
			if found[1] != "" {
				cells[object+" in "+columns[i]] = found[1]
			}
		}
	}
	return cells
}

// membersOf returns the kinds of the pairs of the JSON.
func membersOf(t *testing.T, before, after string) map[string]string {
	t.Helper()
	_, stdout, _ := overridekit("", "impact", "-o", "json", before, after)
	var all struct {
		Differences []struct {
			Kind, ErrorAfter string
			Members          []struct {
				Object      override.Ref
				ClusterList int
			}
		}
		ClusterLists [][]string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &all))
	pairs := map[string]string{}
	for _, d := range all.Differences {
		for _, m := range d.Members {
			for _, name := range all.ClusterLists[m.ClusterList] {
				pair := m.Object.String() + " in " + name
				if pairs[pair] = d.Kind; d.ErrorAfter != "" {
					pairs[pair] = "failing"
				}
			}
		}
	}
	return pairs
}

// TestImpactColor checks that diffs have colors on a terminal.
func TestImpactColor(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	run(&cli.Env{Out: &out, Err: &strings.Builder{}, Color: true}, []string{"impact", "--object", "Deployment/web", "--cluster", "paris", impactBefore, impactAfter})
	require.Contains(t, out.String(), "  \x1b[31m-  replicas: 4\x1b[0m\n  \x1b[32m+  replicas: 2\x1b[0m\n")
	_, plain, _ := overridekit("", "impact", impactBefore, impactAfter)
	require.NotContains(t, plain, "\x1b")
}

// TestImpactControl checks that no control character of a document is printed.
func TestImpactControl(t *testing.T) {
	t.Parallel()
	state := func(text string) string {
		return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {text: %q}\n", text)
	}
	for _, format := range []string{"text", "markdown", "html"} {
		_, stdout, _ := overridekit(state("\u202ec"), "impact", "--cluster", "c", "-o", format, "testdata/impact/bare.yaml", "-")
		require.NotContains(t, stdout, "\u202e", format)
		require.Contains(t, stdout, `\u202Ec`, format)
	}
}
