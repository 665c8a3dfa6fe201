package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// randomPeer returns a binding of one of eight objects in one or two groups, on some of four clusters.
func randomPeer(r *rand.Rand) *api.ResourceBinding {
	object, group := fmt.Sprint("o", r.IntN(8)), func() string { return []string{"", "x", "y"}[r.IntN(3)] }
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprint(object, "-", r.IntN(2))}}
	b.Spec.Resource = api.ObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: []string{"shop", "shop", "bank"}[r.IntN(3)], Name: object}
	if r.IntN(6) > 0 {
		b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: group(), AntiAffinityGroup: group()}
	}
	for range r.IntN(5) {
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: fmt.Sprint("m", r.IntN(4))})
	}
	return b
}

// ruledOut returns the reasons of workload affinity against a cluster, from a scan of all bindings in the order of their objects.
func ruledOut(b *api.ResourceBinding, all []*api.ResourceBinding, cluster string) (reasons []string) {
	has := func(b *api.ResourceBinding) bool {
		return slices.ContainsFunc(b.Spec.Clusters, func(c api.TargetCluster) bool { return c.Name == cluster })
	}
	own := b.Spec.WorkloadAffinityGroups
	if own == nil || has(b) {
		return nil
	}
	first := func(reason string, rulesOut func(other *api.ResourceBinding) bool) {
		for _, other := range all {
			if other.Spec.WorkloadAffinityGroups != nil && len(other.Spec.Clusters) > 0 && other.Spec.Resource != b.Spec.Resource &&
				other.Spec.Resource.Namespace == b.Spec.Resource.Namespace && rulesOut(other) {
				reasons = append(reasons, reason+": shop/"+other.Name)
				return
			}
		}
	}
	first("ResourceBinding with the same affinity group does not target this cluster", func(other *api.ResourceBinding) bool {
		return own.AffinityGroup != "" && other.Spec.WorkloadAffinityGroups.AffinityGroup == own.AffinityGroup && !has(other)
	})
	first("cluster already has workload with the same anti-affinity group", func(other *api.ResourceBinding) bool {
		return own.AntiAffinityGroup != "" && other.Spec.WorkloadAffinityGroups.AntiAffinityGroup == own.AntiAffinityGroup && has(other)
	})
	return reasons
}

// TestPeers compares an index that changes with a scan of the bindings that it should have.
func TestPeers(t *testing.T) {
	t.Parallel()
	var clusters []*api.Cluster
	for i := range 4 {
		clusters = append(clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("m", i)}, Status: api.ClusterStatus{
			APIEnablements: []api.APIEnablement{{GroupVersion: "v1", Resources: []api.APIResource{{Kind: "ConfigMap"}}}},
		}})
	}
	found := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(1, seed))
		byName := map[string]*api.ResourceBinding{}
		var list []*api.ResourceBinding
		for range r.IntN(12) {
			b := randomPeer(r)
			byName[b.Name], list = b, append(list, b)
		}
		index := schedule.NewPeers(list...)
		for range 20 {
			b := randomPeer(r)
			if r.IntN(3) == 0 {
				index.Delete(b.Namespace, b.Name)
				delete(byName, b.Name)
			} else {
				index.Put(b)
				byName[b.Name] = b
				require.False(t, index.Put(b), "a second time nothing changes")
			}
			all := make([]*api.ResourceBinding, 0, len(byName))
			for _, b := range byName {
				all = append(all, b)
			}
			slices.SortFunc(all, func(a, b *api.ResourceBinding) int {
				return slices.Compare([]string{a.Spec.Resource.Name, a.Name}, []string{b.Spec.Resource.Name, b.Name})
			})
			one := randomPeer(r)
			one.Spec.Placement = &api.Placement{}
			result, err := schedule.Schedule(schedule.Input{Spec: &one.Spec, Clusters: clusters, Peers: index, FeatureGates: api.FeatureGates{api.GateWorkloadAffinity: true}})
			for _, c := range clusters {
				want := ruledOut(one, all, c.Name)
				found += len(want)
				require.Equal(t, want, rejectedBy(t, result, err, c.Name), "seed %d", seed)
			}
		}
	}
	require.Greater(t, found, 1000, "peers that rule something out")
}

// rejectedBy returns the reasons against a cluster.
func rejectedBy(t *testing.T, result *schedule.Result, err error, cluster string) []string {
	t.Helper()
	var rejected []schedule.Rejection
	var misfit *schedule.FitError
	if err != nil {
		require.ErrorAs(t, err, &misfit)
		rejected = misfit.Rejected
	} else {
		rejected = result.Rejected
	}
	for _, r := range rejected {
		if r.Cluster == cluster {
			return r.Reasons
		}
	}
	return nil
}

// TestPeersNil has indexes and bindings that are not there.
func TestPeersNil(t *testing.T) {
	t.Parallel()
	for _, p := range []*schedule.Peers{{}, schedule.NewPeers(), schedule.NewPeers(nil)} {
		require.False(t, p.Put(nil))
		require.False(t, p.Delete("shop", "web"))
	}
	b := &api.ResourceBinding{}
	b.Spec.Clusters, b.Spec.WorkloadAffinityGroups = []api.TargetCluster{{Name: "m1"}}, &api.WorkloadAffinityGroups{AffinityGroup: "x"}
	var zero schedule.Peers
	require.True(t, zero.Put(b))
	require.True(t, zero.Delete("", ""))
}

// TestPeersConcurrently changes an index while bindings are scheduled. The race detector finds what is not locked.
func TestPeersConcurrently(t *testing.T) {
	t.Parallel()
	var peers schedule.Peers
	member := func(name string, clusters ...string) *api.ResourceBinding {
		b := &api.ResourceBinding{}
		b.Namespace, b.Name = "shop", name
		b.Spec.Resource = api.ObjectReference{Namespace: "shop", Name: name}
		b.Spec.Placement, b.Spec.WorkloadAffinityGroups = &api.Placement{}, &api.WorkloadAffinityGroups{AntiAffinityGroup: "g"}
		for _, c := range clusters {
			b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: c})
		}
		return b
	}
	clusters := []*api.Cluster{{}, {}}
	clusters[0].Name, clusters[1].Name = "a", "b"
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for n := range 200 {
				name := fmt.Sprint("p", n%3)
				peers.Put(member(name, clusters[n%2].Name))
				_, err := schedule.Schedule(schedule.Input{
					Spec: &member(fmt.Sprint("own", i)).Spec, Clusters: clusters, Peers: &peers, FeatureGates: api.FeatureGates{api.GateWorkloadAffinity: true},
				})
				if err != nil && !strings.Contains(err.Error(), "clusters") {
					t.Error(err)
				}
				peers.Delete("shop", name)
			}
		})
	}
	group.Wait()
}
