package schedule_test

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// many returns n clusters in some regions.
func many(n, regions int) []*api.Cluster {
	clusters := make([]*api.Cluster, n)
	for i := range clusters {
		clusters[i] = &api.Cluster{
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("member%05d", i), Labels: map[string]string{"env": "prod"}},
			Spec: api.ClusterSpec{
				Provider: "aws", Region: fmt.Sprintf("r%05d", i%regions), Zones: []string{"a", "b"},
				Taints: []api.Taint{{Key: "dedicated", Effect: api.TaintNoSchedule}},
			},
			Status: api.ClusterStatus{
				APIEnablements: []api.APIEnablement{
					{GroupVersion: "v1", Resources: []api.APIResource{{Name: "configmaps", Kind: "ConfigMap"}}},
					{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "statefulsets", Kind: "StatefulSet"}, {Name: "deployments", Kind: "Deployment"}}},
				},
				ResourceSummary: &api.ResourceSummary{
					Allocatable: map[string]resource.Quantity{"cpu": resource.MustParse("64"), "memory": resource.MustParse("256Gi"), "pods": resource.MustParse("500")},
					Allocated:   map[string]resource.Quantity{"cpu": *resource.NewMilliQuantity(int64(500*(i%60)), resource.DecimalSI), "pods": *resource.NewQuantity(int64(i%97), resource.DecimalSI)},
				},
			},
		}
	}
	return clusters
}

func deployment(replicas int32, p api.Placement) *api.ResourceBindingSpec {
	return &api.ResourceBindingSpec{
		Resource: api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "web", UID: "1"},
		Replicas: replicas, Placement: &p,
		ReplicaRequirements: &interpreter.ReplicaRequirements{ResourceRequest: map[string]resource.Quantity{
			"cpu": resource.MustParse("250m"), "memory": resource.MustParse("512Mi"),
		}},
	}
}

// dynamic divides by capacity.
func dynamic() *api.ReplicaSchedulingStrategy {
	return &api.ReplicaSchedulingStrategy{
		ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted,
		WeightPreference: &api.ClusterPreferences{DynamicWeight: api.DynamicWeightByAvailableReplicas},
	}
}

func BenchmarkSchedule(b *testing.B) {
	tolerates := []api.Toleration{{Key: "dedicated", Operator: api.TolerationExists}}
	prod := &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}}
	static := &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
	for _, c := range []struct {
		name    string
		regions int
		p       api.Placement
	}{
		{"duplicated", 20, api.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates}},
		{"static", 20, api.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates, ReplicaScheduling: static}},
		{"dynamic", 20, api.Placement{ClusterAffinity: prod, ClusterTolerations: tolerates, ReplicaScheduling: dynamic()}},
		{"rejected", 20, api.Placement{}},
		{"regions", 50, api.Placement{ClusterTolerations: tolerates, ReplicaScheduling: dynamic(), SpreadConstraints: []api.SpreadConstraint{
			{SpreadByField: api.SpreadByRegion, MinGroups: 2, MaxGroups: 5}, {SpreadByField: api.SpreadByCluster, MinGroups: 30, MaxGroups: 40},
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
