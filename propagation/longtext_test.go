package propagation_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestLongText has strings that no API server stores. A text about a template or a cluster must not repeat them as a whole: there are many of both.
func TestLongText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 100_000)
	configMap := api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"}
	everywhere := func(o api.Overriders) []api.OverrideSource {
		return []api.OverrideSource{&api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: long}, Spec: api.OverrideSpec{OverrideRules: []api.RuleWithCluster{{Overriders: o}}}}}
	}
	for _, c := range []struct {
		name    string
		prepare func(in *propagation.PlanInput, spec *api.PropagationSpec)
		text    string // one of the texts has it
	}{
		{"a policy does not select what it has claimed", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Policies[0].SetLabels(map[string]string{api.PropagationPolicyIDLabel: "id"})
			in.Policies[0].SetGeneration(1)
			in.Templates[0] = claimed(in.Templates[0], "id")
			spec.ResourceSelectors[0].Name = long
		}, "claimed the object and no longer selects it: name a is not n"},
		{"a policy releases what it has claimed", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Policies[0].SetLabels(map[string]string{api.PropagationPolicyIDLabel: "id"})
			in.Policies[0].SetName(long)
			in.Policies[0].SetGeneration(2)
			in.Templates[0] = claimed(in.Templates[0], "id")
			in.Templates[0].SetAnnotations(map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: long})
			spec.ResourceSelectors[0].Name = "b"
		}, "has released it"},
		{"a policy preempts", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Options.FeatureGates = api.FeatureGates{api.GatePropagationPolicyPreemption: true}
			in.Policies[0].SetLabels(map[string]string{api.PropagationPolicyIDLabel: "id"})
			in.Templates[0] = claimed(in.Templates[0], "id")
			high, priority := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: long}}, int32(5)
			high.Spec = *spec.DeepCopy()
			high.Spec.Preemption, high.Spec.Priority, high.Spec.ResourceSelectors[0].Name = api.PreemptAlways, &priority, "a"
			in.Policies = append(in.Policies, high)
		}, "has taken it from"},
		{"two policies are invalid", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			spec.ResourceSelectors[0].LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOperator(long)}}}
			for _, name := range []string{long, long + "n"} {
				in.Policies = append(in.Policies, &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}, Spec: *spec})
			}
		}, "Unsupported value"},
		{"a priority class does not exist", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Options.FeatureGates = api.FeatureGates{api.GatePriorityBasedScheduling: true}
			in.Policies[0].SetName(long)
			spec.SchedulePriority = &api.SchedulePriority{PriorityClassSource: api.KubePriorityClass, PriorityClassName: long}
		}, "expected an existing priority class"},
		{"another scheduler", func(_ *propagation.PlanInput, spec *api.PropagationSpec) { spec.SchedulerName = long }, "it is for the scheduler n"},
		{"a name and a key, and NaN", func(in *propagation.PlanInput, _ *api.PropagationSpec) {
			in.Templates = append(in.Templates, boundsTemplate("v1", "ConfigMap", "shop", long))
			in.Templates[2].Object["data"] = map[string]any{long + "\n": math.NaN()}
		}, "… is NaN"},
		{"a namespace that must not be", func(in *propagation.PlanInput, _ *api.PropagationSpec) {
			in.Templates = append(in.Templates, boundsTemplate("v1", "Namespace", long, long))
		}, "its kind is cluster-scoped"},
		{"no namespace", func(in *propagation.PlanInput, _ *api.PropagationSpec) {
			in.Templates = append(in.Templates, boundsTemplate("v1", "ConfigMap", "", long))
		}, "its kind is namespaced"},
		{"clusters without APIs", func(in *propagation.PlanInput, _ *api.PropagationSpec) {
			in.Options.AssumeAPIs, in.Clusters[0].Name = false, long
		}, "clusters that report no APIs get no new objects: m2, n"},
		{"an override policy fails in a cluster", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Clusters[0].Name, spec.Placement.ClusterAffinity = long, nil
			in.Templates[0].SetName(long)
			in.Overrides = everywhere(api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/x/y", Operator: api.OverriderOpRemove}}})
		}, "has no key"},
		{"two objects have one Work", func(in *propagation.PlanInput, _ *api.PropagationSpec) {
			in.Templates[0].SetName("a" + long) // the first one gets the Work
			in.Overrides = everywhere(api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"z"`)}}}})
		}, "already belongs to"},
		{"a Work is deleted", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Clusters[0].Name, spec.Placement.ClusterAffinity.ClusterNames = long, []string{long}
			storeAll(t, in)
			spec.Placement.ClusterAffinity.ClusterNames[0] = "m2"
		}, "is no longer a target of a"},
		{"a spread constraint does not choose a region", func(in *propagation.PlanInput, spec *api.PropagationSpec) {
			in.Options.Reasons, spec.Placement.ClusterAffinity = true, nil
			in.Clusters[0].Spec.Region, in.Clusters[1].Spec.Region = long, "a"
			spec.Placement.SpreadConstraints = []api.SpreadConstraint{{SpreadByField: api.SpreadByRegion, MinGroups: 1, MaxGroups: 1}}
		}, "do not choose its region n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := boundsInput()
			in.Policies[0].PropagationSpec().ResourceSelectors[0] = configMap
			for i, o := range in.Templates {
				in.Templates[i] = &unstructured.Unstructured{Object: o.Object}
			}
			c.prepare(&in, in.Policies[0].PropagationSpec())
			found := false
			for _, text := range textsOf(plantest.PlanOf(t, in)) {
				require.Less(t, len(text), 5000, "%.300s", text)
				require.NotContains(t, text, "\n")
				found = found || strings.Contains(text, c.text)
			}
			require.True(t, found, "a text with: %s", c.text)
		})
	}
}

// textsOf returns the reasons, the warnings and the lines of the errors of a plan.
func textsOf(p *propagation.Plan) (all []string) {
	for _, row := range p.Rows {
		all = append(append(all, row.Reason), row.Warnings...)
		if row.Err != nil {
			all = append(all, strings.Split(fmt.Sprint(row.Err), "\n")...)
		}
		for _, r := range row.Rejected {
			all = append(all, r.Reasons...)
		}
	}
	for _, orphan := range p.Deleted {
		all = append(all, orphan.Reason)
	}
	return append(all, p.Warnings...)
}
