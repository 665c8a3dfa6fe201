package override

import (
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// writes goes through the changes of a run, knows of every place who wrote it last, and notes the conflicts; their rules are
// at [Result.Conflicts].
type writes struct {
	trace     *trace
	root      *writers
	conflicts []Conflict
	seen      [tiers]*[2]selector.Object // what the policies of a tier were chosen by, once it was asked
	before    int                        // how many of these come from the changes before the one at hand
}

// value is what is at a place, if anything.
type value struct {
	is    any
	there bool
}

func (v value) equal(w value) bool {
	return v.there == w.there && (!v.there || jsontree.Equal(v.is, w.is))
}

func (v value) get(p jsontree.Pointer) value {
	is, there := jsontree.Get(v.is, p)
	return value{is, there && v.there}
}

// follow takes in one change.
func (w *writes) follow(c *change) {
	w.before = len(w.conflicts)
	was, is := value{c.Old, c.Op != jsontree.Added}, value{c.New, c.Op != jsontree.Removed}
	if !c.InList || c.Op == jsontree.Replaced {
		w.alter(c.Pointer, was, is, c.step)
		return
	}
	last := len(c.Pointer) - 1
	index, _ := strconv.Atoi(c.Pointer[last])
	w.alterItem(c.Pointer[:last], index, was, is, c.step)
}

// alter is a step that puts another value at a place: in maps and lists, at the places in which they differ.
func (w *writes) alter(p jsontree.Pointer, was, is value, step int) {
	if was.there && is.there {
		switch was := was.is.(type) {
		case map[string]any:
			if is, ok := is.is.(map[string]any); ok {
				w.alterMap(p, was, is, step)
				return
			}
		case []any:
			if is, ok := is.is.([]any); ok {
				w.alterList(p, was, is, step)
				return
			}
		case string:
			if is, ok := is.is.(string); ok && w.alterImage(p, was, is, step) {
				return
			}
		}
	}
	if !was.equal(is) {
		w.write(p, "", was, is, step)
	}
}

func (w *writes) alterMap(p jsontree.Pointer, was, is map[string]any, step int) {
	keys := maps.Clone(was)
	maps.Copy(keys, is)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		old, had := was[key]
		new, has := is[key]
		w.alter(p.Child(key), value{old, had}, value{new, has}, step)
	}
}

// alterList leaves out what two lists begin and end with alike. Of the rest, one element took the place of the other, and
// then some were added or removed.
func (w *writes) alterList(p jsontree.Pointer, was, is []any, step int) {
	begin := 0
	for begin < min(len(was), len(is)) && jsontree.Equal(was[begin], is[begin]) {
		begin++
	}
	was, is = was[begin:], is[begin:]
	for len(was) > 0 && len(is) > 0 && jsontree.Equal(was[len(was)-1], is[len(is)-1]) {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	both := min(len(was), len(is))
	for i := range both {
		w.alter(p.Index(begin+i), value{was[i], true}, value{is[i], true}, step)
	}
	for i := len(was) - 1; i >= both; i-- {
		w.alterItem(p, begin+i, value{was[i], true}, value{}, step)
	}
	for i := both; i < len(is); i++ {
		w.alterItem(p, begin+i, value{}, value{is[i], true}, step)
	}
}

// alterItem is a step that adds an element to a list, or removes one. Those behind it move.
func (w *writes) alterItem(list jsontree.Pointer, index int, was, is value, step int) {
	at := list.Index(index)
	if is.there {
		w.node(list).shift(index, 1)
		*w.node(at) = writers{steps: []int{step}}
		return
	}
	w.write(at, "", was, is, step)
	delete(w.node(list).below, at[len(list)])
	w.node(list).shift(index, -1)
}

// alterImage is a step that overrides an image. The components that it changes are places of their own.
func (w *writes) alterImage(p jsontree.Pointer, was, is string, step int) bool {
	if _, ok := w.trace.ran[step].step.Overrider.(interface{ writesComponents() }); !ok {
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
			w.write(p, part+c.String(), value{was, true}, value{is, true}, step)
		}
	}
	return true
}

// part is what the names of parts of a text begin with. No key below a text is real, so that they cannot be taken for one.
const part = "part "

// write is a step that puts another value at a place, or at a part of the text there.
func (w *writes) write(p jsontree.Pointer, part string, was, is value, step int) {
	path := p
	if part != "" {
		path = p.Child(part)
	}
	last, exact := w.last(path)
	if was.there || exact {
		for _, earlier := range last {
			w.conflict(p, earlier, was, is, step)
		}
	}
	node := w.node(path)
	w.inside(p, node, p, was, is, step)
	*node = writers{steps: []int{step}}
}

// inside notes the conflicts with those who wrote places inside p. The values are those of p.
func (w *writes) inside(p jsontree.Pointer, node *writers, at jsontree.Pointer, was, is value, step int) {
	for _, token := range slices.Sorted(maps.Keys(node.below)) {
		below, inner := node.below[token], at.Child(token)
		old, new := was.get(inner[len(p):]), is.get(inner[len(p):])
		if text, ok := was.get(at[len(p):]).is.(string); ok { // a part of it
			inner, old, new = at, value{text, true}, is.get(at[len(p):])
		}
		if !old.equal(new) {
			for _, earlier := range below.steps {
				w.conflict(inner, earlier, old, new, step)
			}
		}
		w.inside(p, below, inner, was, is, step)
	}
}

// agree is a step that found its own value at a place.
func (w *writes) agree(p jsontree.Pointer, step int) {
	last, _ := w.last(p)
	node := w.node(p)
	node.steps = append(slices.Clone(last), step)
	for _, below := range node.below { // parts
		below.steps = append(below.steps, step)
	}
}

func (w *writes) conflict(p jsontree.Pointer, earlier int, was, is value, later int) {
	a, b := &w.trace.ran[earlier], &w.trace.ran[later]
	if a.rule == b.rule || w.said(p, a.origin()) {
		return
	}
	w.conflicts = append(w.conflicts, w.trace.hideInConflict(Conflict{
		Pointer: p.Child(), Order: orderOf(a, b, w.identities),
		Earlier: Write{Origin: a.origin(), Value: copyOf(was.is), Absent: !was.there},
		Later:   Write{Origin: b.origin(), Value: copyOf(is.is), Absent: !is.there},
	}))
}

// identities is that of the trace, which has to carry changes out again to know.
func (w *writes) identities(tier Tier) (given, now selector.Object) {
	if w.seen[tier] == nil {
		given, now := w.trace.identities(tier)
		w.seen[tier] = &[2]selector.Object{given, now}
	}
	return w.seen[tier][0], w.seen[tier][1]
}

// said tells whether the change at hand has led to the conflict already, at another part of the text.
func (w *writes) said(p jsontree.Pointer, earlier Origin) bool {
	for _, c := range slices.Backward(w.conflicts[w.before:]) {
		if !c.Pointer.Equal(p) {
			return false
		}
		if c.Earlier.Origin == earlier {
			return true
		}
	}
	return false
}
