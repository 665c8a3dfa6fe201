package schedule

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// paths is a search for paths, see combine. The number of a group is its index.
type paths struct {
	groups              []group
	least, most, target int
}

// newPaths sorts a copy of the groups.
func newPaths(groups []group, least, most, target int) paths {
	p := paths{groups: slices.Clone(groups), least: max(least, 1), most: min(most, len(groups)), target: max(target, 0)}
	slices.SortFunc(p.groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.value(), b.value()), cmp.Compare(b.weight, a.weight), strings.Compare(a.name, b.name))
	})
	return p
}

// shortened applies rule 5 of combine to a path. If fits is not nil, only prefixes that fit count.
func (p *paths) shortened(found []int, fits func([]group) bool) (best []group) {
	slices.SortFunc(found, func(a, b int) int {
		x, y := &p.groups[a], &p.groups[b]
		return cmp.Or(cmp.Compare(y.weight, x.weight), strings.Compare(x.name, y.name))
	})
	sum, last := 0, 0
	for _, i := range found {
		best = append(best, p.groups[i])
		sum += p.groups[i].value()
		last = max(last, i)
		if p.ends(len(best), sum, p.groups[last].value()) && (fits == nil || fits(best)) {
			break
		}
	}
	return best
}

// ends reports whether n groups are a path by rules 1 to 3. sum is the sum of their values, last the value of the last group.
func (p *paths) ends(n, sum, last int) bool {
	return n >= p.least && n <= p.most && sum >= p.target && (n == p.least || sum-last < p.target)
}

// maxCells limits the time and the memory of a search.
const maxCells = 1 << 25

// best returns the numbers of the best path by rule 4. It first reduces the problem:
//
//   - No path is longer than longest: even the smallest groups reach target with that many.
//   - No path is shorter than shortest: even the largest groups do not reach target with fewer.
//   - If both are equal, and the smallest groups reach target, any groups of that number are a path.
//   - Among groups with the same value, those with the smallest numbers are best, so only the first longest of them count.
func (p *paths) best() (numbers []int, exact bool) {
	small, large := p.sums()
	if large[p.most] < p.target {
		return nil, true
	}
	shortest := p.least
	for large[shortest] < p.target {
		shortest++
	}
	longest := p.least
	for longest < p.most && small[longest] < p.target {
		longest++
	}
	if shortest == longest && small[longest] >= p.target {
		return p.heaviest(longest), true
	}
	var relevant []int
	for i := range p.groups {
		if i < longest || p.groups[i-longest].value() != p.groups[i].value() {
			relevant = append(relevant, i)
		}
	}
	if len(relevant) > maxCells/longest/(p.target+1) {
		return p.good(shortest), false
	}
	return p.search(relevant, longest), true
}

// sums returns the sums of the n smallest and of the n largest values, by n.
func (p *paths) sums() (small, large []int) {
	n := len(p.groups)
	small, large = make([]int, n+1), make([]int, n+1)
	for i := range n {
		small[i+1] = small[i] + p.groups[i].value()
		large[i+1] = large[i] + p.groups[n-1-i].value()
	}
	return small, large
}

// heaviest returns the best n groups.
func (p *paths) heaviest(n int) []int {
	numbers := make([]int, len(p.groups))
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortFunc(numbers, func(a, b int) int {
		x, y := &p.groups[a], &p.groups[b]
		return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(y.value(), x.value()), cmp.Compare(a, b))
	})
	return numbers[:n]
}

// search is dynamic programming over the relevant groups, from the last to the first. For each number of groups n and sum of values s that a
// path may have so far, gains has the most that the rest of the path can add, and a bit in taken is set if the best rest starts with the
// group. Among equal gains, the one with the group counts, because it has the smaller number.
func (p *paths) search(relevant []int, longest int) []int {
	width := p.target + 1 // sums above target count as target
	type gain struct {
		weight int64
		value  int
	}
	never := gain{weight: math.MinInt64}
	gains := make([]gain, longest*width)
	for i := range gains {
		gains[i] = never
	}
	taken := make([]uint64, (len(relevant)*longest*width+63)/64)
	for at := len(relevant) - 1; at >= 0; at-- {
		g := &p.groups[relevant[at]]
		v := g.value()
		for n := range min(longest, at+1) {
			for s := range width {
				if s == p.target && n >= p.least {
					continue // the path ended
				}
				next := min(s+v, p.target)
				with := never
				switch {
				case n+1 >= p.least && next == p.target:
					with = gain{g.weight, v}
				case n+1 < longest:
					if then := gains[(n+1)*width+next]; then != never {
						with = gain{then.weight + g.weight, then.value + v}
					}
				}
				cell := n*width + s
				if with == never || with.weight < gains[cell].weight || with.weight == gains[cell].weight && with.value < gains[cell].value {
					continue
				}
				gains[cell] = with
				bit := at*longest*width + cell
				taken[bit/64] |= 1 << (bit % 64)
			}
		}
	}
	if gains[0] == never {
		return nil
	}
	var numbers []int
	s := 0
	for at := range relevant {
		bit := at*longest*width + len(numbers)*width + s
		if taken[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		numbers = append(numbers, relevant[at])
		s = min(s+p.groups[relevant[at]].value(), p.target)
		if len(numbers) >= p.least && s == p.target {
			break
		}
	}
	return numbers
}

// good returns a path with the shortest length. Groups are worth their weight plus a price for their value; a binary search finds the lowest price
// for which the most valuable groups reach target.
func (p *paths) good(shortest int) []int {
	priced := func(price float64) (numbers []int, enough bool) {
		numbers = make([]int, len(p.groups))
		worth := make([]float64, len(p.groups))
		for i := range numbers {
			numbers[i] = i
			worth[i] = float64(p.groups[i].weight) + price*float64(p.groups[i].value())
		}
		slices.SortFunc(numbers, func(a, b int) int {
			return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(p.groups[b].value(), p.groups[a].value()), cmp.Compare(a, b))
		})
		sum := 0
		for _, i := range numbers[:shortest] {
			sum += p.groups[i].value()
		}
		return numbers[:shortest], sum >= p.target
	}
	low, high := 0.0, 1.0
	numbers, enough := priced(low)
	for !enough && high < math.MaxFloat64/4 {
		low, high = high, high*4
		numbers, enough = priced(high)
	}
	if !enough {
		for i := range numbers {
			numbers[i] = len(p.groups) - 1 - i // the largest groups
		}
		return numbers
	}
	for range 40 {
		price := (low + high) / 2
		if cheaper, enough := priced(price); enough {
			numbers, high = cheaper, price
		} else {
			low = price
		}
	}
	return numbers
}
