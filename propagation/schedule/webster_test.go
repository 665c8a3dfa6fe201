package schedule_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/schedule"
)

// oneByOne is the definition: it divides one seat at a time.
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
		{"no parties", "there are no shares", 3, nil, nil, false, ""},
		{"no votes", "nothing is divided", 3, map[string]int64{"a": 0, "b": 0}, nil, false, ""},
		{"no votes, but initial seats", "they stay", 3, map[string]int64{"a": 0, "b": 0}, map[string]int64{"b": 2}, false, "b:2"},
		{"no seats", "every party has 0 seats", 0, map[string]int64{"a": 1, "b": 0}, nil, false, "a:0 b:0"},
		{"no seats, but initial ones", "they stay", 0, map[string]int64{"a": 1, "b": 0}, map[string]int64{"b": 2}, false, "b:2"},
		{"by votes", "two to one", 3, map[string]int64{"a": 2, "b": 1}, nil, false, "a:2 b:1"},
		{"a tie", "the smaller name is first", 1, map[string]int64{"a": 1, "b": 1}, nil, false, "a:1 b:0"},
		{"a tie, descending", "the larger name is first", 1, map[string]int64{"a": 1, "b": 1}, nil, true, "a:0 b:1"},
		{"fewer seats", "of equal quotients the party with fewer seats is first", 1, map[string]int64{"a": 3, "b": 1}, map[string]int64{"a": 1}, false, "a:1 b:1"},
		{"initial", "initial seats are kept and count", 2, map[string]int64{"a": 1, "b": 1}, map[string]int64{"a": 3, "c": 2}, false, "a:3 b:2 c:2"},
		{"below zero", "counts as 0", 2, map[string]int64{"a": -5, "b": 1}, nil, false, "a:0 b:2"},
		{"very many", "the time does not depend on the seats", 2_000_000_000, map[string]int64{"a": 1, "b": 2, "c": 5}, nil, false, "a:250000000 b:500000000 c:1250000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shares, err := schedule.Webster(c.seats, c.votes, c.initial, c.descending)
			require.NoError(t, err, c.reason)
			var got []string
			for _, s := range shares {
				got = append(got, fmt.Sprintf("%s:%d", s.Name, s.Replicas))
			}
			require.Equal(t, c.want, strings.Join(got, " "), c.reason)
		})
	}
}

// TestWebsterRefuses has seats whose sum overflows.
func TestWebsterRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		seats        int32
		initial      map[string]int64
		want         string
	}{
		{"the maximum", "it fits", math.MaxInt32 - 7, map[string]int64{"a": 3, "b": 4}, ""},
		{"the maximum of one party", "it fits", 0, map[string]int64{"a": math.MaxInt32}, ""},
		{"seats below 0", "they count as 0", -5, map[string]int64{"a": math.MaxInt32}, ""},
		{"one more", "it does not", math.MaxInt32 - 7, map[string]int64{"a": 3, "b": 5}, "found 5 initial seats of b and 2147483643 others, expected at most an int32 together"},
		{"one more of one party", "it does not", 0, map[string]int64{"a": math.MaxInt32 + 1}, "found 2147483648 initial seats of a and 0 others, expected at most an int32 together"},
		{"one more without a vote", "it is not truncated", 1, map[string]int64{"z": 1 << 32}, "found 4294967296 initial seats of z and 1 others, expected at most an int32 together"},
		{"the maximum of 64 bits", "the sum overflows", 1, map[string]int64{"a": math.MaxInt64, "b": math.MaxInt64}, "found 9223372036854775807 initial seats of a and 1 others, expected at most an int32 together"},
		{"below 0", "a party cannot have them", 1, map[string]int64{"b": -1, "a": 1, "c": -2}, "found -1 initial seats of b, expected none or more"},
		{"the least", "its quotient would overflow", 1, map[string]int64{"a": math.MinInt64}, "found -9223372036854775808 initial seats of a, expected none or more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shares, err := schedule.Webster(c.seats, map[string]int64{"a": 1, "b": math.MaxInt64, "c": math.MinInt64}, c.initial, false)
			if c.want != "" {
				require.EqualError(t, err, c.want, c.reason)
				require.Nil(t, shares)
				return
			}
			require.NoError(t, err, c.reason)
			want, total := int64(max(c.seats, 0)), int64(0)
			for _, n := range c.initial {
				want += n
			}
			for _, s := range shares {
				total += int64(s.Replicas)
			}
			require.Equal(t, want, total, c.reason)
		})
	}
}

// TestWebsterOneByOne compares with dividing one seat at a time.
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
		got, err := schedule.Webster(seats, votes, initial, descending)
		require.NoError(t, err)
		require.Equal(t, oneByOne(seats, votes, initial, descending), got, "seed %d: %d seats, votes %v, initial %v", seed, seats, votes, initial)
	}
}

func BenchmarkWebster(b *testing.B) {
	votes := map[string]int64{}
	for i := range 1000 {
		votes[fmt.Sprintf("member%d", i)] = int64(1 + i*i%977)
	}
	for b.Loop() {
		_, _ = schedule.Webster(1_000_000_000, votes, nil, false)
	}
}
