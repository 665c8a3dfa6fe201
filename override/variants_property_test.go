package override_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// outcomeFor is the outcome for one cluster.
type outcomeFor struct {
	cluster string
	outcome overridetest.Outcome
	err     error
	read    bool // a step read the cluster
}

// TestVariantsEqualApply compares Variants, Each and Inventory with Apply, for random objects, policies and fleets.
func TestVariantsEqualApply(t *testing.T) {
	t.Parallel()
	var clusters, variants, failures, readers, late int
	for seed := range uint64(120) {
		sc := newScene(t, random(seed, 8000))
		want, grouped := requireLikeApply(t, sc)
		for obj, all := range sc.set.Inventory(slices.Values([]*unstructured.Unstructured{sc.object, nil}), sc.fleet) {
			requireSameVariants(t, sc.set.Select(obj).Variants(sc.fleet), all)
		}
		clusters, variants = clusters+len(want), variants+grouped
		for _, w := range want {
			switch {
			case w.err != nil:
				failures++
			case w.read:
				readers++
			case slices.ContainsFunc(w.outcome.Applied, func(a override.Applied) bool { return strings.HasPrefix(a.Policy.Name, "z") }):
				late++
			}
		}
	}
	t.Logf("%d clusters have %d variants: %d failures, %d with a step that read the cluster, %d with a policy that had to be selected", clusters, variants, failures, readers, late)
	require.Greater(t, clusters, 2*variants, "too few clusters share an outcome")
	require.Greater(t, failures, 200, "too few failures")
	require.Greater(t, readers, 20, "too few steps read the cluster")
	require.Greater(t, late, 100, "too few namespaced policies select by a written label")
}

// FuzzVariants does the same with an object, policies and a fleet made from the bytes of the input.
func FuzzVariants(f *testing.F) {
	for seed := range uint64(16) {
		f.Add(random(seed, 100+40*int(seed)).data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2048 {
			return
		}
		s := &source{data: data}
		sc := newScene(t, s)
		defer func() {
			if t.Failed() {
				t.Logf("object: %s\npolicies:\n%s", overridetest.AsJSON(t, sc.object.Object), strings.Join(s.notes, "\n"))
			}
		}()
		requireLikeApply(t, sc)
	})
}

// scene is an object, policies and a fleet.
type scene struct {
	object   *unstructured.Unstructured
	policies []overridetest.Policy
	set      *override.Set
	fleet    []selector.Cluster
	read     *atomic.Bool // a step has read the cluster
}

func newScene(t testing.TB, s *source) scene {
	t.Helper()
	sc := scene{object: s.newObject(), read: &atomic.Bool{}}
	sc.policies, sc.fleet = s.estate(sc.read), s.fleet()
	sc.set = override.NewSet(loosely(t, sc.policies)...)
	return sc
}

// requireLikeApply checks that Variants, Each and further calls of Apply agree with the first call of Apply for a Selection. It returns the outcomes and the number of variants.
func requireLikeApply(t testing.TB, sc scene) (want []outcomeFor, variants int) {
	t.Helper()
	before, facts := overridetest.CopyOf(sc.object.Object), copyOfFleet(sc.fleet)
	want = applyEach(t, sc)
	variants = requireVariants(t, sc.set.Select(sc.object), conditions(sc.policies), sc.fleet, want)
	requireEach(t, sc.set.Select(sc.object), sc.fleet, want)
	selection := sc.set.Select(sc.object)
	for range 2 {
		for i, cluster := range sc.fleet {
			result, err := selection.Apply(cluster)
			requireFor(t, want[i], result, err)
		}
	}
	require.Equal(t, before, any(sc.object.Object), "the object was written")
	require.Equal(t, facts, sc.fleet, "the clusters were written")
	return want, variants
}

func copyOfFleet(clusters []selector.Cluster) []selector.Cluster {
	c := make([]selector.Cluster, len(clusters))
	for i := range clusters {
		c[i] = overridetest.CopyOfCluster(clusters[i])
	}
	return c
}

// applyEach calls Apply for every cluster, each time for a new Selection.
func applyEach(t testing.TB, sc scene) []outcomeFor {
	t.Helper()
	all := make([]outcomeFor, len(sc.fleet))
	for i, c := range sc.fleet {
		sc.read.Store(false)
		result, err := sc.set.Select(sc.object).Apply(c)
		all[i] = outcomeFor{cluster: c.Name, err: err, read: sc.read.Load()}
		if err == nil {
			all[i].outcome = overridetest.OutcomeOf(t, result)
		}
	}
	return all
}

// requireFor checks that a result or an error is that of a cluster.
func requireFor(t testing.TB, want outcomeFor, result *override.Result, err error) {
	t.Helper()
	require.Equal(t, want.err, err, "%s", want.cluster)
	if err != nil {
		require.Nil(t, result, "a result with an error")
		return
	}
	require.Equal(t, want.cluster, result.Cluster())
	require.Equal(t, want.outcome, overridetest.OutcomeOf(t, result), "%s", want.cluster)
}

func requireEach(t testing.TB, selection override.Selection, clusters []selector.Cluster, want []outcomeFor) {
	t.Helper()
	at := 0
	for result, err := range selection.Each(slices.Values(clusters)) {
		requireFor(t, want[at], result, err)
		at++
	}
	require.Equal(t, len(want), at)
}

// requireVariants checks that the clusters are grouped as Variants promises, and that each has its own outcome. It returns the number
// of variants.
func requireVariants(t testing.TB, selection override.Selection, conditions map[override.Origin]selector.Clusters, clusters []selector.Cluster, want []outcomeFor) int {
	t.Helper()
	var groups [][]int // indexes of clusters
	of := map[string]int{}
	for i, c := range clusters {
		rules, own := matching(selection, conditions, c, want[i])
		at, known := of[rules]
		if !known || own {
			at = len(groups)
			groups = append(groups, nil)
		}
		if !own {
			of[rules] = at
		}
		groups[at] = append(groups[at], i)
	}
	variants := selection.Variants(clusters)
	var names, got [][]string
	for i, group := range groups {
		names = append(names, nil)
		for _, at := range group {
			names[i] = append(names[i], clusters[at].Name)
		}
	}
	for _, v := range variants {
		got = append(got, v.Clusters)
	}
	require.Equal(t, names, got, "the clusters for which the same rules match")
	for i, v := range variants {
		requireFor(t, want[groups[i][0]], v.Result, v.Err)
		for _, at := range groups[i] {
			result, err := v.For(clusters[at].Name)
			requireFor(t, want[at], result, err)
			require.Equal(t, want[groups[i][0]].outcome, want[at].outcome, "clusters of a variant differ")
			require.Equal(t, v.Err, inCluster(want[at].err, v.Clusters[0]), "errors of a variant differ")
		}
	}
	return len(variants)
}

// conditions returns the conditions of every rule of some policies.
func conditions(policies []overridetest.Policy) map[override.Origin]selector.Clusters {
	all := map[override.Origin]selector.Clusters{}
	for _, p := range policies {
		for i, r := range p.Rules {
			all[override.Origin{Policy: p.Ref(), At: fmt.Sprintf("rules[%d]", i)}], _ = selector.NewClusters(r.Clusters)
		}
	}
	return all
}

// matching returns which rules match a cluster, in the policies that cover the object and in the tiers that were reached, and whether the
// cluster has its own variant.
func matching(selection override.Selection, rules map[override.Origin]selector.Clusters, cluster selector.Cluster, is outcomeFor) (key string, own bool) {
	own = is.read
	var failed *override.Error
	errors.As(is.err, &failed)
	for _, p := range selection.Explain(cluster).Policies {
		if p.Rank == selector.RankNone || failed != nil && failed.Policy.Namespace == "" && p.Tier == override.Namespaced {
			continue
		}
		for _, r := range p.Rules {
			origin := override.Origin{Policy: p.Policy, At: r.At}
			if rules[origin].Match(&cluster) {
				key += origin.String() + ";"
			}
			own = own || rules[origin].Fault(&cluster) != nil
		}
	}
	return key, own
}

// inCluster returns an error with another cluster.
func inCluster(err error, cluster string) error {
	if err == nil {
		return nil
	}
	e := *err.(*override.Error)
	e.Cluster = cluster
	return &e
}

// requireSameVariants compares the results of two calls.
func requireSameVariants(t testing.TB, want, got []override.Variant) {
	t.Helper()
	require.Len(t, got, len(want))
	for i, v := range got {
		require.Equal(t, want[i].Clusters, v.Clusters)
		one := outcomeFor{cluster: v.Clusters[0], err: want[i].Err}
		if one.err == nil {
			one.outcome = overridetest.OutcomeOf(t, want[i].Result)
		}
		requireFor(t, one, v.Result, v.Err)
	}
}
