package suite

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// edit is a line of a difference.
type edit struct {
	sign    byte // '-', '+' or ' '
	text    string
	was, is int // the line in the file and in the outcome, counted from 1; where the line is not, the number of the next one
}

// linePair are equal lines, counted from 0.
type linePair struct{ was, is int }

// linesOf splits a text. A last line without a line break differs from one that has it.
func linesOf(text string) []string {
	all := slices.Collect(strings.Lines(text))
	if n := len(all); n > 0 && !strings.HasSuffix(all[n-1], "\n") {
		all[n-1] += "\n\\ No newline at end of file\n"
	}
	return all
}

// Limits of the search for equal lines. Each line takes part in few comparisons, so the search is nearly linear.
const (
	maxSearch = 8      // how often the lines between anchors are searched for more anchors
	maxTable  = 10_000 // the product of the numbers of lines that are all compared with each other
)

// lineMatcher finds equal lines of two texts.
type lineMatcher struct {
	was, is []string
	pairs   []linePair // increasing
}

// match finds equal lines in two ranges of lines:
//
//  1. Equal lines at the start and at the end of both ranges are pairs.
//  2. In between, anchors are as many lines as possible that both ranges have exactly once and in the same order. Between anchors, the search
//     begins again.
//  3. Small ranges without anchors are compared completely. In others, all lines differ.
func (m *lineMatcher) match(was, wasEnd, is, isEnd, search int) {
	for was < wasEnd && is < isEnd && m.was[was] == m.is[is] {
		m.pairs = append(m.pairs, linePair{was, is})
		was, is = was+1, is+1
	}
	tail := 0
	for was < wasEnd-tail && is < isEnd-tail && m.was[wasEnd-tail-1] == m.is[isEnd-tail-1] {
		tail++
	}
	m.inner(was, wasEnd-tail, is, isEnd-tail, search)
	for ; tail > 0; tail-- {
		m.pairs = append(m.pairs, linePair{wasEnd - tail, isEnd - tail})
	}
}

// inner applies rules 2 and 3 of match.
func (m *lineMatcher) inner(was, wasEnd, is, isEnd, search int) {
	if was >= wasEnd || is >= isEnd {
		return
	}
	var anchors []linePair
	if search < maxSearch {
		anchors = m.anchors(was, wasEnd, is, isEnd)
	}
	if len(anchors) == 0 {
		m.table(was, wasEnd, is, isEnd)
		return
	}
	for _, a := range anchors {
		if a.was < was || a.is < is {
			continue // the search before it has found it
		}
		m.match(was, a.was, is, a.is, search+1)
		m.pairs = append(m.pairs, a)
		was, is = a.was+1, a.is+1
	}
	m.match(was, wasEnd, is, isEnd, search+1)
}

// anchors returns as many lines as possible that both ranges have once and in the same order.
func (m *lineMatcher) anchors(was, wasEnd, is, isEnd int) []linePair {
	type count struct{ was, is, at int }
	counts := map[string]count{}
	for _, text := range m.was[was:wasEnd] {
		c := counts[text]
		c.was++
		counts[text] = c
	}
	for i, text := range m.is[is:isEnd] {
		if c, known := counts[text]; known {
			c.is, c.at = c.is+1, is+i
			counts[text] = c
		}
	}
	var all []linePair
	for i, text := range m.was[was:wasEnd] {
		if c := counts[text]; c.was == 1 && c.is == 1 {
			all = append(all, linePair{was + i, c.at})
		}
	}
	return increasing(all)
}

// increasing returns the longest list of pairs whose second numbers increase. The first ones do.
func increasing(all []linePair) []linePair {
	var ends []int // of the lists of each length, the index of the pair with the least end
	before := make([]int, len(all))
	for i, p := range all {
		n := sort.Search(len(ends), func(n int) bool { return all[ends[n]].is >= p.is })
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	longest := make([]linePair, len(ends))
	if len(ends) > 0 {
		for n, i := len(ends)-1, ends[len(ends)-1]; n >= 0; n, i = n-1, before[i] {
			longest[n] = all[i]
		}
	}
	return longest
}

// table compares all lines of small ranges with each other.
func (m *lineMatcher) table(was, wasEnd, is, isEnd int) {
	x, y := m.was[was:wasEnd], m.is[is:isEnd]
	if len(x) > maxTable/len(y) {
		return
	}
	width := len(y) + 1
	most := make([]int, (len(x)+1)*width) // equal lines from here to the end
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if most[i*width+j] = max(most[(i+1)*width+j], most[i*width+j+1]); x[i] == y[j] {
				most[i*width+j] = most[(i+1)*width+j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			m.pairs = append(m.pairs, linePair{was + i, is + j})
			i, j = i+1, j+1
		case most[(i+1)*width+j] >= most[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// edits returns the lines of both texts in their order. Removed lines are before added ones.
func (m *lineMatcher) edits() []edit {
	var all []edit
	was, is := 0, 0
	for _, p := range append(m.pairs, linePair{len(m.was), len(m.is)}) {
		for ; was < p.was; was++ {
			all = append(all, edit{'-', m.was[was], was + 1, is + 1})
		}
		for ; is < p.is; is++ {
			all = append(all, edit{'+', m.is[is], was + 1, is + 1})
		}
		if was < len(m.was) && is < len(m.is) {
			all = append(all, edit{' ', m.was[was], was + 1, is + 1})
			was, is = was+1, is+1
		}
	}
	return all
}

// hunks cuts a difference into the lines that changed with three lines around them.
func hunks(all []edit) [][]edit {
	const around = 3
	var cut [][]edit
	begin, end := -1, 0
	for i, e := range all {
		if e.sign == ' ' {
			continue
		}
		if begin >= 0 && i-around > end {
			cut = append(cut, all[begin:end])
			begin = -1
		}
		if begin < 0 {
			begin = max(0, i-around)
		}
		end = min(len(all), i+1+around)
	}
	if begin >= 0 {
		cut = append(cut, all[begin:end])
	}
	return cut
}

// hunkHead returns the first line of a hunk without its line break.
func hunkHead(hunk []edit) string {
	was, is := 0, 0
	for _, e := range hunk {
		if e.sign != '+' {
			was++
		}
		if e.sign != '-' {
			is++
		}
	}
	first := func(line, count int) int {
		if count == 0 {
			return line - 1 // as in other tools
		}
		return line
	}
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@", first(hunk[0].was, was), was, first(hunk[0].is, is), is)
}

// diffHead returns the lines before the first hunk.
func diffHead(file string) string {
	return fmt.Sprintf("diff %s outcome\n--- %s\n+++ outcome\n", file, file)
}

// plainDiff returns a unified diff of a file and the outcome.
func plainDiff(file, want, got string) string {
	m := &lineMatcher{was: linesOf(want), is: linesOf(got)}
	m.match(0, len(m.was), 0, len(m.is), 0)
	var b strings.Builder
	b.WriteString(diffHead(file))
	for _, hunk := range hunks(m.edits()) {
		b.WriteString(hunkHead(hunk) + "\n")
		for _, e := range hunk {
			b.WriteString(string(e.sign) + e.text)
		}
	}
	return b.String()
}
