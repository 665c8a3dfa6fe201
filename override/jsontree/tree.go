package jsontree

import (
	"maps"
	"slices"
	"strconv"
)

// Tree is a view of a document that can be edited; see the package comment. The zero value views null.
type Tree struct {
	root any
	own  *owned
	edit edit // the one that is being carried out
}

// New is a view of root. Nothing is copied and root is never written; it must not be written by others while the view
// is in use, because what no edit touched is read from it.
func New(root any) *Tree { return &Tree{root: root} }

// Root is the document as it is now. It shares with the document that the view was made of and with the view: read it,
// never write it. Later edits may or may not show in it.
func (t *Tree) Root() any { return t.root }

// Fork is a second view of the document as it is now. Edits of one are not seen in the other.
func (t *Tree) Fork() *Tree {
	t.own = nil
	return New(t.root)
}

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

// owned marks one map or list that the view has copied and may write in place, and those below it. There are few of them,
// so they are looked for one by one; most often there are one or two, which have their room here.
type owned struct {
	first [2]ownedBelow
	more  []ownedBelow
}

type ownedBelow struct {
	key   string // in a map
	index int    // in a list
	own   *owned // nil: there is none
}

// below finds the mark at a key (index 0), or at an index (key "").
func (o *owned) below(key string, index int) *ownedBelow {
	if o == nil {
		return nil
	}
	for i := range o.first {
		if b := &o.first[i]; b.own != nil && b.key == key && b.index == index {
			return b
		}
	}
	for i := range o.more {
		if b := &o.more[i]; b.own != nil && b.key == key && b.index == index {
			return b
		}
	}
	return nil
}

// get is what is owned at a key, or at an index.
func (o *owned) get(key string, index int) *owned {
	if b := o.below(key, index); b != nil {
		return b.own
	}
	return nil
}

// set marks what is owned at a key, or at an index; nil takes the mark away.
func (o *owned) set(key string, index int, own *owned) {
	switch b := o.below(key, index); {
	case b != nil:
		b.own = own
	case own == nil:
	case o.first[0].own == nil:
		o.first[0] = ownedBelow{key, index, own}
	case o.first[1].own == nil:
		o.first[1] = ownedBelow{key, index, own}
	default:
		o.more = append(o.more, ownedBelow{key, index, own})
	}
}

// shift moves the marks from an index on by so many places.
func (o *owned) shift(from, by int) {
	for i := range o.first {
		if o.first[i].index >= from {
			o.first[i].index += by
		}
	}
	for i := range o.more {
		if o.more[i].index >= from {
			o.more[i].index += by
		}
	}
}

// writableMap gives the map itself when it is owned, else a copy that is.
func writableMap(m map[string]any, own *owned) (map[string]any, *owned) {
	if own != nil {
		return m, own
	}
	if m == nil {
		return map[string]any{}, &owned{}
	}
	return maps.Clone(m), &owned{}
}

// writableList does the same for a list. The copy has no spare room, so that growing it never writes behind its end.
func writableList(l []any, own *owned) ([]any, *owned) {
	if own != nil {
		return l, own
	}
	return slices.Clone(l), &owned{}
}
