package propagation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// rescaledInput has a Deployment with two replicas for each of n clusters, and an override policy with one change for each cluster.
func rescaledInput(t *testing.T, n int, change func(cluster int) string) propagation.PlanInput {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: %d, template: {spec: {containers: [{name: web, image: web}]}}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: all, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement: {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}
`, 2*n)
	for i := range n {
		fmt.Fprintf(&text, "---\napiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m%02d}\n", i)
	}
	fmt.Fprint(&text, "---\napiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: shop}\nspec:\n  overrideRules:\n")
	for i := range n {
		fmt.Fprintf(&text, "  - {targetCluster: {clusterNames: [m%02d]}, overriders: {plaintext: [%s]}}\n", i, change(i))
	}
	return inputOf(t, []byte(text.String()))
}

// replaceReplicas returns a change of spec.replicas.
func replaceReplicas(value any) func(int) string {
	return func(int) string { return fmt.Sprintf("{path: /spec/replicas, operator: replace, value: %v}", value) }
}

// TestRescaled has what override policies write in the place of the replicas.
func TestRescaled(t *testing.T) {
	t.Parallel()
	const all = ", where the scheduler has assigned 2"
	for _, c := range []struct {
		reason   string
		clusters int
		change   func(int) string
		options  func(in *propagation.PlanInput)
		want     []string
	}{
		{"another number", 1, replaceReplicas(9), nil, []string{"OverridePolicy shop/p sets /spec/replicas to 9 in cluster m00" + all}},
		{"the assigned number", 1, replaceReplicas(2), nil, nil},
		{"the assigned number as a float", 1, replaceReplicas("2.0"), nil, nil},
		{"a string, as the member cluster would refuse it", 1, replaceReplicas(`"2"`), nil, []string{`OverridePolicy shop/p sets /spec/replicas to the string "2" in cluster m00` + all}},
		{"null is not a removal", 1, replaceReplicas("null"), nil, []string{"OverridePolicy shop/p sets /spec/replicas to null in cluster m00" + all}},
		{"ten names, sorted, and the number of the others", 12, replaceReplicas(9), nil, []string{
			"OverridePolicy shop/p sets /spec/replicas to 9 in clusters m00, m01, m02, m03, m04, m05, m06, m07, m08, m09, and 2 more" + all}},
		{"more outcomes than are searched for", 6, func(i int) string { return replaceReplicas(i)(i) }, nil, []string{
			"OverridePolicy shop/p sets /spec/replicas to 0 in cluster m00" + all, "OverridePolicy shop/p sets /spec/replicas to 1 in cluster m01" + all,
			"OverridePolicy shop/p sets /spec/replicas to 3 in cluster m03" + all, "OverridePolicy shop/p sets /spec/replicas to 4 in cluster m04" + all,
			"OverridePolicy shop/p sets /spec/replicas to 5 in cluster m05" + all}},
		{"another place", 2, func(int) string { return "{path: /spec/paused, operator: add, value: true}" }, nil, nil},
		{"duplicated replicas: other numbers for some clusters are common", 1, replaceReplicas(9), func(in *propagation.PlanInput) {
			in.Policies[0].PropagationSpec().Placement.ReplicaScheduling.ReplicaSchedulingType = api.Duplicated
		}, nil},
		{"streamed Works", 1, replaceReplicas(9), func(in *propagation.PlanInput) { in.Options.StreamWorks = true },
			[]string{"OverridePolicy shop/p sets /spec/replicas to 9 in cluster m00" + all}},
		{"no overriding", 1, replaceReplicas(9), func(in *propagation.PlanInput) { in.Options.WithoutManifests = true }, nil},
		{"a hidden place", 1, replaceReplicas(9), func(in *propagation.PlanInput) {
			in.Options.Hide = func(selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"spec"}} }
		}, nil},
		{"an interpreter of the same place", 1, replaceReplicas(9), func(in *propagation.PlanInput) { in.Registry = declaredReplicas(t, "/spec/replicas") },
			[]string{"OverridePolicy shop/p sets /spec/replicas to 9 in cluster m00" + all}},
		{"an interpreter of another place", 1, replaceReplicas(9), func(in *propagation.PlanInput) {
			in.Registry = declaredReplicas(t, "/spec/size")
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(7), "spec", "size"))
		}, nil},
	} {
		in := rescaledInput(t, c.clusters, c.change)
		if c.options != nil {
			c.options(&in)
		}
		plan := plantest.PlanOf(t, in)
		require.Equal(t, c.want, plan.Rows[0].Warnings, c.reason)
		require.NoError(t, plan.Rows[0].Err, c.reason)
	}
}

// declaredReplicas returns a registry with an interpreter of Deployments whose replicas are at a place.
func declaredReplicas(t *testing.T, pointer string) *interpreter.Registry {
	t.Helper()
	all, err := declared.Interpreters(declared.Declaration{APIVersion: "apps/v1", Kind: "Deployment", Replicas: declared.Replicas{Pointer: pointer}})
	require.NoError(t, err)
	return interpreter.NewRegistry(append(all, native.Interpreters(time.Now)...)...)
}
