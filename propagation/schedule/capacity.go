package schedule

import (
	"cmp"
	"slices"
)

// dividesByCapacity tells whether clusters need to have room for the replicas together.
func (s *scheduler) dividesByCapacity() bool {
	strategy, err := strategyOf(s.in.Spec.Placement)
	return err == nil && (strategy == DynamicWeight || strategy == Aggregated) && s.in.Spec.Replicas > 0 && len(s.in.Spec.Components) <= 1
}

// hold tells whether clusters have all replicas, or have room for them.
func (s *scheduler) canHold(sorted []candidate, members []int) bool {
	has, available := int64(0), int64(0)
	for _, i := range members {
		has += s.assigned[sorted[i].facts.Name]
		available += sorted[i].available
	}
	wanted := int64(s.in.Spec.Replicas)
	return available >= wanted || !s.fresh && has >= wanted
}

// withCapacity chooses groups as combine does, by its rules 1 to 5, but only what has room is a path:
//
//  1. Paths have room if the clusters that are taken of them hold the replicas.
//  2. If no path has room, paths are looked for that have one group more at least, up to most.
//  3. Of paths that are equally good the one counts whose groups come first by weight, descending, then by value, descending, then by name.
//
// None is nil. The search is given up where it would take too long; then the groups with most room are tried, and the result is not exact.
func (s *scheduler) withCapacity(sorted []candidate, groups []group) (best []group, exact bool) {
	bounds, clusters := s.spreading.groups, s.spreading.clusters
	p := newPaths(groups, bounds.MinGroups, bounds.MaxGroups, clusters.MinGroups)
	for i := range p.groups {
		p.groups[i].capacity = s.maxCapacity(sorted, p.groups[i].members, max(clusters.MaxGroups-p.least, 0))
	}
	f := newFitting(p, int64(s.in.Spec.Replicas), func(groups []group) bool { return s.canHold(sorted, take(groups, clusters.MaxGroups)) })
	for ; f.least <= f.most && f.capacities[f.most] >= f.need; f.least++ {
		f.search()
		switch {
		case f.best != nil:
			return f.shortened(f.best, f.fits), f.steps > 0
		case f.steps <= 0:
			return f.greedy(), false
		}
	}
	return nil, true
}

// most is no less than what a group can hold if its first cluster is taken and some others of it.
func (s *scheduler) maxCapacity(sorted []candidate, members []int, others int) int64 {
	capacities := make([]int64, len(members))
	for n, i := range members {
		capacities[n] = max(sorted[i].available, s.assigned[sorted[i].facts.Name], 0)
	}
	slices.SortFunc(capacities[1:], func(a, b int64) int { return cmp.Compare(b, a) })
	sum := int64(0)
	for _, capacity := range capacities[:1+min(others, len(capacities)-1)] {
		sum += capacity
	}
	return sum
}

// fitting is a search for the best path that fits, with bounds that no better path can pass.
type fitting struct {
	paths
	fits  func([]group) bool
	need  int64
	steps int // how many are left

	order        []int   // the numbers of the groups, by weight, value and number
	weight       []int64 // of the first few in that order together, without weights below 0
	small, large []int   // the smallest and the largest values together
	capacities   []int64 // the sums of the largest capacities

	longest int // of this search
	best    []int
	found   worth
}

// worth is how good a path is.
type worth struct {
	weight int64
	value  int
}

func (w worth) compare(than worth) int {
	return cmp.Or(cmp.Compare(w.weight, than.weight), cmp.Compare(w.value, than.value))
}

// maxSteps bounds a search. A step is a group that is added to others, or a cluster that is looked at.
const maxSteps = 1 << 22

func newFitting(p paths, need int64, fits func([]group) bool) *fitting {
	n := len(p.groups)
	f := &fitting{paths: p, fits: fits, need: need, steps: maxSteps, order: p.heaviest(n), weight: make([]int64, n+1), capacities: make([]int64, n+1)}
	f.small, f.large = p.sums()
	capacities := make([]int64, n)
	for i := range p.groups {
		capacities[i] = p.groups[i].capacity
	}
	slices.SortFunc(capacities, func(a, b int64) int { return cmp.Compare(b, a) })
	for i := range n {
		f.weight[i+1] = f.weight[i] + max(p.groups[f.order[i]].weight, 0)
		f.capacities[i+1] = f.capacities[i] + capacities[i]
	}
	return f
}

// search finds the best path of the least length that there is now.
func (f *fitting) search() {
	f.longest = f.least
	for f.longest < f.most && f.small[f.longest] < f.target {
		f.longest++
	}
	f.best = nil
	f.walk(0, nil, worth{}, 0, 0)
}

// walk adds groups to those that are on the path, from one on in the order. last is the greatest number on it.
func (f *fitting) walk(from int, on []int, is worth, last int, capacity int64) {
	n := len(on)
	value := f.groups[last].value()
	if n > 0 && capacity >= f.need && f.ends(n, is.value, value) && (f.best == nil || is.compare(f.found) > 0) {
		path := make([]group, n)
		for i, number := range on {
			path[i] = f.groups[number]
		}
		f.steps -= count(path)
		if f.fits(path) {
			f.best, f.found = slices.Clone(on), is
		}
	}
	left := f.longest - n
	if left == 0 || n >= f.least && is.value-value >= f.target {
		return // whatever is added, it is no path
	}
	if capacity+f.capacities[left] < f.need || is.value+f.large[left] < f.target {
		return
	}
	for at := from; at < len(f.order)-max(f.least-n-1, 0) && f.steps > 0; at++ {
		bound := worth{is.weight + f.weight[min(at+left, len(f.order))] - f.weight[at], is.value + f.large[left]}
		if f.best != nil && bound.compare(f.found) <= 0 {
			return
		}
		f.steps--
		g := &f.groups[f.order[at]]
		f.walk(at+1, append(on, f.order[at]), worth{is.weight + g.weight, is.value + g.value()}, max(last, f.order[at]), capacity+g.capacity)
	}
}

// greedy takes the groups with most room until they fit.
func (f *fitting) greedy() []group {
	groups := slices.Clone(f.groups)
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.capacity, a.capacity) })
	value := 0
	for n := 1; n <= f.most; n++ {
		value += groups[n-1].value()
		if n >= f.least && value >= f.target && f.capacities[n] >= f.need && f.fits(groups[:n]) {
			return slices.Clone(groups[:n])
		}
	}
	return nil
}
