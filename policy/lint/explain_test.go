package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// failingPerCluster returns a policy with n rules that each fail in one cluster, the clusters, and one object.
func failingPerCluster(n int) string {
	var b strings.Builder
	b.WriteString("apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop}\nspec:\n")
	b.WriteString("  resourceSelectors: [{apiVersion: v1, kind: Thing}]\n  overrideRules:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {targetCluster: {clusterNames: [m%d]}, overriders: {plaintext: [{path: /spec/a/b, operator: add, value: 1}]}}\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "---\napiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m%d}\n", i)
	}
	return b.String() + "---\napiVersion: v1\nkind: Thing\nmetadata: {name: t, namespace: shop}\nspec: {}\n"
}

// TestFailingPerCluster checks that the work is in proportion to the rules when each cluster has another failure. It counts allocations.
func TestFailingPerCluster(t *testing.T) {
	work := func(n int) float64 {
		bundle := decode(t, failingPerCluster(n))
		require.Equal(t, 20, count(check(bundle), lint.MissingParent))
		return testing.AllocsPerRun(1, func() { check(bundle) })
	}
	require.Less(t, work(800), 3*work(400), "twice the rules and clusters take about twice the allocations")
}
