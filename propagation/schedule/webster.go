package schedule

import (
	"container/heap"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
)

// Share is how many replicas a cluster gets.
type Share struct {
	Name     string `json:"name"`
	Replicas int32  `json:"replicas"`
}

// Webster divides seats among parties by the method of Webster (Sainte-Laguë): each seat goes to the party for which votes
// divided by 2·seats+1 is the largest, where seats are those that it has by then.
//
//  1. The parties are the names in votes and in initial. What a party lacks is 0; votes below 0 count as 0.
//  2. initial are seats that the parties have before. They are not among those to divide, and stay.
//  3. Of equal quotients the party with fewer seats is first, then the one with the smaller name, or with the greater name
//     where descending says so, see [Descending].
//  4. Where nothing is divided, because there are no seats or no votes, the result is initial as it is; but if that is empty and
//     only seats are lacking, it is every party with none. Seats below 0 count as 0.
//  5. Initial seats below 0 are an error, and so are more than 2³¹−1 seats of all parties together, with those to divide.
//
// The result is sorted by name, with parties of no seats. It takes time in proportion to the parties, not to the seats.
// Quotients are compared as float64, as Karmada does.
func Webster(seats int32, votes, initial map[string]int64, descending bool) ([]Share, error) {
	if err := checkSeats(seats, initial); err != nil {
		return nil, err
	}
	voted := slices.ContainsFunc(slices.Collect(maps.Values(votes)), func(v int64) bool { return v > 0 })
	if !voted || seats <= 0 && len(initial) > 0 {
		votes = nil
	}
	parties := make([]*party, 0, len(votes)+len(initial))
	for name, v := range votes {
		parties = append(parties, &party{name: name, votes: float64(max(v, 0)), seats: initial[name]})
	}
	for name, s := range initial {
		if _, known := votes[name]; !known {
			parties = append(parties, &party{name: name, seats: s})
		}
	}
	slices.SortFunc(parties, func(a, b *party) int { return strings.Compare(a.name, b.name) })
	if left := int64(seats); left > 0 && len(votes) > 0 {
		left -= give(parties, left)
		q := &queue{slices.Clone(parties), descending}
		heap.Init(q)
		for ; left > 0; left-- {
			q.parties[0].seats++
			heap.Fix(q, 0)
		}
	}
	shares := make([]Share, len(parties))
	for i, p := range parties {
		shares[i] = Share{p.name, int32(p.seats)}
	}
	return shares, nil
}

// checkSeats is rule 5 of Webster. Of several parties below 0 it names the first.
func checkSeats(seats int32, initial map[string]int64) error {
	total := int64(max(seats, 0))
	for _, name := range slices.Sorted(maps.Keys(initial)) {
		has := initial[name]
		if has < 0 {
			return fmt.Errorf("found %d initial seats of %s, expected none or more", has, name)
		}
		if has > math.MaxInt32-total {
			return fmt.Errorf("found %d initial seats of %s and %d others, expected no more than an int32 holds together", has, name, total)
		}
		total += has
	}
	return nil
}

// Descending is the rule by which Karmada breaks ties between names for an object: by the uid, so that the first clusters of the
// alphabet do not get all that is left over.
func Descending(uid string) bool {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(uid))
	return uid != "" && hash.Sum32()%2 == 1
}

type party struct {
	name  string
	votes float64
	seats int64
}

func (p *party) quotient() float64 { return p.votes / float64(2*p.seats+1) }

// give hands out at once what is sure, and tells how much: to each party all but the last two of the seats whose quotients lie above a bound,
// where the bound is so high that these seats are no more than there are. Whoever gets the last ones is left to the queue. Two are
// more than rounding can be wrong about.
func give(parties []*party, left int64) (given int64) {
	low, high := 0.0, 0.0
	for _, p := range parties {
		high = max(high, p.votes)
	}
	above := func(p *party, bound float64) int64 { // how many more seats
		count := int64(min((p.votes/bound+1)/2, 1<<53)) // of quotients above the bound, from no seats on
		return max(count-p.seats, 0)
	}
	for range 64 {
		bound := (low + high) / 2
		if bound <= 0 || bound == low || bound == high {
			break
		}
		total := int64(0)
		for _, p := range parties {
			if total += above(p, bound); total > left {
				break
			}
		}
		if total > left {
			low = bound
		} else {
			high = bound
		}
	}
	for _, p := range parties {
		if sure := above(p, high) - 2; p.votes > 0 && sure > 0 {
			p.seats += sure
			given += sure
		}
	}
	return given
}

// queue has the party that gets the next seat in front.
type queue struct {
	parties    []*party
	descending bool
}

func (q *queue) Len() int      { return len(q.parties) }
func (q *queue) Swap(i, j int) { q.parties[i], q.parties[j] = q.parties[j], q.parties[i] }
func (q *queue) Push(any)      {} // the parties are always the same
func (q *queue) Pop() any      { return nil }

func (q *queue) Less(i, j int) bool {
	a, b := q.parties[i], q.parties[j]
	x, y := a.quotient(), b.quotient()
	switch {
	case x != y:
		return x > y
	case a.seats != b.seats:
		return a.seats < b.seats
	}
	return (a.name < b.name) != q.descending
}
