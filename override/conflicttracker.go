package override

import (
	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override/jsontree"
)

// conflictTracker replays the changes of a run, keeps the last writers of every place, and records the conflicts by the rules of
// [Result.Conflicts].
type conflictTracker struct {
	conflictLog
	root  *lastWriters
	by    []int // the step of the current change, as the only element
	looks int   // number of comparisons, for tests of the cost
}

// record adds one change.
func (w *conflictTracker) record(c *change) {
	w.begin(c)
	w.by = []int{c.step}
	was, is := value{c.Old, c.Op != jsontree.Add}, value{c.New, c.Op != jsontree.Remove}
	if !c.InList || c.Op == jsontree.Replace {
		w.alter(w.at(c.Pointer), was, is, nil)
		return
	}
	last := len(c.Pointer) - 1
	index, _ := indexOf(c.Pointer[last])
	w.alterItem(w.at(c.Pointer[:last]), index, was, is)
}

// alter records that the current step replaces was by is: in maps and lists, only the places that differ.
func (w *conflictTracker) alter(p *cursor, was, is value, hint *diffPath) {
	w.looks++
	if was.exists && is.exists {
		switch was := was.is.(type) {
		case map[string]any:
			if is, ok := is.is.(map[string]any); ok {
				w.alterMap(p, was, is, hint)
				return
			}
		case []any:
			if is, ok := is.is.([]any); ok {
				w.alterList(p, was, is, hint)
				return
			}
		case string:
			if is, ok := is.is.(string); ok && w.alterImage(p, was, is) {
				return
			}
		}
	}
	if !was.equal(is) {
		w.write(p, "", was, is)
	}
}

func (w *conflictTracker) alterMap(p *cursor, was, is map[string]any, hint *diffPath) {
	for _, key := range sortedKeys(was, is) {
		old, had := was[key]
		new, has := is[key]
		if w.looks++; had && has && isScalar(old) && jsontree.Equal(old, new) {
			continue
		}
		way, _ := hint.at(key)
		w.alter(p.child(key), value{old, had}, value{new, has}, way)
	}
}

// alterList skips the common prefix and suffix of two lists. The elements between are replaced pair by pair, and the remaining
// ones added or removed.
func (w *conflictTracker) alterList(p *cursor, was, is []any, hint *diffPath) {
	begin, first, differs := 0, (*diffPath)(nil), false
	if hint != nil {
		begin, first, differs = hint.index, hint.in, true
	}
	for !differs && begin < min(len(was), len(is)) {
		if first, differs = differ(was[begin], is[begin], 0, &w.looks); !differs {
			begin++
		}
	}
	was, is = was[begin:], is[begin:]
	last := (*diffPath)(nil)
	for len(was) > 0 && len(is) > 0 && (len(was) > 1 || len(is) > 1) {
		way, differs := differ(was[len(was)-1], is[len(is)-1], 0, &w.looks)
		if differs {
			last = way
			break
		}
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	both := min(len(was), len(is))
	for i := range both {
		if w.looks++; i > 0 && isScalar(was[i]) && jsontree.Equal(was[i], is[i]) {
			continue
		}
		way := (*diffPath)(nil)
		switch {
		case i == 0:
			way = first
		case i == both-1 && len(was) == len(is):
			way = last
		}
		w.alter(p.index(begin+i), value{was[i], true}, value{is[i], true}, way)
	}
	for i := len(was) - 1; i >= both; i-- {
		w.alterItem(p, begin+i, value{was[i], true}, value{})
	}
	for i := both; i < len(is); i++ {
		w.alterItem(p, begin+i, value{}, value{is[i], true})
	}
}

// alterItem records that the current step adds or removes an element of a list. The elements after it move.
func (w *conflictTracker) alterItem(list *cursor, index int, was, is value) {
	w.looks++
	if is.exists {
		items := &w.ensure(list).items
		items.Shift(index, 1, 0)
		items.Put(index, &lastWriters{steps: w.by})
		return
	}
	w.write(list.index(index), "", was, is)
	items := &list.node.items // write has created the node
	items.Delete(index)
	items.Shift(index+1, -1, 0)
}

// alterImage records the components of an image reference that the current step changes, each as a place of its own. It reports
// false if the step does not write components.
func (w *conflictTracker) alterImage(p *cursor, was, is string) bool {
	if _, ok := w.trace.stepRuns[w.by[0]].step.Overrider.(ComponentWriter); !ok {
		return false
	}
	old, err := imageparser.Parse(was)
	if err != nil {
		return false
	}
	new, err := imageparser.Parse(is)
	if err != nil {
		return false
	}
	before, after := old.Parts(), new.Parts()
	for _, c := range [...]imageparser.Component{imageparser.Registry, imageparser.Repository, imageparser.Tag, imageparser.Digest} {
		if before.Get(c) != after.Get(c) {
			w.write(p, part+c.String(), value{was, true}, value{is, true})
		}
	}
	return true
}

// part is the prefix of the tokens for components of a string. A string has no keys, so they cannot collide with one.
const part = "part "

// write records that the current step writes a place, or a part of the string there.
func (w *conflictTracker) write(p *cursor, part string, was, is value) {
	path := p
	if part != "" {
		path = p.child(part)
	}
	if was.exists || path.exact() {
		for _, earlier := range path.last {
			w.note(p, earlier, was, is)
		}
	}
	node := w.ensure(path)
	w.inside(node, p, was, is, nil)
	*node = lastWriters{steps: w.by}
	path.last = node.steps
}

// inside records the conflicts with the writers of places inside a place whose value changes from was to is.
func (w *conflictTracker) inside(node *lastWriters, at *cursor, was, is value, hint *diffPath) {
	text := false
	if was.exists {
		_, text = was.is.(string)
	}
	for _, token := range node.inside() {
		w.looks++
		below, inner, old, new := node.get(token), at, was, is // for a part of a string
		way, differs := hint, hint != nil
		if !text {
			inner, old, new = at.child(token), was.child(token), is.child(token)
			way, differs = hint.at(token)
			differs = differs || old.exists != new.exists
		}
		if !differs && old.exists {
			way, differs = differ(old.is, new.is, 0, &w.looks)
		}
		if differs {
			for _, earlier := range below.steps {
				w.note(inner, earlier, old, new)
			}
			w.inside(below, inner, old, new, way)
		}
	}
}

// agree records that a step writes the value that p already has.
func (w *conflictTracker) agree(p jsontree.Pointer, step int) {
	at := w.at(p)
	exact, last := at.exact(), at.last
	node := w.ensure(at)
	if exact {
		node.steps = append(node.steps, step) // the slice is not shared, see record
	} else {
		node.steps = append(append(make([]int, 0, len(last)+1), last...), step)
	}
	for _, token := range node.inside() { // parts
		below := node.get(token)
		below.steps = append(below.steps, step)
	}
}
