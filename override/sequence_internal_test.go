package override

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSequence compares a sequence with its list, through many random edits.
func TestSequence(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		element := func() any {
			if random.IntN(10) == 0 {
				return int64(5) // the wrong type
			}
			return map[string]any{"name": fmt.Sprint(random.IntN(30))}
		}
		var list []any
		for range random.IntN(200) {
			list = append(list, element())
		}
		s := newSequence(list, byName)
		requireSequence(t, s, list)
		for range 300 {
			at := random.IntN(len(list) + 1)
			switch op := random.IntN(4); {
			case op == 0 || len(list) == at:
				e := element()
				list = slices.Insert(list, at, e)
				s.insert(at, e)
			case op == 1:
				list = slices.Delete(list, at, at+1)
				s.remove(at)
			case op == 2:
				list[at] = element()
				s.replace(at, list[at])
			default:
				if _, ok := list[at].(map[string]any); ok {
					list[at] = map[string]any{"name": "renamed"}
					s.rename(at, "renamed")
				}
			}
		}
		requireSequence(t, s, list)
	}
}

func requireSequence(t *testing.T, s *sequence, list []any) {
	t.Helper()
	require.Equal(t, len(list), s.len())
	indexed, plain := List{list, byName, s}, List{elements: list, by: byName}
	require.Equal(t, plain.Odd(), indexed.Odd())
	for _, name := range []string{"", "0", "7", "29", "renamed", "nobody"} {
		require.Equal(t, plain.Append(nil, name), indexed.Append(nil, name), "%q", name)
		require.Equal(t, plain.First(name), indexed.First(name), "%q", name)
	}
}

// TestSequenceIsBalanced shows that no order of insertion makes the tree deep.
func TestSequenceIsBalanced(t *testing.T) {
	t.Parallel()
	const n = 1 << 14
	for _, c := range []struct {
		name, reason string
		at           func(i int) int
	}{
		{"at the end", "as addIfAbsent does", func(i int) int { return i }},
		{"at the beginning", "as a patch may", func(int) int { return 0 }},
		{"in the middle", "of what is there", func(i int) int { return i / 2 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSequence(nil, byValue)
			for i := range n {
				s.insert(c.at(i), "x")
			}
			require.Less(t, height(s.root), 60, "%s: 14 would be the least", c.reason)
		})
	}
}

func height(n *item) int {
	if n == nil {
		return 0
	}
	return 1 + max(height(n.left), height(n.right))
}
