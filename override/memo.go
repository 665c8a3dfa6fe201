package override

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// memo is what steps have found out about a long list or a large map of the object, so that those behind them need not go through
// all of it again. It follows every change. Below is the same for what is inside.
//
// What cannot be followed is forgotten: all that is inside a map or list which another one took the place of, and all that is inside
// a list which an element was added to or removed from, but at its end.
type memo struct {
	list  *sequence
	texts *texts
	below map[string]*memo
}

// long is from where on it pays to remember.
const long = 16

// known is the memo of a place, which is given in two parts.
func (r *run) known(p jsontree.Pointer, inside ...string) *memo {
	if r.memo == nil {
		r.memo = &memo{}
	}
	m := r.memo
	for _, tokens := range [...][]string{p, inside} {
		for _, token := range tokens {
			below := m.below[token]
			if below == nil {
				below = &memo{}
				if m.below == nil {
					m.below = map[string]*memo{}
				}
				m.below[token] = below
			}
			m = below
		}
	}
	return m
}

// follow takes in a change.
func (m *memo) follow(c *jsontree.Change) {
	last := len(c.Pointer) - 1
	if last < 0 {
		*m = memo{}
		return
	}
	for depth, token := range c.Pointer[:last] {
		if m.list != nil && m.list.by == byName && depth == last-1 && c.Pointer[last] == "name" {
			if i, err := strconv.Atoi(token); err == nil {
				m.list.rename(i, c.New)
			}
		}
		if m = m.below[token]; m == nil {
			return
		}
	}
	token := c.Pointer[last]
	if m.texts != nil {
		m.texts.follow(token, c)
	}
	if c.InList {
		m.followItem(token, c)
	} else {
		delete(m.below, token)
	}
}

// followItem takes in a change of an element of the list itself.
func (m *memo) followItem(token string, c *jsontree.Change) {
	i, _ := strconv.Atoi(token)
	end := m.list != nil && i >= m.list.len()-1 // the last element, or behind it
	if end || c.Op == jsontree.Replace {
		delete(m.below, token)
	} else {
		m.below = nil
	}
	switch {
	case m.list == nil:
	case c.Op == jsontree.Add:
		m.list.insert(i, c.New)
	case c.Op == jsontree.Remove:
		m.list.remove(i)
	default:
		m.list.replace(i, c.New)
	}
}

// texts is whether a map holds strings only.
type texts struct {
	odd int     // how many values are no strings
	bad *string // the first key of one, if it is known
}

func newTexts(m map[string]any) *texts {
	t := &texts{}
	for _, v := range m {
		if _, ok := v.(string); !ok {
			t.odd++
		}
	}
	return t
}

func (t *texts) follow(key string, c *jsontree.Change) {
	if _, ok := c.Old.(string); !ok && c.Op != jsontree.Add {
		t.odd--
		if t.bad != nil && key == *t.bad {
			t.bad = nil
		}
	}
	if _, ok := c.New.(string); !ok && c.Op != jsontree.Remove {
		t.odd++
		if t.odd == 1 || t.bad != nil && key < *t.bad {
			t.bad = &key
		}
	}
}

// firstOdd is the smallest key of the map whose value is no string, if there is one.
func (t *texts) firstOdd(m map[string]any) (key string, found bool) {
	if t.odd == 0 {
		return "", false
	}
	if t.bad == nil {
		key, _ := firstOdd(m)
		t.bad = &key
	}
	return *t.bad, true
}

// firstOdd is the smallest key of a map whose value is no string, if there is one.
func firstOdd(m map[string]any) (key string, found bool) {
	for k, v := range m {
		if _, ok := v.(string); !ok && (!found || k < key) {
			key, found = k, true
		}
	}
	return key, found
}

// listing is a list of the object as it is now, whose elements can be asked for by what they are called.
type listing struct {
	elements []any
	by       naming
	order    *sequence // of a long list
}

// listing is the list at a place, which is given in two parts.
func (r *run) listing(list []any, by naming, p jsontree.Pointer, inside ...string) listing {
	if len(list) <= long {
		return listing{elements: list, by: by}
	}
	m := r.known(p, inside...)
	if m.list == nil || m.list.by != by {
		m.list = newSequence(list, by)
	}
	return listing{list, by, m.list}
}

// odd is the place of the first element that the list should not hold, or -1.
func (l listing) odd() int {
	if l.order != nil {
		return l.order.firstOdd()
	}
	for i, element := range l.elements {
		if !l.by.holds(element) {
			return i
		}
	}
	return -1
}

// places adds the places of the elements of a name, in order.
func (l listing) places(found []int, name string) []int {
	if l.order != nil {
		for _, n := range l.order.named[name] {
			found = append(found, n.place())
		}
		return found
	}
	for i, element := range l.elements {
		if called, _ := l.by.of(element); called == name {
			found = append(found, i)
		}
	}
	return found
}

// all is the places of the elements of any of the names, which are given as a set, too, in order.
func (l listing) all(names []string, set map[string]bool) []int {
	var found []int
	if l.order == nil || len(names) > len(l.elements)/long {
		for i, element := range l.elements {
			if name, _ := l.by.of(element); set[name] {
				found = append(found, i)
			}
		}
		return found
	}
	for _, name := range names {
		found = l.places(found, name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// first is the place of the first element of a name, or -1.
func (l listing) first(name string) int {
	if l.order != nil {
		if same := l.order.named[name]; len(same) > 0 {
			return same[0].place()
		}
		return -1
	}
	for i, element := range l.elements {
		if called, _ := l.by.of(element); called == name {
			return i
		}
	}
	return -1
}

// strings is the map found at a place, provided that it holds strings only.
func (r *run) strings(at jsontree.Pointer, v any, exists bool) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, notA(at, v, exists, "an object of strings")
	}
	var bad string
	var found bool
	if len(m) <= long {
		bad, found = firstOdd(m)
	} else {
		known := r.known(at)
		if known.texts == nil {
			known.texts = newTexts(m)
		}
		bad, found = known.texts.firstOdd(m)
	}
	if found {
		return nil, notA(at.Child(bad), m[bad], true, "a string")
	}
	return m, nil
}
