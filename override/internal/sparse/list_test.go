package sparse

import (
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

type entry struct{ value, mark int }

// TestList compares a list with a map that every shift rebuilds.
func TestList(t *testing.T) {
	t.Parallel()
	for seed := range int64(30) {
		random := rand.New(rand.NewSource(seed))
		var l List[int]
		want := map[int]entry{}
		for i := range 200 {
			index := random.Intn(40)
			switch random.Intn(4) {
			case 0, 1:
				l.Put(index, i)
				want[index] = entry{value: i}
			case 2:
				value, mark, found := l.Delete(index)
				had, has := want[index]
				require.Equal(t, has, found)
				require.Equal(t, had, entry{value, mark})
				delete(want, index)
			case 3:
				by, mark := 1, random.Intn(2)*i
				if random.Intn(2) == 0 {
					by = -1
					l.Delete(index - 1)
					delete(want, index-1)
				}
				l.Shift(index, by, mark)
				want = shifted(want, index, by, mark)
			}
			requireList(t, want, &l)
		}
	}
}

func shifted(m map[int]entry, from, by, mark int) map[int]entry {
	moved := map[int]entry{}
	for index, h := range m {
		if index >= from {
			index += by
			if h.mark == 0 {
				h.mark = mark
			}
		}
		moved[index] = h
	}
	return moved
}

func requireList(t *testing.T, want map[int]entry, l *List[int]) {
	t.Helper()
	require.Equal(t, len(want), l.Len())
	var order []int
	l.All(func(index, mark, value int) bool {
		require.Equal(t, want[index], entry{value, mark})
		order = append(order, index)
		return true
	})
	require.Equal(t, slices.Sorted(maps.Keys(want)), order)
	for index := range 42 {
		value, mark, found := l.Get(index)
		had, has := want[index]
		require.Equal(t, has, found)
		require.Equal(t, had, entry{value, mark})
	}
	requireBalance(t, l.root)
}

func requireBalance(t *testing.T, n *node[int]) {
	t.Helper()
	if n == nil {
		return
	}
	require.Equal(t, 1+max(n.left.treeHeight(), n.right.treeHeight()), n.height)
	require.LessOrEqual(t, max(n.left.treeHeight(), n.right.treeHeight())-min(n.left.treeHeight(), n.right.treeHeight()), 1)
	requireBalance(t, n.left)
	requireBalance(t, n.right)
}

// TestListOrders checks the balance of the tree for several orders of insertions.
func TestListOrders(t *testing.T) {
	t.Parallel()
	const n = 1 << 14
	for name, insert := range map[string]func(l *List[int], i int){
		"at the end":       func(l *List[int], i int) { l.Put(i, i) },
		"at the start":     func(l *List[int], i int) { l.Shift(0, 1, 0); l.Put(0, i) },
		"in the middle":    func(l *List[int], i int) { l.Shift(i/2, 1, 0); l.Put(i/2, i) },
		"from the end":     func(l *List[int], i int) { l.Put(n-i, i) },
		"from both ends":   func(l *List[int], i int) { l.Put((1-i%2*2)*i, i) },
		"and removed":      func(l *List[int], i int) { l.Put(i, i); l.Put(-i, i); l.Delete(-i / 2); l.Delete(i / 3) },
		"far to the right": func(l *List[int], i int) { l.Put(i*1000, i); l.Shift(i*500, 1, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l List[int]
			for i := range n {
				insert(&l, i)
			}
			requireBalance(t, l.root)
			require.LessOrEqual(t, l.root.height, 22, "1.44 times the logarithm of 2^15 values")
		})
	}
}

// TestListStops checks that All stops if yield returns false.
func TestListStops(t *testing.T) {
	t.Parallel()
	var l List[int]
	for i := range 10 {
		l.Put(i, i)
	}
	seen := 0
	l.All(func(index, _, _ int) bool { seen++; return index < 4 })
	require.Equal(t, 5, seen)
	require.Zero(t, (&List[int]{}).Len())
}
