package schedule

// combine chooses groups. The groups are numbered by value (their number of clusters, ascending), then by weight, descending, then by
// name. A path is a list of groups with ascending numbers.
//
//  1. A path has between least and most groups.
//  2. The sum of the values of a path is at least target.
//  3. A path ends as soon as it fulfills rules 1 and 2. (So a path with more than least groups reaches target with its last group.)
//  4. The best path has the largest sum of weights, then the largest sum of values, then the lexicographically smallest numbers.
//  5. Its groups are then sorted by weight, descending, and name. If a prefix of that list is also a path, the shortest such prefix is
//     the result.
//  6. Without a path, or if the path is empty, the result is empty.
//
// Karmada's scheduler finds the same path by trying all of them. combine computes it from sums. Where even that would take too much time and
// memory, the result is a path that may not be the best, and exact is false.
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
