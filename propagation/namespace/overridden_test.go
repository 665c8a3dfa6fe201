package namespace_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenderOverridden has three clusters: nothing applies to the first, a policy acts in the second, and another fails in the third. The callback
// modifies the object that it gets.
func TestRenderOverridden(t *testing.T) {
	t.Parallel()
	in := namespace.Input{
		Namespace: casetest.Object(t, "{metadata: {name: shop, labels: {team: a}}}"), Clusters: clusters("m3", "m2", "m1"),
		Overrides: overrides(t,
			"overrideRules: [{targetCluster: {clusterNames: [m2]}, overriders: {labelsOverrider: [{operator: add, value: {tier: gold}}]}}]",
			"overrideRules: [{targetCluster: {clusterNames: [m3]}, overriders: {plaintext: [{path: /none/x, operator: remove}]}}]",
		),
	}
	want, err := render(in)
	require.ErrorContains(t, err, "Namespace shop in cluster m3: ")
	var got []string
	in.Overridden = func(clusters []string, result *override.Result) {
		got = append(got, fmt.Sprintf("%v: %v", clusters, result.Changes()))
		object, err := result.Object()
		require.NoError(t, err)
		object.Object["metadata"].(map[string]any)["name"] = "other"
	}
	works, err := render(in)
	require.ErrorContains(t, err, "Namespace shop in cluster m3: ")
	require.Equal(t, []string{"[m1]: []", `[m2]: [+ /metadata/labels/tier: "gold"]`}, got)
	require.Equal(t, casetest.Frozen(t, want), casetest.Frozen(t, works))
}
