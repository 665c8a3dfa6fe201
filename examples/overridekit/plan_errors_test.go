package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlanOfFailures checks that each error of an override has its own line, in the reasons, too, and that the list is bounded.
func TestPlanOfFailures(t *testing.T) {
	t.Parallel()
	plan := func(clusters int) (stdout, stderr string) {
		var stream strings.Builder
		for i := range clusters {
			fmt.Fprintf(&stream, "---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: eu%02d}}\n", i)
		}
		stream.WriteString(`---
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: unclaimed}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p},
 spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: settings}]}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: o},
 spec: {overrideRules: [{overriders: {plaintext: [{path: /a/b, operator: add, value: 1}]}}]}}
`)
		status, stdout, stderr := overridekit(stream.String(), "plan", "--why", "-")
		require.Equal(t, 2, status, stderr)
		_, reasons, found := strings.Cut(stdout, "with priority 0\n")
		require.True(t, found, stdout)
		reasons, _, _ = strings.Cut(reasons, "\n\n")
		require.NotContains(t, stdout, "not in", "nothing can be in a cluster without a policy")
		return strings.TrimSuffix(reasons, "\n"), strings.TrimSuffix(stderr, "\n")
	}
	const failed = `OverridePolicy default/o: spec.overrideRules[0].overriders.plaintext[0]: ConfigMap default/settings in cluster eu%02d: ` +
		`add /a/b: the document has no key "a"; add /a with the value {} before`
	two := fmt.Sprintf("  failed: "+failed+"\n  failed: "+failed, 0, 1)
	reasons, stderr := plan(2)
	require.Equal(t, two, reasons)
	require.Equal(t, fmt.Sprintf("error: standard input:14: "+failed+"\nerror: standard input:14: "+failed, 0, 1), stderr)

	reasons, stderr = plan(50)
	require.Equal(t, 20, strings.Count(reasons, "\n"), reasons)
	require.True(t, strings.HasPrefix(reasons, two), reasons)
	require.True(t, strings.HasSuffix(reasons, "\n  failed: 30 more errors"), reasons)
	require.Equal(t, 20, strings.Count(stderr, "\n"), stderr)
	require.True(t, strings.HasSuffix(stderr, "\nerror: ConfigMap default/settings: 30 more errors"), stderr)
}

// TestPlanTwice gives an object twice: one warning names its place, and the last one counts. Objects without a name are not the same object.
func TestPlanTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, metadata, want string }{
		{"a name", "the reader has warned of it", "name: a", "warning: standard input:4: ConfigMap shop/a is defined twice in this file\n"},
		{"no name", "an API server makes two objects", "generateName: g-",
			"error: ConfigMap shop/: /metadata/name is missing, expected a name: an API server makes one from generateName when the object is created (this row is about 2 objects without a name)\n"},
	} {
		object := "---\n{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, " + c.metadata + "}, data: {a: %s}}\n"
		_, stdout, stderr := overridekit(fmt.Sprintf(`---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
`+object+object+`---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {namespace: shop, name: p},
 spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}
`, "first", "last"), "plan", "-o", "yaml", "-")
		require.Equal(t, c.want, stderr, "%s: %s", c.name, c.reason)
		require.NotContains(t, stdout, "first", "%s: %s", c.name, c.reason)
		require.Equal(t, c.name == "a name", strings.Contains(stdout, "last"), "%s: %s", c.name, c.reason)
	}
}
