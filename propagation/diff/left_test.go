package diff_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestDiffNamespaces compares plans with a namespace whose Works are stored.
func TestDiffNamespaces(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Templates = []*unstructured.Unstructured{casetest.Object(t, "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}")}
	before := plantest.PlanOf(t, in)
	in.Bindings, in.Works = before.Bindings, before.Works
	skipped := in
	skipped.Templates = []*unstructured.Unstructured{in.Templates[0].DeepCopy()}
	skipped.Templates[0].SetLabels(map[string]string{api.SkipAutoPropagationLabel: "true"})
	fewer := in
	fewer.Clusters = in.Clusters[1:]
	gone := in
	gone.Templates = nil
	for _, c := range []struct {
		name, reason string
		after        propagation.PlanInput
		want         string
	}{
		{"skipped", "its Works stay", skipped, `Namespace shop in member1 left: the namespace shop is skipped by its label namespace.karmada.io/skip-auto-propagation
Namespace shop in member2 left: the namespace shop is skipped by its label namespace.karmada.io/skip-auto-propagation
Namespace shop in member3 left: the namespace shop is skipped by its label namespace.karmada.io/skip-auto-propagation
`},
		{"a cluster is gone", "its Work stays", fewer, `Namespace shop: member1 removed

Namespace shop in member1 left: cluster member1 is no longer a target of shop
`},
		{"no longer given", "its Works stay", gone, `Namespace shop in member1 left: Namespace shop is not a template of the plan
Namespace shop in member2 left: Namespace shop is not a template of the plan
Namespace shop in member3 left: Namespace shop is not a template of the plan
`},
	} {
		require.Equal(t, c.want, diff.Plans(before, plantest.PlanOf(t, c.after)).String(), c.reason)
	}
}

// TestDiffEviction evicts an object gracefully: the Work stays in the cluster that is no longer a target.
func TestDiffEviction(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Policies[0].PropagationSpec().PropagateDeps = false
	before := plantest.PlanOf(t, in)
	b := before.Bindings[0].DeepCopyObject().(api.Binding)
	b.BindingSpec().GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "member2", PurgeMode: api.PurgeGracefully}}
	in.Bindings, in.Works = []api.Binding{b}, before.Works
	in.Policies[0].PropagationSpec().Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"member1", "member3"}}
	require.Contains(t, diff.Plans(before, plantest.PlanOf(t, in)).String(), "Deployment shop/web in member2 left: the eviction from cluster member2 keeps it\n")
}
