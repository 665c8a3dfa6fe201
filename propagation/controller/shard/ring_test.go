package shard_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/shard"
)

func ExampleRing() {
	ring := shard.NewRing("operator-0", "operator-1")
	for _, name := range []string{"web", "api", "db"} {
		fmt.Println(name, ring.Owner(shard.OfObject("Deployment", "shop", name)))
	}
	// Output:
	// web operator-1
	// api operator-0
	// db operator-0
}

func keys(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = shard.OfObject("Deployment", fmt.Sprintf("ns-%d", i%50), fmt.Sprintf("app-%d", i))
	}
	return all
}

func replicas(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("operator-%d", i)
	}
	return all
}

// TestRingBalance: each of n replicas owns about the same number of keys.
func TestRingBalance(t *testing.T) {
	all := keys(20_000)
	for _, n := range []int{1, 2, 3, 7, 20} {
		ring, count := shard.NewRing(replicas(n)...), map[string]int{}
		for _, k := range all {
			count[ring.Owner(k)]++
		}
		for _, r := range replicas(n) {
			require.InEpsilon(t, len(all)/n, count[r], 0.12, "%d replicas: %s", n, r)
		}
	}
}

// TestRingMovesFew: a replica that comes only takes keys, and its share of them; one that goes only loses its own.
func TestRingMovesFew(t *testing.T) {
	all := keys(20_000)
	for n := 1; n <= 10; n++ {
		before, after := shard.NewRing(replicas(n)...), shard.NewRing(replicas(n+1)...)
		added, moved := fmt.Sprintf("operator-%d", n), 0
		for _, k := range all {
			if from, to := before.Owner(k), after.Owner(k); from != to {
				require.Equal(t, added, to, k)
				moved++
			}
		}
		require.InEpsilon(t, len(all)/(n+1), moved, 0.12, "from %d to %d replicas", n, n+1)
	}
}

// TestRingInput: order and repetition do not matter, and an empty ring owns nothing.
func TestRingInput(t *testing.T) {
	a, b := shard.NewRing("x", "y", "z"), shard.NewRing("z", "y", "x", "y")
	require.Equal(t, a, b)
	for _, k := range keys(100) {
		require.Equal(t, a.Owner(k), b.Owner(k))
	}
	require.Empty(t, shard.Ring{}.Owner("key"))
	require.Empty(t, shard.NewRing().Owner("key"))
}

// TestRingIsFixed: replicas of different versions must agree, so the hash never changes.
func TestRingIsFixed(t *testing.T) {
	ring, owners := shard.NewRing(replicas(5)...), ""
	for i := range 20 {
		owners += ring.Owner(fmt.Sprintf("default/app-%d", i))[len("operator-"):]
	}
	require.Equal(t, "14442422410340201021", owners)
}

func BenchmarkRingOwner(b *testing.B) {
	ring := shard.NewRing(replicas(100)...)
	for b.Loop() {
		ring.Owner("shop/web-deployment")
	}
}
