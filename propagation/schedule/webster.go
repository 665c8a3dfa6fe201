package schedule

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
)

// Share is the number of replicas of a cluster.
type Share struct {
	Name     string `json:"name"`
	Replicas int32  `json:"replicas"`
}

// Webster divides seats among parties by the method of Webster (Sainte-Laguë): each seat goes to the party for which votes
// divided by 2·seats+1 is the largest, where seats is the number it has so far.
//
//  1. The parties are the names in votes and in initial. A missing entry is 0; votes below 0 count as 0.
//  2. initial has the seats that parties have before. They are kept, and are not part of seats.
//  3. Among equal quotients, the party with fewer seats comes first, then the one with the smaller name, or with the larger name if descending, see
//     [Descending].
//  4. Without seats or votes the result is initial. If initial is empty and only seats are missing, the result is every party with 0 seats.
//     Seats below 0 count as 0.
//  5. Initial seats below 0 are an error, and so is a sum of seats and initial above 2³¹−1.
//
// The result is sorted by name and includes parties without seats. The time depends on the number of parties, not of seats.
// Quotients are compared as float64, as in Karmada.
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
		for q := newQueue(parties, descending); left > 0; left-- {
			q.top().seats++
			q.fixTop()
		}
	}
	shares := make([]Share, len(parties))
	for i, p := range parties {
		shares[i] = Share{p.name, int32(p.seats)}
	}
	return shares, nil
}

// checkSeats checks rule 5 of Webster. It names the first party, sorted by name.
func checkSeats(seats int32, initial map[string]int64) error {
	total := int64(max(seats, 0))
	for _, name := range slices.Sorted(maps.Keys(initial)) {
		has := initial[name]
		if has < 0 {
			return fmt.Errorf("found %d initial seats of %s, expected none or more", has, name)
		}
		if has > math.MaxInt32-total {
			return fmt.Errorf("found %d initial seats of %s and %d others, expected at most an int32 together", has, name, total)
		}
		total += has
	}
	return nil
}

// Descending reports whether Karmada breaks ties for an object by descending names. It depends on the uid, so that the remainders do not always go to
// the first clusters of the alphabet.
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

// give gives parties the seats that are certain and returns their number. A binary search finds a bound that at most left quotients exceed. Each party
// gets the seats of its quotients above the bound, except the last two; the queue divides these. Two seats are more than the
// error by rounding.
func give(parties []*party, left int64) (given int64) {
	low, high := 0.0, 0.0
	for _, p := range parties {
		high = max(high, p.votes)
	}
	above := func(p *party, bound float64) int64 { // the number of further seats
		count := int64(min((p.votes/bound+1)/2, 1<<53)) // of quotients above the bound, starting without seats
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

// newQueue returns a heap with the party that gets the next seat on top.
func newQueue(parties []*party, descending bool) *sizedHeap[*party] {
	return newSizedHeap(slices.Clone(parties), func(a, b *party) bool {
		x, y := a.quotient(), b.quotient()
		switch {
		case x != y:
			return x > y
		case a.seats != b.seats:
			return a.seats < b.seats
		}
		return (a.name < b.name) != descending
	})
}
