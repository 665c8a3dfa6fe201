package schedule_test

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// many is n clusters in some regions.
func many(n, regions int) []*karmada.Cluster {
	clusters := make([]*karmada.Cluster, n)
	for i := range clusters {
		clusters[i] = &karmada.Cluster{
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("member%05d", i), Labels: map[string]string{"env": "prod"}},
			Spec: karmada.ClusterSpec{
				Provider: "aws", Region: fmt.Sprintf("r%05d", i%regions), Zones: []string{"a", "b"},
				Taints: []karmada.Taint{{Key: "dedicated", Effect: karmada.TaintNoSchedule}},
			},
			Status: karmada.ClusterStatus{
				APIEnablements: []karmada.APIEnablement{
					{GroupVersion: "v1", Resources: []karmada.APIResource{{Name: "configmaps", Kind: "ConfigMap"}}},
					{GroupVersion: "apps/v1", Resources: []karmada.APIResource{{Name: "statefulsets", Kind: "StatefulSet"}, {Name: "deployments", Kind: "Deployment"}}},
				},
				ResourceSummary: &karmada.ResourceSummary{
					Allocatable: map[string]resource.Quantity{"cpu": resource.MustParse("64"), "memory": resource.MustParse("256Gi"), "pods": resource.MustParse("500")},
					Allocated:   map[string]resource.Quantity{"cpu": *resource.NewMilliQuantity(int64(500*(i%60)), resource.DecimalSI), "pods": *resource.NewQuantity(int64(i%97), resource.DecimalSI)},
				},
			},
		}
	}
	return clusters
}

func deployment(replicas int32, p karmada.Placement) *karmada.ResourceBindingSpec {
	return &karmada.ResourceBindingSpec{
		Resource: karmada.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "web", UID: "1"},
		Replicas: replicas, Placement: &p,
		ReplicaRequirements: &interpreter.ReplicaRequirements{ResourceRequest: map[string]resource.Quantity{
			"cpu": resource.MustParse("250m"), "memory": resource.MustParse("512Mi"),
		}},
	}
}

// dynamic divides by what clusters have room for.
func dynamic() *karmada.ReplicaSchedulingStrategy {
	return &karmada.ReplicaSchedulingStrategy{
		ReplicaSchedulingType: karmada.Divided, ReplicaDivisionPreference: karmada.Weighted,
		WeightPreference: &karmada.ClusterPreferences{DynamicWeight: karmada.DynamicWeightByAvailableReplicas},
	}
}

func BenchmarkSchedule(b *testing.B) {
	tolerates := []karmada.Toleration{{Key: "dedicated", Operator: karmada.TolerationExists}}
	prod := &karmada.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}}
	static := &karmada.ReplicaSchedulingStrategy{ReplicaSchedulingType: karmada.Divided, ReplicaDivisionPreference: karmada.Weighted}
	for _, c := range []struct {
		name    string
		regions int
		p       karmada.Placement
	}{
		{"duplicated", 20, karmada.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates}},
		{"static", 20, karmada.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates, ReplicaScheduling: static}},
		{"dynamic", 20, karmada.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates, ReplicaScheduling: dynamic()}},
		{"rejected", 20, karmada.Placement{}},
		{"regions", 50, karmada.Placement{ClusterTolerations: tolerates, ReplicaScheduling: dynamic(), SpreadConstraints: []karmada.SpreadConstraint{
			{SpreadByField: karmada.SpreadByRegion, MinGroups: 2, MaxGroups: 5}, {SpreadByField: karmada.SpreadByCluster, MinGroups: 30, MaxGroups: 40},
		}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			in := schedule.Input{Spec: deployment(3000, c.p), Clusters: many(500, c.regions)}
			b.ReportAllocs()
			for b.Loop() {
				_, _ = schedule.Schedule(in)
			}
		})
	}
}
