package schedule

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// estate is n clusters, each in a region of its own and with capacity for one replica, and a workload.
func estate(n int, replicas int32) Input {
	in := Input{Spec: &api.ResourceBindingSpec{
		Resource: api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "web"}, Replicas: replicas,
		Placement: &api.Placement{ReplicaScheduling: &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Aggregated}},
	}}
	for i := range n {
		id := fmt.Sprintf("m%05d", i)
		in.Clusters = append(in.Clusters, &api.Cluster{
			ObjectMeta: metav1.ObjectMeta{Name: id, Labels: map[string]string{"id": id, "env": "prod"}},
			Spec:       api.ClusterSpec{Region: id, Zones: []string{id}},
			Status: api.ClusterStatus{
				APIEnablements:  []api.APIEnablement{{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "deployments", Kind: "Deployment"}}}},
				ResourceSummary: &api.ResourceSummary{Allocatable: quantity.List{"pods": *resource.NewQuantity(1, resource.DecimalSI)}},
			},
		})
	}
	return in
}

// byID selects a cluster by its name, its label, its region or its zone.
func byID(how int, id string) api.ClusterAffinity {
	in := func(key string) api.ClusterAffinity {
		return api.ClusterAffinity{FieldSelector: &api.FieldSelector{MatchExpressions: []api.NodeSelectorRequirement{{Key: key, Operator: "In", Values: []string{id}}}}}
	}
	switch how % 4 {
	case 0:
		return api.ClusterAffinity{ClusterNames: []string{id}}
	case 1:
		return api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod", "id": id}}}
	case 2:
		return in("region")
	}
	return in("zone")
}

// TestManyAffinities counts the bytes that as many affinities as clusters allocate.
func TestManyAffinities(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	addTerm := func(in Input, name string, a api.ClusterAffinity) {
		p := in.Spec.Placement
		p.ClusterAffinities = append(p.ClusterAffinities, api.ClusterAffinityTerm{AffinityName: name, ClusterAffinity: a})
	}
	for _, c := range []struct {
		name, reason string
		fits         bool
		add          func(in Input, i int, id string)
	}{
		{"one cluster each", "none can take all replicas", false, func(in Input, i int, id string) { addTerm(in, id, byID(i, id)) }},
		{"all clusters each", "equal affinities are tried once", false, func(in Input, _ int, id string) { addTerm(in, id, api.ClusterAffinity{}) }},
		{"one name", "the first affinity of that name is tried once", false, func(in Input, i int, id string) {
			addTerm(in, "same", byID(0, id))
			first := &in.Spec.Placement.ClusterAffinities[0]
			first.ClusterNames = append(first.ClusterNames, id)
		}},
		{"no cluster", "no cluster passes the filters", false, func(in Input, i int, id string) {
			in.Clusters[i].Spec.Taints = []api.Taint{{Key: id, Effect: api.TaintNoSchedule}} // each reason differs
			addTerm(in, id, byID(i, id))
		}},
		{"overflow", "each cluster is a tier", true, func(in Input, i int, id string) {
			if i == 0 {
				addTerm(in, "a", byID(i, id))
			}
			first := &in.Spec.Placement.ClusterAffinities[0]
			first.OverflowAffinities = append(first.OverflowAffinities, api.OverflowAffinity{ClusterAffinity: byID(i, id)})
		}},
		{"static weights", "each cluster has its own weight", true, func(in Input, i int, id string) {
			r := in.Spec.Placement.ReplicaScheduling
			if i == 0 {
				r.ReplicaDivisionPreference, r.WeightPreference = api.Weighted, &api.ClusterPreferences{}
			}
			r.WeightPreference.StaticWeightList = append(r.WeightPreference.StaticWeightList, api.StaticClusterWeight{TargetCluster: byID(i, id), Weight: 1})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cost := func(n int) uint64 {
				replicas := int32(n)
				if !c.fits {
					replicas = 2 * int32(n)
				}
				in := estate(n, replicas)
				for i := range n {
					c.add(in, i, in.Clusters[i].Name)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				s := newScheduler(in)
				var err error
				if in.Spec.Placement.ClusterAffinities == nil {
					_, _, err = s.run(&term{}, "", false)
				} else {
					_, err = s.terms(0)
				}
				runtime.ReadMemStats(&after)
				require.Equal(t, c.fits, err == nil, "%s: %v", c.reason, err)
				return after.TotalAlloc - before.TotalAlloc
			}
			small := cost(1000)
			for _, n := range []int{2000, 4000} {
				require.Less(t, cost(n), small*uint64(n)/1000*3/2, "%d clusters; 1000 took %d bytes; %s", n, small, c.reason)
			}
		})
	}
}

// TestTermsOneByOne compares terms with placements that have only one of them.
func TestTermsOneByOne(t *testing.T) {
	t.Parallel()
	worked := 0
	for seed := range uint64(400) {
		g := rand.New(rand.NewPCG(seed, 3))
		in := estate(1+g.IntN(8), int32(g.IntN(6)))
		in.Spec.Placement.SpreadConstraints = []api.SpreadConstraint{{SpreadByField: api.SpreadByCluster, MinGroups: 1, MaxGroups: 1 + g.IntN(4)}}[g.IntN(2):]
		for i, c := range in.Clusters {
			c.Labels["env"] = []string{"prod", "test"}[g.IntN(2)]
			if g.IntN(4) == 0 {
				c.Spec.Taints = []api.Taint{{Key: "k", Effect: api.TaintNoSchedule}}
			}
			if g.IntN(4) == 0 {
				in.Spec.Clusters = append(in.Spec.Clusters, api.TargetCluster{Name: in.Clusters[i].Name, Replicas: int32(g.IntN(3))})
			}
		}
		affinity := func() api.ClusterAffinity {
			switch g.IntN(4) {
			case 0:
				return api.ClusterAffinity{ExcludeClusters: []string{in.Clusters[0].Name}, LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "test"}}}
			case 1:
				return api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Near"}}}}
			}
			return byID(g.IntN(4), in.Clusters[g.IntN(len(in.Clusters))].Name)
		}
		terms := make([]api.ClusterAffinityTerm, 1+g.IntN(6))
		for i := range terms {
			terms[i] = api.ClusterAffinityTerm{AffinityName: fmt.Sprint("t", g.IntN(9)), ClusterAffinity: affinity()}
			for range g.IntN(4) {
				terms[i].OverflowAffinities = append(terms[i].OverflowAffinities, api.OverflowAffinity{ClusterAffinity: affinity()})
			}
		}
		alone := func(terms ...api.ClusterAffinityTerm) (*Result, error) {
			in, p := in, *in.Spec.Placement
			spec := *in.Spec
			p.ClusterAffinities, spec.Placement, in.Spec = terms, &p, &spec
			return Schedule(in)
		}
		var want *Result
		var first error
		for _, term := range terms {
			for _, named := range terms { // the first of a name counts
				if named.AffinityName == term.AffinityName {
					term = named
					break
				}
			}
			result, err := alone(term)
			if err == nil {
				want = result
				break
			}
			if first == nil {
				first = err
			}
		}
		got, err := alone(terms...)
		if want == nil {
			var expected, found *FitError
			require.EqualError(t, err, first.Error(), "seed %d", seed)
			require.Equal(t, errors.As(first, &expected), errors.As(err, &found))
			require.Equal(t, expected, found, "seed %d", seed)
			continue
		}
		worked++
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, want.Clusters, got.Clusters, "seed %d", seed)
		require.Equal(t, want.AffinityName, got.AffinityName, "seed %d", seed)
		require.Equal(t, want.Rejected, got.Rejected, "seed %d", seed)
	}
	require.Greater(t, worked, 100)
}

// TestWarningsTruncate has an error that is longer than a warning shows.
func TestWarningsTruncate(t *testing.T) {
	t.Parallel()
	in := estate(200, 1)
	for _, c := range in.Clusters {
		c.Spec.Taints = []api.Taint{{Key: "é/" + c.Name, Effect: api.TaintNoSchedule}}
		in.Spec.Placement.ClusterAffinities = append(in.Spec.Placement.ClusterAffinities, api.ClusterAffinityTerm{AffinityName: c.Name, ClusterAffinity: byID(0, c.Name)})
	}
	_, err := Schedule(in)
	require.Greater(t, len(err.Error()), 200*len("1 cluster(s) had untolerated taint {m00000:NoSchedule}"), "the error itself is not truncated")
	all := Warnings(nil, err)
	require.Len(t, all, 200)
	for i, warning := range all {
		require.Less(t, utf8.RuneCountInString(warning), maxWarning+100)
		require.True(t, strings.HasPrefix(warning, fmt.Sprintf("affinity m%05d was skipped: 0/200 clusters are available: 1 cluster(s) had untolerated taint {é/m00000:NoSchedule}, 1", i)), warning)
	}
	require.Equal(t, words.Clip(err.Error(), maxWarning), strings.TrimPrefix(all[7], "affinity m00007 was skipped: "), "the short summary is a prefix of the long one")
}
