package rendezvous_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/internal/rendezvous"
)

// members returns the hashes of n members.
func members(n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = rendezvous.Hash(fmt.Sprint("member", i))
	}
	return all
}

// TestHashIsFixed has the numbers of the first release. FNV-1a of "" and "a" are 0xcbf29ce484222325 and 0xaf63dc4c8601ec8c.
func TestHashIsFixed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]uint64{"": 0xc3817c016ba4ff30, "a": 0x5f29c2aadd9b8527, "shop/web": 0xc966d97401a8c9b5} {
		require.Equal(t, want, rendezvous.Hash(text), text)
	}
}

// TestOwner adds members one by one. A key stays, or goes to the new one, and each member gets its share.
func TestOwner(t *testing.T) {
	t.Parallel()
	const keys = 10_000
	require.Equal(t, -1, rendezvous.Owner("key", nil))
	before := make([]int, keys)
	for n := 1; n <= 10; n++ {
		counts := make([]int, n)
		for i := range before {
			owner := rendezvous.Owner(fmt.Sprint("key", i), members(n))
			if n > 1 && owner != before[i] {
				require.Equal(t, n-1, owner, "a key goes to another old member")
			}
			before[i] = owner
			counts[owner]++
		}
		for member, count := range counts {
			require.InEpsilon(t, keys/n, count, 0.15, "%d keys of member %d of %d", count, member, n)
		}
	}
	require.Zero(t, rendezvous.Owner("key", []uint64{7, 7}), "of equal weights the first")
}

func BenchmarkOwner(b *testing.B) {
	for _, n := range []int{3, 1000} {
		all := members(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				rendezvous.Owner("shop/web-deployment", all)
			}
		})
	}
}
