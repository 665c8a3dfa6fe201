package cluster_test

import (
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// BenchmarkSteps has a cluster with 60 group versions of 20 resources each, which stops being ready, and one with 1,000 Works that is being deleted.
func BenchmarkSteps(b *testing.B) {
	lists := make([]*metav1.APIResourceList, 60)
	for i := range lists {
		lists[i] = &metav1.APIResourceList{GroupVersion: fmt.Sprintf("g%d.example.com/v1", (i*37)%60)}
		for k := range 20 {
			lists[i].APIResources = append(lists[i].APIResources, metav1.APIResource{Name: fmt.Sprint("r", (k*7)%20), Kind: fmt.Sprint("Kind", k)})
		}
	}
	unready := cluster.ReadyCondition(false, false)
	c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "m1"}}
	c.Status.APIEnablements = cluster.Enablements(lists)
	c.Status.Conditions = []metav1.Condition{unready}
	gone := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "m1", DeletionTimestamp: &metav1.Time{Time: now}, Finalizers: []string{api.ClusterFinalizer}}}
	gone.Spec.SyncMode = api.Pull
	works := make([]*api.Work, 1000)
	for i := range works {
		works[i] = &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: api.ExecutionNamespace("m1"), Name: fmt.Sprint("w", i), Finalizers: []string{api.ExecutionFinalizer}}}
	}
	report := cluster.Report{Ready: unready, Collected: &cluster.Collected{APIEnablements: c.Status.APIEnablements}}
	thresholds := cluster.Thresholds{Success: 30 * time.Second, Failure: 30 * time.Second}
	for _, f := range []struct {
		name string
		call func()
	}{
		{"Enablements", func() { cluster.Enablements(lists) }},
		{"APIStateOf", func() { cluster.APIStateOf(c, "g59.example.com/v1", "Kind0") }},
		{"Status", func() { _, _ = report.Status(c, nil, now) }},
		{"Ready", func() { thresholds.Ready(&unready, unready, cluster.Reading{}, now) }},
		{"Taints", func() { cluster.Taints(c, now) }},
		{"Sync", func() { cluster.Sync(cluster.SyncInput{Cluster: c, Now: now}) }},
		{"Sync/deleted", func() { cluster.Sync(cluster.SyncInput{Cluster: gone, Works: works, Now: now}) }},
		{"DeepCopy", func() { c.DeepCopy() }},
	} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.call()
			}
		})
	}
}
