package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// doubled returns boundsInput with an override policy. Everything is stored and given twice. The first ones differ.
func doubled(t *testing.T) propagation.PlanInput {
	in := boundsInput()
	in.Overrides = []api.OverrideSource{labeling("last", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"})}
	in.Templates = in.Templates[:1]
	in.Clusters = in.Clusters[:1]
	storeAll(t, &in)
	policy := in.Policies[0].DeepCopyObject().(*api.PropagationPolicy)
	policy.Spec.Placement.ClusterAffinity.ClusterNames = []string{"none"}
	cluster := in.Clusters[0].DeepCopy()
	cluster.Spec.Taints = append(cluster.Spec.Taints, api.Taint{Key: "full", Effect: "NoSchedule"})
	binding := in.Bindings[0].DeepCopyObject().(api.Binding)
	binding.BindingSpec().Clusters = []api.TargetCluster{{Name: "none"}}
	work := in.Works[0].DeepCopy()
	work.Spec.Workload.Manifests = nil
	in.Templates = append([]*unstructured.Unstructured{labeled(in.Templates[0], "app", "first")}, in.Templates...)
	in.Policies = append([]api.PropagationSource{policy}, in.Policies...)
	in.Overrides = append([]api.OverrideSource{labeling("first", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"})}, in.Overrides...)
	in.Clusters = append([]*api.Cluster{cluster}, in.Clusters...)
	in.Bindings = append([]api.Binding{binding}, in.Bindings...)
	in.Works = append([]*api.Work{work}, in.Works...)
	return in
}

// TestPlanDuplicates gives each object twice: the last one counts, and the plan warns of it.
func TestPlanDuplicates(t *testing.T) {
	t.Parallel()
	in := doubled(t)
	got := plantest.PlanOf(t, in)
	require.Equal(t, []string{
		"Cluster m1 is given twice, the last one counts",
		"OverridePolicy shop/o is given twice, the last one counts",
		"PropagationPolicy shop/p is given twice, the last one counts",
		"stored ResourceBinding shop/a-configmap is given twice, the last one counts",
		"stored " + in.Works[0].Ref().String() + " is given twice, the last one counts",
		"template ConfigMap shop/a is given twice, the last one counts",
	}, got.Warnings)
	once := in
	once.Templates, once.Policies, once.Overrides = in.Templates[1:], in.Policies[1:], in.Overrides[1:]
	once.Clusters, once.Bindings, once.Works = in.Clusters[1:], in.Bindings[1:], in.Works[1:]
	want := plantest.PlanOf(t, once)
	require.Len(t, want.Works, 1)
	require.Equal(t, "last", want.Works[0].Spec.Workload.Manifests[0]["metadata"].(map[string]any)["labels"].(map[string]any)["over"])
	want.Warnings = got.Warnings
	require.Equal(t, whole(t, want), whole(t, got))
}

// TestPlanDuplicateWords has the same object often, and one without a kind.
func TestPlanDuplicateWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		object       map[string]any
		times        int
		want         string
	}{
		{"often", "one warning has the number", boundsTemplate("v1", "ConfigMap", "shop", "a").Object, 4, "template ConfigMap shop/a is given 4 times, the last one counts"},
		{"no kind", "the rest is its name", map[string]any{"metadata": map[string]any{"name": "a"}}, 2, "template a is given twice, the last one counts"},
	} {
		in := boundsInput()
		in.Templates = nil
		for range c.times {
			in.Templates = append(in.Templates, &unstructured.Unstructured{Object: c.object})
		}
		require.Equal(t, []string{c.want}, plantest.PlanOf(t, in).Warnings, "%s: %s", c.name, c.reason)
	}
}

// TestPlanUnnamed has objects that get different names when they are created. They have one row, whose error says so.
func TestPlanUnnamed(t *testing.T) {
	t.Parallel()
	unnamed := func(prefix string) *unstructured.Unstructured {
		object := boundsTemplate("v1", "ConfigMap", "shop", "")
		object.SetGenerateName(prefix)
		return object
	}
	const missing = "ConfigMap shop/: /metadata/name is missing, expected a name: an API server makes one from generateName when the object is created"
	in := boundsInput()
	in.Templates = []*unstructured.Unstructured{unnamed("g-")}
	one := plantest.PlanOf(t, in)
	in.Templates = append(in.Templates, unnamed("h-"), unnamed("g-"))
	many := plantest.PlanOf(t, in)
	in.Templates = []*unstructured.Unstructured{{}, {}}
	nothing := plantest.PlanOf(t, in)
	for _, c := range []struct {
		name, reason string
		plan         *propagation.Plan
		want         string
	}{
		{"one", "it is alone in its row", one, missing},
		{"many", "they are not one object that is given again", many, missing + " (this row is about 3 objects without a name)"},
		{"no kind", "one of them has no error", nothing, "found 2 objects without a kind and a name, expected both"},
	} {
		require.Empty(t, c.plan.Warnings, "%s: %s", c.name, c.reason)
		require.Len(t, c.plan.Rows, 1, "%s: %s", c.name, c.reason)
		require.EqualError(t, c.plan.Rows[0].Err, c.want, "%s: %s", c.name, c.reason)
	}
}

// TestPlanUnnamedPolicies has policies without a name. A plan uses the last one: the warning does not call them one object.
func TestPlanUnnamedPolicies(t *testing.T) {
	t.Parallel()
	in := boundsInput()
	policy := in.Policies[0].DeepCopyObject().(*api.PropagationPolicy)
	policy.Name, policy.GenerateName = "", "p-"
	in.Policies = []api.PropagationSource{policy, policy.DeepCopyObject().(api.PropagationSource)}
	require.Equal(t, []string{"PropagationPolicy shop/: found 2 objects without a name, the last one counts"}, plantest.PlanOf(t, in).Warnings)
}
