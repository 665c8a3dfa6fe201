package override

import (
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

// known is the memo of a place, which is given in two parts.
func (r *run) known(p jsontree.Pointer, inside []string) *memo {
	if r.memo == nil {
		r.memo = &memo{}
	}
	m := r.memo
	for _, tokens := range [2][]string{p, inside} {
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
