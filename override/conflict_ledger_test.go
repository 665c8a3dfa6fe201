package override_test

import (
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// writer is a step, and the data that decides when it acts.
type writer struct {
	origin override.Origin
	rule   string
	tier   override.Tier
	rank   int
}

func (w *writer) before(later *writer) override.Order {
	switch {
	case w.origin.Policy == later.origin.Policy:
		return override.OrderRule
	case w.tier != later.tier:
		return override.OrderTier
	case w.rank != later.rank:
		return override.OrderRank
	}
	return override.OrderName
}

// cell is a value with the last writer of every part.
type cell struct {
	scalar  any
	keys    map[string]*cell
	items   []*cell
	isList  bool
	absent  bool // the value was removed
	writers []*writer
	itself  bool // it was written itself, not as a part of a larger value
}

func newCell(v any, writers ...*writer) *cell {
	c := &cell{writers: writers}
	switch v := v.(type) {
	case map[string]any:
		c.keys = map[string]*cell{}
		for key, child := range v {
			c.keys[key] = newCell(child, writers...)
		}
	case []any:
		c.isList = true
		for _, child := range v {
			c.items = append(c.items, newCell(child, writers...))
		}
	default:
		c.scalar = v
	}
	return c
}

func (c *cell) value() any {
	switch {
	case c.keys != nil:
		m := map[string]any{}
		for key, child := range c.keys {
			if !child.absent {
				m[key] = child.value()
			}
		}
		return m
	case c.isList:
		l := []any{}
		for _, child := range c.items {
			l = append(l, child.value())
		}
		return l
	}
	return c.scalar
}

// ledger has all values and the conflicts so far.
type ledger struct {
	root      *cell
	by        *writer // the running writer
	conflicts []override.Conflict
}

// note records the conflict of a write with the last writer of a cell.
func (l *ledger) note(p jsontree.Pointer, earlier []*writer, was, is override.Write) {
	for _, w := range earlier {
		if w.origin.Policy == l.by.origin.Policy && w.rule == l.by.rule {
			continue
		}
		was.Origin, is.Origin = w.origin, l.by.origin
		l.conflicts = append(l.conflicts, override.Conflict{Pointer: p.Child(), Earlier: was, Later: is, Order: w.before(l.by)})
	}
}

func write(v any, there bool) override.Write { return override.Write{Value: v, Absent: !there} }

// overwrite records the conflicts of a write with the writers inside a cell.
func (l *ledger) overwrite(c *cell, p jsontree.Pointer, is any, there bool) {
	was := write(nil, false)
	if !c.absent {
		was = write(c.value(), true)
	}
	differs := was.Absent == there || there && !jsontree.Equal(was.Value, is)
	if c.itself && differs {
		l.note(p, c.writers, was, write(is, there))
	}
	l.inside(c, p, is, there)
}

func (l *ledger) inside(c *cell, p jsontree.Pointer, is any, there bool) {
	below := map[string]*cell{}
	maps.Copy(below, c.keys)
	for i, item := range c.items {
		below[strconv.Itoa(i)] = item
	}
	for _, token := range slices.Sorted(maps.Keys(below)) {
		v, exists := jsontree.Get(is, jsontree.Pointer{token})
		l.overwrite(below[token], p.Child(token), v, exists && there)
	}
}

// put writes a value to a cell and returns the new cell.
func (l *ledger) put(c *cell, p jsontree.Pointer, is any) *cell {
	m, isMap := is.(map[string]any)
	s, isList := is.([]any)
	switch {
	case !c.absent && jsontree.Equal(c.value(), is):
		return c
	case c.keys != nil && isMap && !c.absent:
		keys := maps.Clone(c.keys)
		for key := range m {
			keys[key] = nil
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if v, stays := m[key]; stays {
				l.putKey(c, p, key, v)
			} else if !c.keys[key].absent {
				l.takeKey(c, p, key)
			}
		}
		return c
	case c.isList && isList && !c.absent:
		l.putList(c, p, s)
		return c
	}
	was := write(nil, false)
	if !c.absent {
		was = write(c.value(), true)
	}
	l.note(p, c.writers, was, write(is, true))
	l.inside(c, p, is, true)
	c = newCell(is, l.by)
	c.itself = true
	return c
}

func (l *ledger) putKey(c *cell, p jsontree.Pointer, key string, v any) {
	if c.keys[key] != nil {
		c.keys[key] = l.put(c.keys[key], p.Child(key), v)
		return
	}
	c.keys[key] = newCell(v, l.by)
	c.keys[key].itself = true
}

func (l *ledger) takeKey(c *cell, p jsontree.Pointer, key string) {
	child := c.keys[key]
	l.note(p.Child(key), child.writers, write(child.value(), true), write(nil, false))
	l.inside(child, p.Child(key), nil, false)
	c.keys[key] = &cell{absent: true, itself: true, writers: []*writer{l.by}}
}

// putList pairs the elements between the common prefix and suffix. Then it removes the remaining ones from the end, or adds them.
func (l *ledger) putList(c *cell, p jsontree.Pointer, is []any) {
	was, _ := c.value().([]any)
	head, tail := 0, 0
	for head < len(was) && head < len(is) && jsontree.Equal(was[head], is[head]) {
		head++
	}
	for tail < len(was)-head && tail < len(is)-head && jsontree.Equal(was[len(was)-1-tail], is[len(is)-1-tail]) {
		tail++
	}
	i := head
	for ; i < len(was)-tail && i < len(is)-tail; i++ {
		c.items[i] = l.put(c.items[i], p.Index(i), is[i])
	}
	for over := len(was) - tail - 1; over >= i; over-- {
		l.takeItem(c, p, over)
	}
	for ; i < len(is)-tail; i++ {
		l.addItem(c, i, is[i])
	}
}

func (l *ledger) addItem(c *cell, i int, v any) {
	item := newCell(v, l.by)
	item.itself = true
	c.items = slices.Insert(c.items, i, item)
}

func (l *ledger) takeItem(c *cell, p jsontree.Pointer, i int) {
	item := c.items[i]
	l.note(p.Index(i), item.writers, write(item.value(), true), write(nil, false))
	l.inside(item, p.Index(i), nil, false)
	c.items = slices.Delete(c.items, i, i+1)
}
