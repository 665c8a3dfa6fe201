package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/schedule"
)

// oneByOne is the definition: seat after seat.
func oneByOne(seats int32, votes, initial map[string]int64, descending bool) []schedule.Share {
	got := map[string]int64{}
	all := int64(0)
	for _, v := range votes {
		all += max(v, 0)
	}
	for name := range votes {
		if all > 0 && (seats > 0 || len(initial) == 0) {
			got[name] = 0
		}
	}
	for name, s := range initial {
		got[name] = s
	}
	var names []string
	for name := range got {
		names = append(names, name)
	}
	slices.Sort(names)
	for range seats {
		if all == 0 {
			break
		}
		best := ""
		for i, name := range names {
			x, y := float64(max(votes[name], 0))/float64(2*got[name]+1), float64(max(votes[best], 0))/float64(2*got[best]+1)
			if i == 0 || x > y || x == y && (got[name] < got[best] || got[name] == got[best] && descending) {
				best = name
			}
		}
		got[best]++
	}
	shares := []schedule.Share{}
	for _, name := range names {
		shares = append(shares, schedule.Share{Name: name, Replicas: int32(got[name])})
	}
	return shares
}

func TestWebster(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason   string
		seats          int32
		votes, initial map[string]int64
		descending     bool
		want           string
	}{
		{"nobody", "there is nobody to give anything to", 3, nil, nil, false, ""},
		{"no votes", "nothing is divided", 3, map[string]int64{"a": 0, "b": 0}, nil, false, ""},
		{"no votes, but seats before", "they stay", 3, map[string]int64{"a": 0, "b": 0}, map[string]int64{"b": 2}, false, "b:2"},
		{"no seats", "every party has none", 0, map[string]int64{"a": 1, "b": 0}, nil, false, "a:0 b:0"},
		{"no seats, but some before", "they stay", 0, map[string]int64{"a": 1, "b": 0}, map[string]int64{"b": 2}, false, "b:2"},
		{"by votes", "two to one", 3, map[string]int64{"a": 2, "b": 1}, nil, false, "a:2 b:1"},
		{"a tie", "the smaller name is first", 1, map[string]int64{"a": 1, "b": 1}, nil, false, "a:1 b:0"},
		{"a tie, descending", "the greater name is first", 1, map[string]int64{"a": 1, "b": 1}, nil, true, "a:0 b:1"},
		{"fewer seats", "of equal quotients the party with fewer seats is first", 1, map[string]int64{"a": 3, "b": 1}, map[string]int64{"a": 1}, false, "a:1 b:1"},
		{"initial", "what was there stays, and counts", 2, map[string]int64{"a": 1, "b": 1}, map[string]int64{"a": 3, "c": 2}, false, "a:3 b:2 c:2"},
		{"below zero", "counts as nothing", 2, map[string]int64{"a": -5, "b": 1}, nil, false, "a:0 b:2"},
		{"very many", "in no time, and exact", 2_000_000_000, map[string]int64{"a": 1, "b": 2, "c": 5}, nil, false, "a:250000000 b:500000000 c:1250000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range schedule.Webster(c.seats, c.votes, c.initial, c.descending) {
				got = append(got, fmt.Sprintf("%s:%d", s.Name, s.Replicas))
			}
			require.Equal(t, c.want, strings.Join(got, " "), c.reason)
		})
	}
}

// TestWebsterOneByOne holds the shortcut against giving seat after seat.
func TestWebsterOneByOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		g := rand.New(rand.NewPCG(seed, 1))
		votes, initial := map[string]int64{}, map[string]int64{}
		for i := range 1 + g.IntN(12) {
			votes[fmt.Sprint("p", i)] = int64(g.IntN([]int{2, 5, 100, 1 << 30}[g.IntN(4)]))
			if g.IntN(3) == 0 {
				initial[fmt.Sprint("p", g.IntN(14))] = int64(g.IntN(200))
			}
		}
		seats, descending := int32(g.IntN([]int{5, 50, 2000}[g.IntN(3)])), g.IntN(2) == 1
		require.Equal(t, oneByOne(seats, votes, initial, descending), schedule.Webster(seats, votes, initial, descending), "seed %d: %d seats, votes %v, initial %v", seed, seats, votes, initial)
	}
}

func BenchmarkWebster(b *testing.B) {
	votes := map[string]int64{}
	for i := range 1000 {
		votes[fmt.Sprintf("member%d", i)] = int64(1 + i*i%977)
	}
	for b.Loop() {
		_ = schedule.Webster(1_000_000_000, votes, nil, false)
	}
}
