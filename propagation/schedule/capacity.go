package schedule

import (
	"cmp"
	"slices"
)

// dividesByCapacity reports whether the chosen clusters together need the capacity for all replicas.
func (s *scheduler) dividesByCapacity() bool {
	strategy, err := strategyOf(s.in.Spec.Placement)
	return err == nil && (strategy == DynamicWeight || strategy == Aggregated) && s.in.Spec.Replicas > 0 && len(s.in.Spec.Components) <= 1
}

// canHold reports whether clusters already have all replicas, or the capacity for them.
func (s *scheduler) canHold(sorted []candidate, members []int) bool {
	has, available := int64(0), int64(0)
	for _, i := range members {
		has += s.assigned[sorted[i].facts.Name]
		available += sorted[i].available
	}
	replicas := int64(s.in.Spec.Replicas)
	return available >= replicas || !s.fresh && has >= replicas
}

// withCapacity chooses groups by rules 1 to 5 of combine, but only paths with enough capacity count:
//
//  1. A path has enough capacity if the clusters that take chooses from it can hold the replicas.
//  2. If no path does, the minimum length is raised by one group at a time, up to most.
//  3. Among equally good paths, the one counts whose groups come first by weight, descending, then by value, descending, then by name.
//
// The result is nil without such a path. If the search would take too long, the groups with the largest capacity are tried instead, and exact
// is false.
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

// maxCapacity returns an upper bound of what a group can hold if its first cluster and some others of it are chosen.
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

// fitting is a branch-and-bound search for the best path that fits.
type fitting struct {
	paths
	fits  func([]group) bool
	need  int64
	steps int // how many remain

	order        []int   // the numbers of the groups, by weight, value and number
	weight       []int64 // the sums of the first weights in that order, without those below 0
	small, large []int   // the sums of the smallest and of the largest values
	capacities   []int64 // the sums of the largest capacities

	longest int // the length that no path of this search exceeds
	best    []int
	found   worth
}

// worth is what paths are compared by.
type worth struct {
	weight int64
	value  int
}

func (w worth) compare(than worth) int {
	return cmp.Or(cmp.Compare(w.weight, than.weight), cmp.Compare(w.value, than.value))
}

// maxSteps limits a search. Adding a group to a path is a step, and so is looking at a cluster.
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

// search finds the best path with at least f.least groups.
func (f *fitting) search() {
	f.longest = f.least
	for f.longest < f.most && f.small[f.longest] < f.target {
		f.longest++
	}
	f.best = nil
	f.walk(0, nil, worth{}, 0, 0)
}

// walk extends a path by groups from an index in the order on. last is the largest number on the path.
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
		return // no extension is a path
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

// greedy returns as many groups with the largest capacity as fit.
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
