package schedule

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// paths is a search. The groups are numbered by their place.
type paths struct {
	groups              []group
	least, most, target int
}

// newPaths numbers a copy of the groups.
func newPaths(groups []group, least, most, target int) paths {
	p := paths{groups: slices.Clone(groups), least: max(least, 1), most: min(most, len(groups)), target: max(target, 0)}
	slices.SortFunc(p.groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.value(), b.value()), cmp.Compare(b.weight, a.weight), strings.Compare(a.name, b.name))
	})
	return p
}

// shortened is a path by rule 5. With fits, only what fits is one.
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

// ends tells whether n groups are a path by rules 1 to 3, from the sum of their values and the value of the last.
func (p *paths) ends(n, sum, last int) bool {
	return n >= p.least && n <= p.most && sum >= p.target && (n == p.least || sum-last < p.target)
}

// tooMuch bounds the work and the memory of a search.
const tooMuch = 1 << 25

// best finds the best path by rule 4, as numbers. It first makes the question smaller:
//
//   - No path is longer than longest, because the smallest groups come to target before.
//   - No path is shorter than shortest, because the largest groups do not come to target before.
//   - If these are the same, and the smallest groups come to target, any groups of that number are a path.
//   - Of groups with one value those with the smallest numbers are best, so that no more than longest of them matter.
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
	var some []int
	for i := range p.groups {
		if i < longest || p.groups[i-longest].value() != p.groups[i].value() {
			some = append(some, i)
		}
	}
	if len(some) > tooMuch/longest/(p.target+1) {
		return p.good(shortest), false
	}
	return p.search(some, longest), true
}

// sums are the sums of the smallest and of the largest values, by their number.
func (p *paths) sums() (small, large []int) {
	n := len(p.groups)
	small, large = make([]int, n+1), make([]int, n+1)
	for i := range n {
		small[i+1] = small[i] + p.groups[i].value()
		large[i+1] = large[i] + p.groups[n-1-i].value()
	}
	return small, large
}

// heaviest is the best of all choices of n groups.
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

// search goes through some groups from the last to the first. For each number of groups n and sum of values s that a path may have by then
// it knows the most that the path can still gain, and with bits, whether the best way there takes the group. Equal gains take it, because
// a smaller number comes first.
func (p *paths) search(some []int, longest int) []int {
	width := p.target + 1 // sums beyond target are as good as target
	type gain struct {
		weight int64
		value  int
	}
	never := gain{weight: math.MinInt64}
	gains := make([]gain, longest*width)
	for i := range gains {
		gains[i] = never
	}
	taken := make([]uint64, (len(some)*longest*width+63)/64)
	for at := len(some) - 1; at >= 0; at-- {
		g := &p.groups[some[at]]
		v := g.value()
		for n := range min(longest, at+1) {
			for s := range width {
				if s == p.target && n >= p.least {
					continue // it has ended
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
	for at := range some {
		bit := at*longest*width + len(numbers)*width + s
		if taken[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		numbers = append(numbers, some[at])
		s = min(s+p.groups[some[at]].value(), p.target)
		if len(numbers) >= p.least && s == p.target {
			break
		}
	}
	return numbers
}

// good is a path of the shortest length, for which the largest groups come to target. Values are given a price, as high as it takes for those
// groups to come to target that are worth most then; the higher it is, the more value they have.
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
			numbers[i] = len(p.groups) - 1 - i // the largest
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
