package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestClaimEdit has a better policy that arrives after the first plan. The template keeps its policy only if its claim was written.
func TestClaimEdit(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	first := plantest.PlanOf(t, in)
	row := rowOf(t, first, "Deployment")
	require.Empty(t, rowOf(t, first, "ConfigMap").ClaimEdit, "no policy claims a dependency")
	in = estate.Stored(in, first, true)
	in.Policies = append(in.Policies, casetest.Decode[api.PropagationPolicy](t, `
metadata: {name: better, namespace: shop}
spec: {priority: 5, resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], placement: {}}
`))
	again := rowOf(t, plantest.PlanOf(t, in), "Deployment")
	require.Equal(t, "PropagationPolicy shop/better", again.Policy.String(), "nothing was written")

	in.Templates = []*unstructured.Unstructured{in.Templates[0].DeepCopy(), in.Templates[1]}
	edit(in.Templates[0], row.ClaimEdit)
	again = rowOf(t, plantest.PlanOf(t, in), "Deployment")
	require.Equal(t, row.Policy, again.Policy, "the claim is sticky")
	require.Empty(t, again.ClaimEdit, "there is nothing left to write")
	require.Equal(t, row.Clusters, again.Clusters)
}

// TestRowWarnings has templates whose plan is a surprise.
func TestRowWarnings(t *testing.T) {
	t.Parallel()
	const absent, deleting = "spec.replicas is absent and counts as 0; an API server sets 1", "its binding is being deleted: its Works are deleted"
	in := plantest.Shop(t)
	require.NotContains(t, rowOf(t, plantest.PlanOf(t, in), "Deployment").Warnings, absent, "it has replicas")
	for _, replicas := range []any{nil, "absent"} {
		in.Templates[0] = in.Templates[0].DeepCopy()
		if spec := in.Templates[0].Object["spec"].(map[string]any); replicas == nil {
			spec["replicas"] = nil
		} else {
			delete(spec, "replicas")
		}
		require.Contains(t, rowOf(t, plantest.PlanOf(t, in), "Deployment").Warnings, absent)
	}
	require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(0), "spec", "replicas"))
	require.NotContains(t, rowOf(t, plantest.PlanOf(t, in), "Deployment").Warnings, absent, "a user wants none")

	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	require.NotContains(t, rowOf(t, plantest.PlanOf(t, in), "Deployment").Warnings, deleting)
	for _, b := range in.Bindings {
		b.SetDeletionTimestamp(estate.Deleted)
	}
	require.Contains(t, rowOf(t, plantest.PlanOf(t, in), "Deployment").Warnings, deleting)
}
