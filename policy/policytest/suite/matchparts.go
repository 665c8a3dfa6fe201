package suite

import "strings"

// gotPart is what a difference knows about a part of the outcome.
type gotPart struct {
	*part
	line  int    // of the title, counted from 1
	title string // the first line, without the mark of an unchanged object
	rest  string // as in [wantPart]
	place string
}

// gotParts returns the parts of an outcome with their lines.
func gotParts(got *outcome) []gotPart {
	var all []gotPart
	line := 1
	for i := range got.parts {
		p := &got.parts[i]
		text := p.text()
		title, _, _ := strings.Cut(text, "\n")
		g := gotPart{part: p, line: line, rest: p.heading + p.body}
		g.title = strings.TrimSuffix(strings.TrimPrefix(title, "# "), unchangedMark)
		if g.place = g.title; p.object != nil {
			g.place = placeOf(refText(p), p.clusters)
		}
		if strings.HasSuffix(p.title, unchangedMark) {
			g.rest = unchangedMark + g.rest
		}
		all = append(all, g)
		line += strings.Count(text, "\n") + 1
	}
	return all
}

// maxClusters is how many clusters a place has.
const maxClusters = 3

// placeOf names an object and the first of its clusters.
func placeOf(object string, clusters []string) string {
	return object + " in " + shortList(clusters, maxClusters, ", ")
}

// matchParts returns pairs of parts of a file and of an outcome, both in their order:
//
//  1. Parts with the same title are pairs.
//  2. Another part of the file is that of the same object with one of its clusters: one that is equal, or else one that has an object if it has one, or
//     else the one with the most common clusters.
//  3. Pairs must be in the same order in both texts: as many as possible stay.
func (d *difference) matchParts() []linePair {
	byTitle := map[string]int{}
	for i := len(d.parts) - 1; i >= 0; i-- {
		byTitle[d.parts[i].title] = i
	}
	taken := map[int]bool{}
	of := make([]int, len(d.want))
	for i := range d.want {
		at, known := byTitle[d.want[i].place()]
		if of[i] = -1; known && !taken[at] {
			of[i], taken[at] = at, true
		}
	}
	var pairs []linePair
	for i := range d.want {
		if of[i] < 0 {
			if of[i] = d.nearest(&d.want[i], taken); of[i] >= 0 {
				taken[of[i]] = true
			}
		}
		if of[i] >= 0 {
			pairs = append(pairs, linePair{i, of[i]})
		}
	}
	return increasing(pairs)
}

// nearest applies rule 2 of matchParts. It returns -1 for none.
func (d *difference) nearest(w *wantPart, taken map[int]bool) int {
	common := map[int]int{}
	var order []int
	for _, cluster := range w.clusters {
		if i, known := d.partOf[objectCluster{w.object, cluster}]; known && !taken[i] {
			if common[i]++; common[i] == 1 {
				order = append(order, i)
			}
		}
	}
	best, most := -1, 0
	for _, i := range order {
		score := common[i]
		switch g := &d.parts[i]; {
		case strings.TrimSuffix(g.rest, "\n") == strings.TrimSuffix(w.rest, "\n"):
			score += 2 * len(w.clusters)
		case strings.HasPrefix(g.rest, unchangedMark) == strings.HasPrefix(w.rest, unchangedMark):
			score += len(w.clusters)
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}

// edits returns the lines of a file and of the outcome: those of pairs of parts are compared with each other, then those between the pairs.
func (d *difference) edits(want, got string) []edit {
	m := &lineMatcher{was: linesOf(want), is: linesOf(got)}
	wasEnd := func(i int) int {
		if i+1 < len(d.want) {
			return d.want[i+1].line - 1
		}
		return len(m.was)
	}
	isEnd := func(i int) int {
		if i+1 < len(d.parts) {
			return d.parts[i+1].line - 1
		}
		return len(m.is)
	}
	was, is := 0, 0
	for _, p := range d.matchParts() {
		m.match(was, d.want[p.was].line-1, is, d.parts[p.is].line-1, 0)
		was, is = wasEnd(p.was), isEnd(p.is)
		m.match(d.want[p.was].line-1, was, d.parts[p.is].line-1, is, 0)
	}
	m.match(was, len(m.was), is, len(m.is), 0)
	return m.edits()
}
