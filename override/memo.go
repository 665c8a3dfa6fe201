package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// memo caches an index of each long list and large map of the object, so that steps need not read all of it again. It is updated by
// every change. It is a tree: below has the memos of the places inside.
//
// A change drops the memos below a map or list that it replaces, and those below a list in which it adds or removes an element
// anywhere but at the end.
type memo struct {
	list       *sequence
	nonStrings *nonStrings
	below      map[string]*memo
}

// memoAt returns the memo of the place at p followed by the tokens inside.
func (r *run) memoAt(p jsontree.Pointer, inside []string) *memo {
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

// update applies a change to the memo.
func (m *memo) update(c *jsontree.Change) {
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
	if m.nonStrings != nil {
		m.nonStrings.update(token, c)
	}
	if c.InList {
		m.updateItem(token, c)
	} else {
		delete(m.below, token)
	}
}

// updateItem updates the memo by a change of an element of its list.
func (m *memo) updateItem(token string, c *jsontree.Change) {
	i, _ := strconv.Atoi(token)
	end := m.list != nil && i >= m.list.len()-1 // the last element, or after it
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

// nonStrings counts the values of a map that are not strings.
type nonStrings struct {
	count int
	first *string // the smallest key of such a value; nil if unknown
}

func countNonStrings(m map[string]any) *nonStrings {
	t := &nonStrings{}
	for _, v := range m {
		if _, ok := v.(string); !ok {
			t.count++
		}
	}
	return t
}

func (t *nonStrings) update(key string, c *jsontree.Change) {
	if _, ok := c.Old.(string); !ok && c.Op != jsontree.Add {
		t.count--
		if t.first != nil && key == *t.first {
			t.first = nil
		}
	}
	if _, ok := c.New.(string); !ok && c.Op != jsontree.Remove {
		t.count++
		if t.count == 1 || t.first != nil && key < *t.first {
			t.first = &key
		}
	}
}

// firstNonString returns the smallest key whose value is not a string, and false if all are strings.
func (t *nonStrings) firstNonString(m map[string]any) (key string, found bool) {
	if t.count == 0 {
		return "", false
	}
	if t.first == nil {
		key, _ := firstNonString(m)
		t.first = &key
	}
	return *t.first, true
}

// firstNonString returns the smallest key of a map whose value is not a string, and false if all are strings.
func firstNonString(m map[string]any) (key string, found bool) {
	for k, v := range m {
		if _, ok := v.(string); !ok && (!found || k < key) {
			key, found = k, true
		}
	}
	return key, found
}
