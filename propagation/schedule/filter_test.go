package schedule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestRejected has every reason against a cluster.
func TestRejected(t *testing.T) {
	t.Parallel()
	in := input(t, 3, `
clusterAffinity: {exclude: [m4, m5]}
clusterTolerations: [{key: gpu, operator: Exists}]
spreadConstraints: [{spreadByField: zone}, {spreadByField: provider}, {spreadByField: zone}, {spreadByField: cluster, maxGroups: 1}]
`, "m6:3")
	in.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "m5"}}
	in.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: "g=1", AntiAffinityGroup: "h=1"}
	peer := func(name, together, apart, clusters string) *api.ResourceBinding {
		b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name + "-deployment"}}
		b.Spec.Resource = in.Spec.Resource
		b.Spec.Resource.Name = name
		b.Spec.Clusters = targets(t, clusters)
		b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: together, AntiAffinityGroup: apart}
		return b
	}
	in.FeatureGates = api.FeatureGates{api.GateWorkloadAffinity: true}
	in.Peers = schedule.NewPeers(
		nil, peer("web", "g=1", "h=1", "m1:1"), peer("other", "g=1", "", "m2:1 m3:1 m7:1 m8:1"), peer("apart", "", "h=1", "m3:1"), peer("nowhere", "g=1", "", ""),
	)
	in.Clusters = append(in.Clusters, fromYAML[[]*api.Cluster](t, `
- {metadata: {name: m4}}
- metadata: {name: m5}
  spec: {taints: [{key: a, value: b, effect: NoSchedule}, {key: c, effect: NoExecute}, {key: d, effect: PreferNoSchedule}, {key: gpu, effect: NoExecute}]}
- {metadata: {name: m6}, spec: {provider: p, zones: [z], taints: [{key: a, effect: NoExecute}]}}
- {metadata: {name: m7, deletionTimestamp: "2026-01-01T00:00:00Z"}}
- metadata: {name: m8}
  spec: {provider: p, zones: [z]}
  status: {apiEnablements: [{groupVersion: v1, resources: [{kind: ConfigMap}]}, {groupVersion: apps/v1, resources: [{kind: Deployment}]}]}
`)...)
	got, err := schedule.Schedule(in)
	require.NoError(t, err)
	require.Equal(t, "m6:3", words(got.Clusters), "it has the object, so its taint and its kinds are ignored")
	var lines []string
	for _, r := range got.Rejected {
		lines = append(lines, r.Cluster+": "+strings.Join(r.Reasons, "; "))
	}
	fields := "cluster(s) did not have zones property; cluster(s) did not have provider property"
	require.Equal(t, []string{
		"m1: " + fields + "; ResourceBinding with the same affinity group does not target this cluster: shop/other-deployment",
		"m2: " + fields,
		"m3: " + fields + "; cluster already has workload with the same anti-affinity group: shop/apart-deployment",
		"m4: cluster(s) did not have the API resource; cluster(s) did not match the placement cluster affinity constraint; " + fields +
			"; ResourceBinding with the same affinity group does not target this cluster: shop/other-deployment",
		"m5: cluster(s) did not have the API resource; cluster(s) had untolerated taint {a=b:NoSchedule}; cluster(s) had untolerated taint {c:NoExecute}; " +
			"cluster(s) did not match the placement cluster affinity constraint; " + fields + "; cluster(s) is in the process of eviction; " +
			"ResourceBinding with the same affinity group does not target this cluster: shop/other-deployment",
		"m7: cluster is being deleted",
		"m8: it is not among the 1 that the spread constraint by cluster chooses",
	}, lines)
}
