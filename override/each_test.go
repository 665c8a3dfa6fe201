package override_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// endless returns clusters without end, every other one in production. It counts the consumed ones.
func endless(asked *int) iter.Seq[selector.Cluster] {
	return func(yield func(selector.Cluster) bool) {
		for *asked = 0; ; {
			c := selector.Cluster{Name: fmt.Sprint("member", *asked)}
			if *asked%2 == 1 {
				c.Labels = map[string]string{"env": "prod"}
			}
			*asked++
			if !yield(c) {
				return
			}
		}
	}
}

// TestEachStops shows that a loop that ends reads no further cluster, and that earlier results do not change.
func TestEachStops(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /a 1")},
		{Clusters: byName("member3"), Steps: overridetest.Do("remove /nowhere")}}}}
	selection := override.NewSet(loosely(t, policies)...).Select(overridetest.Object("{kind: Test}"))
	for _, c := range []struct {
		name, reason string
		most         int
	}{
		{"at once", "the first cluster is enough", 1},
		{"at an error", "an error does not end the loop", 4},
		{"later", "the sequence is endless", 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var asked int
			var results []*override.Result
			all := selection.Each(endless(&asked))
			for range 2 { // the sequence may be used again
				results = nil
				for result, err := range all {
					require.Equal(t, len(results) == 3, err != nil, "%v", err)
					results = append(results, result)
					if len(results) == c.most {
						break
					}
				}
				require.Equal(t, c.most, asked, c.reason)
			}
			for i, result := range results {
				if i == 3 {
					require.Nil(t, result)
					continue
				}
				require.Equal(t, fmt.Sprint("member", i), result.Cluster())
				require.Len(t, result.Changes(), i%2)
			}
		})
	}
}

// TestEachNamesTheCluster shows that an error of several clusters names the right one each time.
func TestEachNamesTheCluster(t *testing.T) {
	t.Parallel()
	selection := override.NewSet(loosely(t, []overridetest.Policy{{Name: "p", Steps: overridetest.Do("remove /nowhere")}})...).Select(overridetest.Object("{kind: Test}"))
	var errs []error
	for result, err := range selection.Each(slices.Values(quarters)) {
		require.Nil(t, result)
		errs = append(errs, err)
	}
	for i, err := range errs {
		_, want := selection.Apply(quarters[i])
		require.Equal(t, want, err)
		require.ErrorContains(t, err, "in cluster "+quarters[i].Name+":")
	}
}

// TestEachOfManyOutcomes shows that outcomes that were dropped are computed again.
func TestEachOfManyOutcomes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"p", "shop/p"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clusters, policies := bits(name, 4500)
			clusters = append(clusters, clusters[:100]...)
			set := override.NewSet(loosely(t, policies)...)
			at := 0
			for result, err := range set.Select(shopped).Each(slices.Values(clusters)) {
				require.NoError(t, err)
				alone, err := set.Select(shopped).Apply(clusters[at])
				require.NoError(t, err)
				if result.Cluster() != clusters[at].Name ||
					overridetest.AsJSON(t, result.SharedContent()) != overridetest.AsJSON(t, alone.SharedContent()) || len(result.Changes()) != len(alone.Changes()) {
					require.Fail(t, "another result", "%s: %v, expected %v", clusters[at].Name, result.Changes(), alone.Changes())
				}
				at++
			}
			require.Equal(t, len(clusters), at)
		})
	}
}

// TestEachLimitsOutcomes shows that the number of kept outcomes is limited, whichever tier distinguishes the clusters.
func TestEachLimitsOutcomes(t *testing.T) {
	for _, name := range []string{"p", "shop/p"} {
		t.Run(name, func(t *testing.T) {
			clusters, policies := bits(name, 12000)
			marks := mark(policies)
			selection := override.NewSet(loosely(t, policies)...).Select(shopped)
			given := 0
			for _, err := range selection.Each(slices.Values(clusters)) {
				require.NoError(t, err)
				if given++; given%6000 != 0 {
					continue
				}
				require.LessOrEqual(t, marks.alive(), 5000, "after %d outcomes", given)
			}
			require.Len(t, *marks, len(clusters), "every cluster has another outcome")
		})
	}
}

// TestEachIsConcurrent iterates over one selection in many goroutines. The race detector finds writes.
func TestEachIsConcurrent(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{
		{Name: "p", Rules: []overridetest.Rule{{Clusters: prod, Steps: overridetest.Do("set /metadata/labels {app: web}")}, {Clusters: byName("west"), Steps: reading()}}},
		{Name: "shop/q", Objects: overridetest.Labelled("web"), Rules: []overridetest.Rule{{Clusters: inRegion("us"), Steps: overridetest.Do("set /a {b: 1}")}}},
	}
	obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}")
	selection := override.NewSet(loosely(t, policies)...).Select(obj)
	texts := func() string {
		var lines []string
		for result, err := range selection.Each(slices.Values(quarters)) {
			if err != nil {
				return err.Error()
			}
			lines = append(lines, result.Cluster()+": "+overridetest.AsJSON(t, result.SharedContent()))
		}
		return strings.Join(lines, "\n")
	}
	want := texts()
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 20 {
				if got := texts(); got != want {
					t.Errorf("%s, expected %s", got, want)
					return
				}
			}
		})
	}
	done.Wait()
}
