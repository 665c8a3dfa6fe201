package schedule

// combine chooses groups. The groups are numbered by value (how many clusters they have), ascending, then by weight, descending, then by
// name. A path is some of them, in the order of their numbers.
//
//  1. A path is as long as least at least, and as most at most.
//  2. The values of a path come to target.
//  3. A path does not go on where it could end. (Therefore paths longer than least come to target with their last group only.)
//  4. The best path is the one with the greatest sum of weights, then of values, then the one that comes first, by number after number.
//  5. Its groups are then ordered by weight, descending, and name. If the first few of them are a path, too, the fewest that are one are
//     chosen instead.
//  6. No path, or one without a group, chooses nothing.
//
// These are the paths that Karmada's scheduler finds by trying all of them. Here the best is computed from sums; if
// even that were too much, which is where trying all would never end, the result is a path that need not be the best, and not exact.
func combine(groups []group, least, most, target int) (best []group, exact bool) {
	most = min(most, len(groups))
	if least <= 0 && target <= 0 || most < max(least, 1) {
		return nil, true
	}
	p := newPaths(groups, least, most, target)
	found, exact := p.best()
	if found == nil {
		return nil, true
	}
	return p.shortened(found, nil), exact
}
