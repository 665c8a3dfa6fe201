package jsontree

import (
	"maps"
	"slices"
	"strconv"
)

// Tree is a view of a document that can be edited; see the package comment. The zero value views null, and so does nil, which
// cannot be edited.
type Tree struct {
	root  any
	own   *owned
	spare []owned // room for marks to come: making eight at once is cheaper than one by one
}

// New is a view of root. Nothing is copied and root is never written; it must not be written by others while the view
// is in use, because what no edit touched is read from it.
func New(root any) *Tree { return &Tree{root: root} }

// Root is the document as it is now. It shares with the document that the view was made of and with the view: read it,
// never write it. Later edits may or may not show in it.
func (t *Tree) Root() any {
	if t == nil {
		return nil
	}
	return t.root
}

// Get reads the value at p, and tells whether there is one. The value is shared: read it, never write it. Tokens are taken
// as they are, empty ones too; a list index is a number from 0.
func (t *Tree) Get(p Pointer) (any, bool) { return Get(t.Root(), p) }

// Get is [Tree.Get] for a document that nobody edits.
func Get(root any, p Pointer) (any, bool) {
	v := root
	for _, token := range p {
		switch c := v.(type) {
		case map[string]any:
			child, ok := c[token]
			if !ok {
				return nil, false
			}
			v = child
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(c) {
				return nil, false
			}
			v = c[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// Plain is p with the indexes of lists as plain numbers from 0 ("+0" as "0", "-1" as that of the last element), as the pointers
// of changes have them. What is not there is left as it is.
func (t *Tree) Plain(p Pointer) Pointer {
	plain, v := p, t.Root()
	for depth, token := range p {
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil {
				return plain
			}
			if i < 0 && i >= -len(c) {
				i += len(c)
			}
			if index := strconv.Itoa(i); index != token {
				if &plain[0] == &p[0] {
					plain = p.Child()
				}
				plain[depth] = index
			}
			if v = nil; i >= 0 && i < len(c) {
				v = c[i]
			}
		default:
			return plain
		}
	}
	return plain
}

// owned marks one map or list that the view has copied and may write in place, and leads to the marks of what is inside it. There
// are few of them, most often one or two: up to chained hang together in a chain, any more are in a map (of a map), or stand in a
// row as long as the list, so that they move as its elements do.
type owned struct {
	is     any // the map or list itself, as it is now
	at     ownedKey
	inside *owned // the first of the chain
	beside *owned // the next of the chain that it is in itself
	more   *many
}

// many is the marks that are too many for the chain.
type many struct {
	byKey map[string]*owned
	row   []*owned // by index
}

const chained = 8

// ownedKey is the place of a map or list in the one around it.
type ownedKey struct {
	key   string // in a map
	index int    // in a list
}

// get is the mark at a key (index 0), or at an index (key ""), if there is one.
func (o *owned) get(key string, index int) *owned {
	if o == nil {
		return nil
	}
	at := ownedKey{key, index}
	for m := o.inside; m != nil; m = m.beside {
		if m.at == at {
			return m
		}
	}
	if o.more == nil { // which is quicker to see than to look it up
		return nil
	}
	if index < len(o.more.row) {
		return o.more.row[index]
	}
	return o.more.byKey[key]
}

// lookup is what the map of a mark holds at a key, and its mark if it has one. The marks are asked first, which is quicker.
func (o *owned) lookup(m map[string]any, key string) (v any, own *owned, found bool) {
	if own = o.get(key, 0); own != nil {
		return own.is, own, true
	}
	v, found = m[key]
	return v, nil, found
}

// add puts a new mark where there is none.
func (o *owned) add(key string, index int, m *owned) {
	m.at = ownedKey{key, index}
	length := 0
	for c := o.inside; c != nil; c = c.beside {
		length++
	}
	if length < chained {
		m.beside, o.inside = o.inside, m
		return
	}
	if o.more == nil {
		o.more = &many{}
	}
	if _, isList := o.is.([]any); isList {
		if more := index + 1 - len(o.more.row); more > 0 {
			o.more.row = append(o.more.row, make([]*owned, more)...)
		}
		o.more.row[index] = m
		return
	}
	if o.more.byKey == nil {
		o.more.byKey = map[string]*owned{}
	}
	o.more.byKey[key] = m
}

// drop takes a mark away, if there is one.
func (o *owned) drop(key string, index int) {
	at := ownedKey{key, index}
	for m := &o.inside; *m != nil; m = &(*m).beside {
		if (*m).at == at {
			*m = (*m).beside
			return
		}
	}
	if o.more == nil {
		return
	}
	delete(o.more.byKey, key)
	if index < len(o.more.row) {
		o.more.row[index] = nil
	}
}

// inserted moves the marks from an index on up by one, because an element was put there.
func (o *owned) inserted(index int) {
	for m := o.inside; m != nil; m = m.beside {
		if m.at.index >= index {
			m.at.index++
		}
	}
	if o.more != nil && index < len(o.more.row) {
		o.more.row = slices.Insert(o.more.row, index, nil)
	}
}

// deleted moves the marks behind an index down by one, because the element there is gone; its own mark was dropped.
func (o *owned) deleted(index int) {
	for m := o.inside; m != nil; m = m.beside {
		if m.at.index > index {
			m.at.index--
		}
	}
	if o.more != nil && index < len(o.more.row) {
		o.more.row = slices.Delete(o.more.row, index, index+1)
	}
}

// mark is a new mark, of a copy, with nothing inside it.
func (t *Tree) mark(is any) *owned {
	if len(t.spare) == 0 {
		t.spare = make([]owned, 8)
	}
	m := &t.spare[0]
	t.spare = t.spare[1:]
	m.is = is
	return m
}

// writableMap gives the map itself when it is owned, else a copy that is.
func (t *Tree) writableMap(m map[string]any, own *owned) (map[string]any, *owned) {
	if own != nil {
		return m, own
	}
	c := maps.Clone(m)
	if c == nil {
		c = map[string]any{}
	}
	return c, t.mark(c)
}

// writableList does the same for a list. A copy has room for so many elements more; behind them nothing is shared either.
func (t *Tree) writableList(l []any, own *owned, room int) ([]any, *owned) {
	if own != nil {
		return l, own
	}
	c := append(make([]any, 0, len(l)+room), l...)
	return c, t.mark(c)
}
