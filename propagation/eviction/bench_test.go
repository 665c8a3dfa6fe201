package eviction_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// failing returns a tainted cluster and a binding of three clusters, for which both kinds of failover act.
func failing(i int) (*api.Cluster, *api.ResourceBinding) {
	at := metav1.NewTime(noon.Add(-time.Minute))
	c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "m1"}, Spec: api.ClusterSpec{Taints: []api.Taint{{Key: "broken", Effect: api.TaintNoExecute, TimeAdded: &at}}}}
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprint("web-", i)}}
	b.Annotations = map[string]string{api.AppliedPlacementAnnotation: fmt.Sprintf(`{"clusterAffinity":{"clusterNames":["m1","m2","m3"]},`+
		`"clusterTolerations":[{"key":"broken","operator":"Exists","effect":"NoExecute","tolerationSeconds":%d}],`+
		`"replicaScheduling":{"replicaSchedulingType":"Divided","replicaDivisionPreference":"Weighted"}}`, i%30)}
	b.Spec.Clusters = []api.TargetCluster{{Name: "m1", Replicas: 2}, {Name: "m2", Replicas: 2}, {Name: "m3", Replicas: 2}}
	seconds := int32(30)
	b.Spec.PropagateDeps = true
	b.Spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{
		DecisionConditions: api.DecisionConditions{TolerationSeconds: &seconds}, PurgeMode: api.PurgeDirectly,
		StatePreservation: &api.StatePreservation{Rules: []api.StatePreservationRule{{AliasLabelName: "a", JSONPath: "{.availableReplicas}"}}},
	}}
	for _, name := range []string{"m1", "m2", "m3"} {
		b.Status.AggregatedStatus = append(b.Status.AggregatedStatus, api.AggregatedStatusItem{
			ClusterName: name, Health: interpreter.Unhealthy, Status: &api.JSON{Raw: []byte(`{"availableReplicas":1,"observedGeneration":2000000,"replicas":2}`)},
		})
	}
	return c, b
}

// BenchmarkBinding decides for one binding. DeepCopy is a copy of a Deployment, for comparison.
func BenchmarkBinding(b *testing.B) {
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	deployment := casetest.Object(b, string(text))
	cluster, binding := failing(1)
	since := map[string]time.Time{"m1": noon.Add(-time.Minute), "m2": noon}
	for _, bench := range []struct {
		name string
		run  func() bool
	}{
		{"DeepCopy", func() bool { return deployment.DeepCopy() != nil }},
		{"TaintEvictions", func() bool {
			r, _ := eviction.TaintEvictions(eviction.TaintInput{Binding: binding, Options: eviction.TaintOptions{NoExecute: true}, Now: noon}, []*api.Cluster{cluster})
			return r.Evicted
		}},
		{"ApplicationFailover", func() bool {
			r, err := eviction.ApplicationFailover(eviction.FailoverInput{
				Binding: binding, Since: since, HasHook: true, Now: noon, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: true},
			})
			return err == nil && r.Evicted
		}},
		{"Assess", func() bool {
			created := metav1.NewTime(noon)
			return len(eviction.Assess(eviction.Input{
				Tasks:   []api.GracefulEvictionTask{{FromCluster: "m4", CreationTimestamp: &created}},
				Targets: binding.Spec.Clusters, Health: binding.Status.AggregatedStatus, Scheduled: true, Now: noon,
			}).Tasks) == 1
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !bench.run() {
					b.Fatal("nothing was decided")
				}
			}
		})
	}
}

// BenchmarkToleranceCache decides for 10,000 bindings in one tainted cluster, with 30 placements and with one placement each.
func BenchmarkToleranceCache(b *testing.B) {
	for _, distinct := range []bool{false, true} {
		b.Run(fmt.Sprintf("distinct=%t", distinct), func(b *testing.B) {
			cluster, _ := failing(0)
			bindings := make([]api.Binding, 10_000)
			for i := range bindings {
				_, binding := failing(i)
				if distinct {
					binding.Annotations[api.AppliedPlacementAnnotation] = fmt.Sprintf(`{"clusterAffinity":{"clusterNames":["m1","n%d"]},"clusterTolerations":[{"key":"broken","tolerationSeconds":5}]}`, i)
				}
				bindings[i] = binding
			}
			for b.Loop() {
				cache := &eviction.ToleranceCache{Now: noon}
				for _, binding := range bindings {
					if t, err := cache.Of(binding, cluster); err != nil || !t.Evict {
						b.Fatal("an object stays")
					}
				}
			}
		})
	}
}
