package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// TestSuggestionsOfOthers checks a policy with 300 wrong names before another one: the findings that are left out take nothing from the work
// that suggestions may take, so the other policy has its suggestion.
func TestSuggestionsOfOthers(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	policy := func(name, clusters string) {
		fmt.Fprintf(&b, "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: %s, namespace: shop}\nspec:\n", name)
		fmt.Fprintf(&b, "  resourceSelectors: [{apiVersion: v1, kind: Thing}]\n  overrideRules:\n  - targetCluster: {clusterNames: [%s]}\n", clusters)
		b.WriteString("    overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}\n---\n")
	}
	var wrong []string
	for i := range 300 {
		wrong = append(wrong, fmt.Sprint(strings.Repeat("x", 200), i))
	}
	policy("many", strings.Join(wrong, ", "))
	policy("one", "belrin")
	b.WriteString("apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: berlin}\n")
	for i := range 200 {
		fmt.Fprintf(&b, "---\napiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m%d}\n", i)
	}
	findings := check(decode(t, b.String()))
	last := findings[len(findings)-1]
	require.Equal(t, "one", last.Policy.Name)
	require.Equal(t, lint.UnknownCluster, last.Code)
	require.Contains(t, last.Message, `did you mean "berlin"?`)
}

// TestShortNames checks that a name of one or two bytes has no suggestion.
func TestShortNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"b", "bc"} {
		findings := check(decode(t, "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: c, namespace: shop}\n---\n"+
			"apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop}\nspec:\n"+
			"  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: "+name+"}]\n"+
			"  overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]\n"))
		require.Len(t, findings, 1)
		require.Equal(t, lint.UnmatchedSelector, findings[0].Code)
		require.NotContains(t, findings[0].Message, "did you mean")
		require.Nil(t, findings[0].Fix)
	}
}

// TestTwoSlashes checks that no fix writes a key with two slashes.
func TestTwoSlashes(t *testing.T) {
	t.Parallel()
	for path, fixed := range map[string]bool{"/metadata/labels/k8s.io/a": true, "/metadata/labels/k8s.io/a/b": false} {
		findings := check(decode(t, "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop}\nspec:\n"+
			"  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]\n"+
			"  overrideRules: [{overriders: {plaintext: [{path: "+path+", operator: add, value: x}]}}]\n"))
		require.Equal(t, 1, count(findings, lint.UnescapedSlash))
		require.Equal(t, fixed, findings[0].Fix != nil, path)
	}
}
