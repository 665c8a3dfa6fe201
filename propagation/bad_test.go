package propagation_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/plantest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// TestPlanBadInput has input that cannot be planned completely: each fault is an error that names the place, and everything else is planned.
func TestPlanBadInput(t *testing.T) {
	t.Parallel()
	good := func() propagation.PlanInput {
		in := plantest.Estate(1, 2, 1)
		policy := in.Policies[0].(*api.PropagationPolicy)
		policy.Spec.Placement = api.Placement{}
		in.Templates[0].Object["spec"].(map[string]any)["replicas"] = int64(4)
		return in
	}
	spec := func(in *propagation.PlanInput) *api.PropagationSpec { return in.Policies[0].PropagationSpec() }
	divided := func(in *propagation.PlanInput, weights ...api.StaticClusterWeight) {
		spec(in).Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{
			ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted, WeightPreference: &api.ClusterPreferences{StaticWeightList: weights},
		}
	}
	for _, c := range []struct {
		name, reason string
		spoil        func(in *propagation.PlanInput)
		want         string // the clusters of the first template, or why it has none
		err          string // or a part of the error of its row
	}{
		{"valid", "nothing is wrong", func(*propagation.PlanInput) {}, "member0:4 member1:4", ""},
		{"unknown cluster", "an affinity with only unknown clusters fits none", func(in *propagation.PlanInput) {
			spec(in).Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"nowhere"}}
		}, "", "0/2 clusters are available"},
		{"no clusters", "no cluster fits", func(in *propagation.PlanInput) { in.Clusters = nil }, "", "no cluster exists"},
		{"nil clusters", "they are ignored", func(in *propagation.PlanInput) { in.Clusters = append(in.Clusters, nil) }, "member0:4 member1:4", ""},
		{"replicas below zero", "they must not be negative", func(in *propagation.PlanInput) {
			in.Templates[0].Object["spec"].(map[string]any)["replicas"] = int64(-3)
			divided(in)
		}, "", "-3"},
		{"replicas beyond 32 bits", "they would wrap around", func(in *propagation.PlanInput) {
			in.Templates[0].Object["spec"].(map[string]any)["replicas"] = int64(3_000_000_000)
		}, "", "3000000000"},
		{"replicas of another type", "they must be an integer", func(in *propagation.PlanInput) {
			in.Templates[0].Object["spec"].(map[string]any)["replicas"] = "3"
		}, "", "/spec/replicas"},
		{"weights below zero", "they count as 0, and then all weigh the same", func(in *propagation.PlanInput) {
			divided(in, api.StaticClusterWeight{Weight: -1})
		}, "member0:2 member1:2", ""},
		{"a dependency", "it is planned, too", func(in *propagation.PlanInput) { spec(in).PropagateDeps = true }, "member0:4 member1:4", ""},
		{"a template without a kind", "it is not an object", func(in *propagation.PlanInput) {
			in.Templates[0].Object = map[string]any{"metadata": "x"}
		}, "it has no kind", ""},
		{"nil metadata", "it is an object without a name and a namespace", func(in *propagation.PlanInput) {
			in.Templates[0].Object["metadata"] = map[string]any(nil)
		}, "", "Deployment: /metadata/name is missing, expected a name"},
		{"no name", "a binding names its object", func(in *propagation.PlanInput) {
			delete(in.Templates[0].Object["metadata"].(map[string]any), "name")
		}, "", "Deployment ns-0/: /metadata/name is missing, expected a name"},
		{"an empty name", "a name must not be empty", func(in *propagation.PlanInput) {
			in.Templates[0].SetName("")
		}, "", "/metadata/name is missing, expected a name"},
		{"a name that is not a string", "it cannot be read", func(in *propagation.PlanInput) {
			in.Templates[0].Object["metadata"].(map[string]any)["name"] = int64(3)
		}, "", "/metadata/name is the number 3, expected a string"},
		{"a generateName", "the name is not known yet", func(in *propagation.PlanInput) {
			in.Templates[0].SetName("")
			in.Templates[0].SetGenerateName("web-")
		}, "", "/metadata/name is missing, expected a name: an API server makes one from generateName when the object is created"},
		{"no namespace", "its kind has one", func(in *propagation.PlanInput) {
			in.Templates[0].SetNamespace("")
		}, "", "found no namespace, expected one: its kind is namespaced"},
		{"a label that is not a string", "all labels would be lost with the claim", func(in *propagation.PlanInput) {
			in.Templates[0].Object["metadata"].(map[string]any)["labels"] = map[string]any{"app": "x", "n": int64(1)}
		}, "", "/metadata/labels/n is the number 1, expected a string"},
		{"a policy of the wrong scope", "a namespaced kind without a namespace is an error", func(in *propagation.PlanInput) {
			in.Templates[0].SetNamespace("")
		}, "", "found no namespace"},
		{"nil templates", "they are ignored", func(in *propagation.PlanInput) {
			in.Templates = append(in.Templates, nil, &unstructured.Unstructured{})
		}, "member0:4 member1:4", ""},
		{"nil policies", "they are ignored", func(in *propagation.PlanInput) {
			in.Policies = append(in.Policies, nil, (*api.PropagationPolicy)(nil))
		}, "member0:4 member1:4", ""},
		{"a policy that is being deleted", "it does not claim anything", func(in *propagation.PlanInput) {
			now := metav1.Unix(0, 0)
			in.Policies[0].SetDeletionTimestamp(&now)
		}, "no PropagationPolicy of the namespace ns-0 and no ClusterPropagationPolicy selects the object", ""},
		{"missing overrides", "the policy waits for them", func(in *propagation.PlanInput) { spec(in).DependentOverrides = []string{"absent"} }, "", "absent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := good()
			c.spoil(&in)
			plan, err := propagation.NewPlan(context.Background(), in)
			require.NoError(t, err, c.reason)
			kinds := map[string]*propagation.Row{}
			for _, row := range plan.Rows {
				kinds[row.Template.Kind] = row
			}
			row, found := kinds["Deployment"]
			if !found {
				row = kinds[""]
			}
			if c.err != "" {
				require.ErrorContains(t, row.Err, c.err, c.reason)
				require.Empty(t, row.Clusters, c.reason)
				return
			}
			require.NoError(t, row.Err, c.reason)
			var clusters []string
			for _, target := range row.Clusters {
				clusters = append(clusters, fmt.Sprintf("%s:%d", target.Name, target.Replicas))
			}
			if len(clusters) == 0 {
				clusters = []string{row.Reason}
			}
			slices.Sort(clusters)
			require.Equal(t, c.want, strings.Join(clusters, " "), c.reason)
		})
	}
	for name, spoil := range map[string]func(in *propagation.PlanInput){
		"an unknown feature gate":             func(in *propagation.PlanInput) { in.Options.FeatureGates = api.FeatureGates{"Affinity": true} },
		"an invalid expression of namespaces": func(in *propagation.PlanInput) { in.Options.ResourceFilter.SkippedNamespaces = []string{"("} },
	} {
		in := good()
		spoil(&in)
		_, err := propagation.NewPlan(context.Background(), in)
		require.Error(t, err, name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := propagation.NewPlan(ctx, good())
	require.ErrorIs(t, err, context.Canceled)
}
