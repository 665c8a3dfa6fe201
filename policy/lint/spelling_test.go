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
