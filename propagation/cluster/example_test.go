package cluster_test

import (
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// Nodes and pods are added one at a time, for example from a paginated list.
func ExampleSummary() {
	var s cluster.Summary
	node := map[string]any{"metadata": map[string]any{"name": "n1"}, "status": map[string]any{
		"conditions":  []any{map[string]any{"type": "Ready", "status": "True"}},
		"allocatable": map[string]any{"cpu": "8", "memory": "32Gi", "pods": "110"},
	}}
	pod := map[string]any{"metadata": map[string]any{"name": "web"}, "spec": map[string]any{"nodeName": "n1", "containers": []any{
		map[string]any{"name": "web", "resources": map[string]any{"requests": map[string]any{"cpu": "4500m"}}},
	}}}
	fmt.Println(s.AddNode(&unstructured.Unstructured{Object: node}), s.AddPod(&unstructured.Unstructured{Object: pod}))

	resources := s.ResourceSummary()
	capacity, used := resources.Allocatable["cpu"], resources.Allocated["cpu"]
	fmt.Println(s.NodeSummary().ReadyNum, "node:", capacity.String(), "CPUs,", used.String(), "allocated")

	grades, err := s.Modelings(cluster.StandardModels(nil))
	for _, g := range grades {
		if g.Count > 0 {
			fmt.Println("grade", g.Grade, "has", g.Count, "node", err)
		}
	}
	// Output:
	// <nil> <nil>
	// 1 node: 8 CPUs, 4500m allocated
	// grade 2 has 1 node <nil>
}

// A cluster that does not answer stays ready until the threshold has passed.
func ExampleThresholds_Ready() {
	thresholds := cluster.Thresholds{Success: 30 * time.Second, Failure: 30 * time.Second}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	stored, reading := thresholds.Ready(nil, cluster.ReadyCondition(true, true), cluster.Reading{}, now)
	for range 5 {
		now = now.Add(10 * time.Second)
		online, healthy := cluster.Health(503, 0)
		stored, reading = thresholds.Ready(&stored, cluster.ReadyCondition(online, healthy), reading, now)
		fmt.Println(now.Format("05"), stored.Status, stored.Reason)
	}
	// Output:
	// 10 True ClusterReady
	// 20 True ClusterReady
	// 30 True ClusterReady
	// 40 False ClusterNotReachable
	// 50 False ClusterNotReachable
}

// An API that an incomplete list does not have may exist.
func ExampleAPIStateOf() {
	lists := []*metav1.APIResourceList{{GroupVersion: "apps/v1", APIResources: []metav1.APIResource{{Name: "deployments", Kind: "Deployment"}}}}
	for _, failure := range []error{nil, errors.New("metrics.k8s.io/v1beta1: the server is currently unable to handle the request")} {
		report := cluster.Report{Ready: cluster.ReadyCondition(true, true), Collected: &cluster.Collected{APIEnablements: cluster.Enablements(lists), DiscoveryError: failure}}
		member := &api.Cluster{}
		member.Status, _ = report.Status(member, nil, time.Time{})
		fmt.Println(cluster.APIStateOf(member, "apps/v1", "Deployment"), cluster.APIStateOf(member, "apps/v1", "DaemonSet"))
	}
	// Output:
	// APIEnabled APIDisabled
	// APIEnabled APIUnknown
}

// A new cluster gets a namespace for its Works, and a taint until it is ready.
func ExampleSync() {
	member := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "m1"}}
	r := cluster.Sync(cluster.SyncInput{Cluster: member})
	fmt.Println(r.Namespace.GetName(), r.Cluster.Finalizers, r.Cluster.Spec.Taints[0].Key)

	r.Cluster.DeletionTimestamp = &metav1.Time{}
	r = cluster.Sync(cluster.SyncInput{Cluster: r.Cluster, Namespace: r.Namespace})
	fmt.Println(r.DeleteNamespace, r.Wait)
	// Output:
	// karmada-es-m1 [karmada.io/cluster-controller] cluster.karmada.io/not-ready
	// true the namespace karmada-es-m1 must be gone first
}

// The taint of a cluster follows its condition Ready.
func ExampleTaints() {
	member := &api.Cluster{}
	for _, status := range []metav1.ConditionStatus{metav1.ConditionFalse, metav1.ConditionUnknown, metav1.ConditionTrue} {
		member.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: status}}
		member.Spec.Taints, _ = cluster.Taints(member, time.Time{})
		for _, taint := range member.Spec.Taints {
			fmt.Println(status, taint.Key, taint.Effect)
		}
	}
	// Output:
	// False cluster.karmada.io/not-ready NoSchedule
	// Unknown cluster.karmada.io/unreachable NoSchedule
}
