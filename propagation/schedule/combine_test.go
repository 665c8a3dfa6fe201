package schedule

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tryAll is the definition of combine: it tries every path.
func tryAll(groups []group, least, most, target int) []group {
	groups = slices.Clone(groups)
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.value(), b.value()), cmp.Compare(b.weight, a.weight), strings.Compare(a.name, b.name))
	})
	type path struct {
		groups []group
		weight int64
		value  int
		id     int
	}
	var found []path
	var walk func(from int, on []group)
	walk = func(from int, on []group) {
		p := path{groups: slices.Clone(on), id: len(found)}
		for _, g := range on {
			p.weight += g.weight
			p.value += g.value()
		}
		if p.value >= target && len(on) >= least && len(on) <= most {
			slices.SortFunc(p.groups, func(a, b group) int {
				return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.name, b.name))
			})
			found = append(found, p)
			return
		}
		if len(on) >= most {
			return
		}
		for i := from; i < len(groups); i++ {
			walk(i+1, append(on, groups[i]))
		}
	}
	walk(0, nil)
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b path) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.value, a.value), cmp.Compare(a.id, b.id))
	})
	best := found[0].groups
	for _, p := range found[1:] {
		if len(p.groups) < len(best) && slices.EqualFunc(p.groups, best[:len(p.groups)], func(a, b group) bool { return a.name == b.name }) {
			best = p.groups
		}
	}
	return best
}

func groupNames(groups []group) string {
	var names []string
	for _, g := range groups {
		names = append(names, g.name)
	}
	return strings.Join(names, " ")
}

// TestCombineTriesAll compares combine with its definition.
func TestCombineTriesAll(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8000) {
		g := rand.New(rand.NewPCG(seed, 7))
		values, weights := 1+g.IntN(4), int64(1+g.IntN(5))
		groups := make([]group, 1+g.IntN(9))
		for i := range groups {
			groups[i] = group{name: fmt.Sprintf("r%02d", i), members: make([]int, 1+g.IntN(values)), weight: 1000 * g.Int64N(weights)}
		}
		g.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
		least, most, target := g.IntN(5), g.IntN(7), g.IntN(14)
		got, exact := combine(groups, least, most, target)
		require.True(t, exact)
		require.Equal(t, groupNames(tryAll(groups, least, most, target)), groupNames(got),
			"seed %d: from %d to %d groups with %d clusters of %v", seed, least, most, target, groups)
	}
}

// TestCombineEnds has too many regions to try all combinations.
func TestCombineEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason        string
		values              int
		least, most, target int
		exact               bool
	}{
		{"two of many", "pairs", 3, 2, 2, 5, true},
		{"half of them", "any half has enough clusters", 3, 5000, 5000, 100, true},
		{"one cluster each", "as many regions as clusters", 1, 1, 10000, 700, true},
		{"some of many", "sums of a few hundred", 4, 20, 100, 300, true},
		{"thousands of many", "too many sums: the result is not exact", 4, 2000, 9000, 6000, false},
		{"all", "there is one path", 3, 10000, 10000, 100, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := rand.New(rand.NewPCG(3, 5))
			groups := make([]group, 10000)
			for i := range groups {
				groups[i] = group{name: fmt.Sprintf("r%05d", i), members: make([]int, 1+g.IntN(c.values)), weight: g.Int64N(100000)}
			}
			got, exact := combine(groups, c.least, c.most, c.target)
			require.Equal(t, c.exact, exact, c.reason)
			sum := 0
			for _, g := range got {
				sum += g.value()
			}
			require.GreaterOrEqual(t, sum, c.target)
			require.GreaterOrEqual(t, len(got), c.least)
			require.LessOrEqual(t, len(got), c.most)
		})
	}
}
