package override

import (
	"slices"
	"sort"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// places are sorted places of a document. None is inside another.
type places []jsontree.Pointer

// differingPlaces returns the places where two documents differ.
func differingPlaces(a, b any) places {
	var all places
	for c := range jsontree.Diff(a, b) {
		all = append(all, c.Pointer.Child())
	}
	slices.SortFunc(all, slices.Compare[jsontree.Pointer])
	return all
}

// overlap returns the range of the places that contain p or are inside it.
func (all places) overlap(p jsontree.Pointer) (begin, end int) {
	begin = sort.Search(len(all), func(i int) bool { return slices.Compare(all[i], p) >= 0 })
	if begin > 0 && p.HasPrefix(all[begin-1]) {
		return begin - 1, begin
	}
	for end = begin; end < len(all) && all[end].HasPrefix(p); {
		end++
	}
	return begin, end
}

// overlaps reports whether one of the places contains p or is inside it.
func (all places) overlaps(p jsontree.Pointer) bool {
	begin, end := all.overlap(p)
	return begin < end
}

// moved returns where a change of a list moves a place, and false if it removes it.
func moved(p jsontree.Pointer, c *jsontree.Change) (jsontree.Pointer, bool) {
	last := len(c.Pointer) - 1
	if len(p) <= last || !p.HasPrefix(c.Pointer[:last]) {
		return p, true
	}
	at, err := strconv.Atoi(p[last])
	edited, wrong := strconv.Atoi(c.Pointer[last])
	switch {
	case err != nil || wrong != nil || at < edited:
		return p, true
	case c.Op == jsontree.Add:
		at++
	case at == edited:
		return nil, false
	default:
		at--
	}
	return slices.Concat(p[:last], jsontree.Pointer{strconv.Itoa(at)}, p[last+1:]), true
}

// moves has the changes of a run that move other elements of a list.
type moves struct {
	changes []change
	stages  []*Stage // of the steps
}

func (t *trace) moves() moves {
	m := moves{stages: make([]*Stage, len(t.stepRuns))}
	for _, c := range t.changes {
		if c.InList && c.Op != jsontree.Replace {
			m.changes = append(m.changes, c)
		}
	}
	if len(m.changes) == 0 {
		return m
	}
	known, stages := map[*Rule]bool{}, map[*Step]*Stage{}
	for i, s := range t.stepRuns {
		if !known[s.rule] {
			known[s.rule] = true
			s.rule.eachStep(func(stage *Stage, step *Step) { stages[step] = stage })
		}
		m.stages[i] = stages[s.step]
	}
	return m
}

func (r *Rule) eachStep(do func(*Stage, *Step)) {
	for i := range r.Stages {
		for _, lane := range r.Stages[i] {
			for j := range lane {
				do(&r.Stages[i], &lane[j])
			}
		}
	}
}

// end returns where a place of a divergence is at the end of the run, and false if it is gone. The place is given as it is after the stage.
func (m moves) end(d *divergence, p jsontree.Pointer) (jsontree.Pointer, bool) {
	for i := range m.changes {
		c, ok := &m.changes[i], true
		if c.step <= d.step || m.stages[c.step] == m.stages[d.step] {
			continue
		}
		if p, ok = moved(p, &c.Change); !ok {
			return nil, false
		}
	}
	return p, true
}
