package bind_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// TestDistributeMutual has followers that require each other. Both have the fields of the workload, which is outside of the cycle.
func TestDistributeMutual(t *testing.T) {
	t.Parallel()
	mutual := func(name, by, resolution string) *api.ResourceBinding {
		return bindNamed(t, `{metadata: {name: `+name+`-budget, namespace: shop}, spec: {resource: {apiVersion: example.com/v1, kind: Budget, namespace: shop, name: `+name+`},
			conflictResolution: `+resolution+`, requiredBy: [{namespace: shop, name: `+by+`-budget}]}}`)
	}
	for _, want := range []api.ConflictResolution{api.ConflictAbort, api.ConflictOverwrite} {
		for range 50 {
			in := bind.DistributeInput{Independent: bindNamed(t, bindWeb)}
			in.Independent.Spec.ConflictResolution = want
			for _, name := range []string{"a", "b"} {
				f := named("Budget")
				f.SetName(name)
				in.Followers = append(in.Followers, f)
			}
			done, err := distributed(in, bindIndex(mutual("a", "b", "Overwrite"), mutual("b", "a", "Abort")))
			require.NoError(t, err)
			require.Len(t, done.Attached, 2)
			for _, a := range done.Attached {
				require.Equal(t, want, a.Binding.Spec.ConflictResolution)
				require.False(t, a.Conflict)
			}
		}
	}
}

// TestConflictsRandomly attaches objects in any graph, with cycles, and compares with a search: a binding overwrites if a path along requiredBy
// leads to a binding that does by itself: it has a placement, or nothing requires it.
func TestConflictsRandomly(t *testing.T) {
	t.Parallel()
	const size = 8
	key := func(i int) string { return fmt.Sprintf("n%d-budget", i) }
	seeds := uint64(500)
	if testing.Short() {
		seeds /= 5
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 5))
		var planned []*api.ResourceBinding
		var by [size][size]bool
		var overwrites [size]bool
		for i := range size {
			b := bindNamed(t, fmt.Sprintf(`{metadata: {name: %s, namespace: shop}, spec: {resource: {apiVersion: example.com/v1, kind: Budget, namespace: shop, name: n%d}}}`, key(i), i))
			if i < 2 {
				b.Spec.Placement = &api.Placement{}
			}
			if random.IntN(2) == 0 {
				b.Spec.ConflictResolution, overwrites[i] = api.ConflictOverwrite, true
			}
			planned = append(planned, b)
		}
		batch := bind.NewBatch(nil, planned)
		for from, b := range planned {
			var followers []*unstructured.Unstructured
			for to := range size {
				if from == to || random.IntN(6) > 0 {
					continue
				}
				f := named("Budget")
				f.SetName(fmt.Sprintf("n%d", to))
				followers, by[to][from] = append(followers, f), true
			}
			_, err := batch.Distribute(context.Background(), bind.DistributeInput{Independent: b, Followers: followers})
			require.NoError(t, err)
		}
		done, err := batch.Finish()
		require.NoError(t, err)
		for i, p := range done {
			var seen [size]bool
			var search func(i int) bool
			search = func(i int) bool {
				if i < 2 || by[i] == [size]bool{} {
					return overwrites[i]
				}
				if seen[i] {
					return false
				}
				seen[i] = true
				for other := range size {
					if by[i][other] && search(other) {
						return true
					}
				}
				return false
			}
			require.Equal(t, search(i), p.Binding.Spec.ConflictResolution == api.ConflictOverwrite, "seed %d: %s", seed, p.Binding.Name)
		}
	}
}
