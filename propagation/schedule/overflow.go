package schedule

import "slices"

// overflow divides replicas by tiers. The candidates of r are those chosen.
//
//  1. Tier after tier gets as many replicas as its clusters have and have room for together, until none is left to give.
//  2. A tier's part is divided as if it were all, by the strategy, among its clusters. Replicas that were in a later tier go back to
//     an earlier one if it has room.
//  3. If some are left in the end there is no room for them, whatever the strategy. A [NotEnoughError] then has no number.
//
// The result is that of the tiers, one after the other.
func overflow(r Request, chosen []candidate) ([]Share, error) {
	var tiers []int
	for i := range chosen {
		if !slices.Contains(tiers, chosen[i].tier) {
			tiers = append(tiers, chosen[i].tier)
		}
	}
	slices.Sort(tiers)
	var shares []Share
	left := int64(r.Replicas)
	for _, tier := range tiers {
		if left <= 0 {
			break
		}
		part, room := r, int64(0)
		part.Candidates = nil
		for i := range chosen {
			if chosen[i].tier != tier {
				continue
			}
			if chosen[i].room == TooMany {
				return nil, &OverflowError{In: "cluster " + chosen[i].facts.Name}
			}
			part.Candidates = append(part.Candidates, r.Candidates[i])
			room += chosen[i].available
		}
		if room <= 0 {
			continue
		}
		part.Replicas = int32(min(left, room))
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
