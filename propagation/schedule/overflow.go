package schedule

import (
	"cmp"
	"slices"
)

// overflow divides replicas tier by tier. The candidates of r are the chosen clusters.
//
//  1. Each tier gets as many replicas as its clusters have now and can take together, until all replicas are divided.
//  2. The part of a tier is divided among its clusters by the strategy. Replicas of a later tier return to an earlier one that has the
//     capacity.
//  3. Remaining replicas are a [NotEnoughError] without a number, whatever the strategy.
//
// The result is in the order of the tiers.
func overflow(r Request, chosen []candidate) ([]Share, error) {
	tiers := byTier(r, chosen)
	var shares []Share
	left := int64(r.Replicas)
	for _, t := range tiers {
		if left <= 0 {
			break
		}
		if t.tooMany != "" {
			return nil, &OverflowError{In: "cluster " + t.tooMany}
		}
		if t.capacity <= 0 {
			continue
		}
		part := r
		part.Candidates, part.Previous, part.Replicas = t.candidates, t.previous, int32(min(left, t.capacity))
		got, err := Divide(part)
		if err != nil {
			return nil, err
		}
		shares = append(shares, got...)
		left -= int64(part.Replicas)
	}
	if left > 0 {
		return nil, &NotEnoughError{Available: -1}
	}
	return shares, nil
}

// tier is the part of a request for one tier.
type tier struct {
	number     int
	candidates []Candidate
	previous   []Share
	capacity   int64
	tooMany    string // the first cluster whose capacity is TooMany
}

// byTier splits a request into its tiers, in order.
func byTier(r Request, chosen []candidate) []*tier {
	known, of := map[int]*tier{}, make(map[string][]*tier, len(chosen))
	var tiers []*tier
	for i := range chosen {
		t := known[chosen[i].tier]
		if t == nil {
			t = &tier{number: chosen[i].tier}
			known[t.number] = t
			tiers = append(tiers, t)
		}
		name := chosen[i].facts.Name
		if chosen[i].capacity == TooMany && t.tooMany == "" {
			t.tooMany = name
		}
		t.candidates = append(t.candidates, r.Candidates[i])
		t.capacity += chosen[i].available
		if !slices.Contains(of[name], t) {
			of[name] = append(of[name], t)
		}
	}
	for _, p := range r.Previous {
		for _, t := range of[p.Name] {
			t.previous = append(t.previous, p)
		}
	}
	slices.SortFunc(tiers, func(a, b *tier) int { return cmp.Compare(a.number, b.number) })
	return tiers
}
