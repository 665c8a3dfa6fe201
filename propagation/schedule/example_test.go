package schedule_test

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// example returns a binding of a Deployment with five replicas, and three clusters.
func example(placement string) (in schedule.Input) {
	in.Spec = &api.ResourceBindingSpec{
		Resource: api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "web"}, Replicas: 5, Placement: &api.Placement{},
	}
	if err := yaml.Unmarshal([]byte(placement), in.Spec.Placement); err != nil {
		fmt.Println(err)
	}
	if err := yaml.Unmarshal([]byte(threeClusters), &in.Clusters); err != nil {
		fmt.Println(err)
	}
	return in
}

// Replicas are divided by weight among the clusters that the affinity matches. The result has the reasons against the others.
func ExampleSchedule() {
	in := example(`
clusterAffinity: {exclude: [m2]}
replicaScheduling:
  replicaSchedulingType: Divided
  replicaDivisionPreference: Weighted
  weightPreference:
    staticWeightList:
    - {targetCluster: {clusterNames: [m1]}, weight: 1}
    - {targetCluster: {clusterNames: [m3]}, weight: 4}
`)
	result, err := schedule.Schedule(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Clusters {
		fmt.Println(c.Name, c.Replicas)
	}
	for _, r := range result.Rejected {
		fmt.Println(r.Cluster, "not:", strings.Join(r.Reasons, "; "))
	}
	// Output:
	// m1 1
	// m3 4
	// m2 not: cluster(s) did not match the placement cluster affinity constraint
}

// The first affinity that succeeds counts. Here it overflows into a second tier.
func ExampleSchedule_affinities() {
	in := example(`
clusterAffinities:
- {affinityName: nowhere, clusterNames: [m9]}
- affinityName: home
  clusterNames: [m1]
  overflowAffinities:
  - {affinityName: cloud, clusterNames: [m2, m3]}
replicaScheduling:
  replicaSchedulingType: Divided
  replicaDivisionPreference: Aggregated
`)
	in.Spec.Replicas = 25
	result, err := schedule.Schedule(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.AffinityName)
	for _, c := range result.Clusters {
		fmt.Println(c.Name, c.Replicas)
	}
	fmt.Println(result.Warnings[0])
	// Output:
	// home
	// m1 10
	// m3 15
	// affinity nowhere was skipped: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.
}

// A CapacityFunc replaces the estimate.
func ExampleCapacityFunc() {
	in := example(`
replicaScheduling:
  replicaSchedulingType: Divided
  replicaDivisionPreference: Weighted
  weightPreference: {dynamicWeight: AvailableReplicas}
`)
	in.Options.Capacity = func(c *api.Cluster, _ *interpreter.ReplicaRequirements, _ int32) int32 {
		if c.Name == "m1" {
			return 100
		}
		return 0
	}
	result, err := schedule.Schedule(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Clusters[0].Name, result.Clusters[0].Replicas)
	// Output: m1 5
}

// If no cluster fits, the binding loses its clusters, and there is no retry until something changes.
func ExampleStatusAfter() {
	in := example(`clusterAffinity: {clusterNames: [m9]}`)
	in.Spec.Clusters = []api.TargetCluster{{Name: "m1", Replicas: 5}}
	result, err := schedule.Schedule(in)
	after := schedule.StatusAfter(in, result, err)
	fmt.Println(after.Condition.Reason, len(after.Clusters), after.Retry)
	fmt.Println(after.Condition.Message)
	// Output:
	// NoClusterFit 0 false
	// 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.
}

// A binding that has changed since it was scheduled is scheduled again.
func ExampleTriggered() {
	in := example(`clusterAffinity: {clusterNames: [m1]}`)
	binding := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{
		Labels:      map[string]string{"propagationpolicy.karmada.io/permanent-id": "4f0e"},
		Annotations: map[string]string{"policy.karmada.io/applied-placement": `{"clusterAffinity":{"clusterNames":["m2"]}}`},
	}}
	fmt.Println(schedule.Triggered(in, binding))
	// Output: true the placement has changed <nil>
}

// A replica is a pod with the requested resources.
func ExampleEstimate() {
	var cluster api.Cluster
	var requirements interpreter.ReplicaRequirements
	for text, into := range map[string]any{
		`status: {resourceSummary: {allocatable: {cpu: 4, pods: 110}, allocated: {cpu: 1500m, pods: 12}}}`: &cluster,
		`resourceRequest: {cpu: 500m}`: &requirements,
	} {
		if err := yaml.Unmarshal([]byte(text), into); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(schedule.Estimate(&cluster, &requirements), schedule.Estimate(&cluster, nil))
	// Output: 5 98
}

// The division can be called on its own.
func ExampleDivide() {
	shares, err := schedule.Divide(schedule.Request{
		Strategy: schedule.Aggregated, Replicas: 12,
		Candidates: []schedule.Candidate{{Name: "m3", Available: 30}, {Name: "m2", Available: 20}, {Name: "m1", Available: 10}},
		Previous:   []schedule.Share{{Name: "m1", Replicas: 4}},
	})
	fmt.Println(shares, err)
	// Output: [{m1 12}] <nil>
}

// Karmada chooses regions regardless of their capacity; a warning explains the error. With an option the capacity counts.
func ExampleOptions() {
	in := example(`
replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}
spreadConstraints:
- {spreadByField: region, minGroups: 1, maxGroups: 2}
- {spreadByField: cluster, minGroups: 1, maxGroups: 2}
`)
	in.Spec.Replicas = 40
	result, err := schedule.Schedule(in)
	fmt.Println(err)
	fmt.Println(schedule.Warnings(result, err)[0])

	in.Options.GroupsWithCapacity = true
	result, err = schedule.Schedule(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Clusters {
		fmt.Println(c.Name, c.Replicas)
	}
	// Output:
	// failed to assign replicas: failed to scale up: Clusters available replicas 30 are not enough to schedule.
	// clusters are chosen by region regardless of their capacity, and those chosen do not have enough for 40 replicas
	// m2 16
	// m3 24
}

// Two Deployments of one anti-affinity group have no cluster in common. The reason names the binding that has the cluster.
func ExamplePeers() {
	db := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "db-deployment"}}
	db.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "db"}
	db.Spec.Clusters = []api.TargetCluster{{Name: "m2", Replicas: 1}}
	db.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AntiAffinityGroup: "disk=fast"}

	in := example("{}")
	in.Spec.WorkloadAffinityGroups = db.Spec.WorkloadAffinityGroups
	in.Peers, in.FeatureGates = schedule.NewPeers(db), api.FeatureGates{api.GateWorkloadAffinity: true}
	result, err := schedule.Schedule(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Clusters {
		fmt.Println(c.Name, c.Replicas)
	}
	for _, r := range result.Rejected {
		fmt.Println(r.Cluster, "not:", strings.Join(r.Reasons, "; "))
	}
	// Output:
	// m3 5
	// m1 5
	// m2 not: cluster already has workload with the same anti-affinity group: default/db-deployment
}
