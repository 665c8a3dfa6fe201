package propagation_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// BenchmarkWith changes one object of 10,000 templates in 200 clusters with more than 160,000 Works. DeepCopy is the unit of the other times.
func BenchmarkWith(b *testing.B) {
	if testing.Short() {
		b.Skip("160,000 Works")
	}
	in := plantest.Estate(10_000, 200, 500)
	for i := range 20 {
		o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("ns-", i), Name: "labels"}}
		o.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "app-3"}}}}
		o.Spec.OverrideRules = []api.RuleWithCluster{{TargetCluster: &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"rack": "7"}}}}}
		o.Spec.OverrideRules[0].Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"rack": "7"}}}
		in.Overrides = append(in.Overrides, o)
	}
	plan := plantest.PlanOf(b, in)
	b.Logf("%d Works", len(plan.Works))
	template := func(i int) propagation.Changes {
		t := in.Templates[i].DeepCopy()
		t.Object["spec"].(map[string]any)["replicas"] = int64(77)
		return propagation.Changes{Templates: append(in.Templates[:0:0], t)}
	}
	override := in.Overrides[5].DeepCopyObject().(*api.OverridePolicy)
	override.Spec.OverrideRules[0].Overriders.LabelsOverrider[0].Value["rack"] = "8"
	policy := in.Policies[7].DeepCopyObject().(*api.PropagationPolicy)
	policy.Spec.Placement.ClusterAffinity.LabelSelector.MatchLabels["ring"] = "2"
	relabeled := func(i int, key string) propagation.Changes {
		c := in.Clusters[i].DeepCopy()
		c.Labels[key] = "7"
		return propagation.Changes{Clusters: []*api.Cluster{c}}
	}
	for _, c := range []struct {
		name    string
		changes propagation.Changes
	}{
		{"template", template(1)}, // its policy does not propagate dependencies
		{"template with dependencies", template(0)},
		{"ConfigMap", propagation.Changes{Templates: append(in.Templates[:0:0], in.Templates[10_000].DeepCopy())}},
		{"policy", propagation.Changes{Policies: []api.PropagationSource{policy}}},
		{"override", propagation.Changes{Overrides: []api.OverrideSource{override}}},
		{"cluster", relabeled(4, "rack")},
		{"cluster, a label that nothing reads", relabeled(5, "other")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := plan.With(context.Background(), c.changes)
				require.NoError(b, err)
			}
		})
	}
	b.Run("DeepCopy", func(b *testing.B) {
		text, err := os.ReadFile("../testdata/bench/deployment.json")
		require.NoError(b, err)
		fixture := plantest.ClaimObject(b, string(text))
		for b.Loop() {
			fixture.DeepCopy()
		}
	})
	b.Run("NewPlan", func(b *testing.B) {
		for b.Loop() {
			plantest.PlanOf(b, in)
		}
	})
}
