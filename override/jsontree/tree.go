package jsontree

import (
	"maps"
	"strconv"
)

// Tree is a view of a document that can be edited; see the package comment. The zero value views null.
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
func (t *Tree) Root() any { return t.root }

// Get reads the value at p, and tells whether there is one. The value is shared: read it, never write it. Tokens are taken
// as they are, empty ones too; a list index is a number from 0.
func (t *Tree) Get(p Pointer) (any, bool) { return Get(t.root, p) }

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
	plain := p
	for depth, token := range p {
		v, _ := t.Get(plain[:depth])
		list, isList := v.([]any)
		if !isList {
			continue
		}
		i, err := strconv.Atoi(token)
		if err != nil {
			continue
		}
		if i < 0 && i >= -len(list) {
			i += len(list)
		}
		if index := strconv.Itoa(i); index != token {
			plain = plain.Child()
			plain[depth] = index
		}
	}
	return plain
}

// owned marks one map or list that the view has copied and may write in place, and those below it. There are few of them,
// most often one or two, which have their room here.
type owned struct {
	first [2]ownedBelow
	more  map[ownedKey]*owned
}

type ownedKey struct {
	key   string // in a map
	index int    // in a list
}

type ownedBelow struct {
	ownedKey
	own *owned // nil: there is none
}

// get is what is owned at a key (index 0), or at an index (key "").
func (o *owned) get(key string, index int) *owned {
	if o == nil {
		return nil
	}
	at := ownedKey{key, index}
	for i := range o.first {
		if o.first[i].own != nil && o.first[i].ownedKey == at {
			return o.first[i].own
		}
	}
	return o.more[at]
}

// set marks what is owned at a key, or at an index; nil takes the mark away.
func (o *owned) set(key string, index int, own *owned) {
	at := ownedKey{key, index}
	for i := range o.first {
		if o.first[i].own != nil && o.first[i].ownedKey == at {
			o.first[i].own = own
			return
		}
	}
	if own == nil {
		delete(o.more, at)
		return
	}
	if _, marked := o.more[at]; !marked {
		for i := range o.first {
			if o.first[i].own == nil {
				o.first[i] = ownedBelow{at, own}
				return
			}
		}
	}
	if o.more == nil {
		o.more = map[ownedKey]*owned{}
	}
	o.more[at] = own
}

// shift moves the marks from an index on by so many places.
func (o *owned) shift(from, by int) {
	for i := range o.first {
		if o.first[i].index >= from {
			o.first[i].index += by
		}
	}
	if len(o.more) == 0 {
		return
	}
	moved := make(map[ownedKey]*owned, len(o.more))
	for at, own := range o.more {
		if at.index >= from {
			at.index += by
		}
		moved[at] = own
	}
	o.more = moved
}

// mark is a new mark with nothing below it.
func (t *Tree) mark() *owned {
	if len(t.spare) == 0 {
		t.spare = make([]owned, 8)
	}
	m := &t.spare[0]
	t.spare = t.spare[1:]
	return m
}

// writableMap gives the map itself when it is owned, else a copy that is.
func (t *Tree) writableMap(m map[string]any, own *owned) (map[string]any, *owned) {
	if own != nil {
		return m, own
	}
	if m == nil {
		return map[string]any{}, t.mark()
	}
	return maps.Clone(m), t.mark()
}

// writableList does the same for a list. A copy has room for so many elements more; behind them nothing is shared either.
func (t *Tree) writableList(l []any, own *owned, room int) ([]any, *owned) {
	if own != nil {
		return l, own
	}
	return append(make([]any, 0, len(l)+room), l...), t.mark()
}
