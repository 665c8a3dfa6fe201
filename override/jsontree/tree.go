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

// owned marks one map or list that the view has copied and may write in place, and those below it.
type owned struct {
	keys    map[string]*owned // of a map, made when there is one
	indexes []*owned          // of a list, nil or as long as the list
}

func (o *owned) key(token string) *owned {
	if o == nil {
		return nil
	}
	return o.keys[token]
}

func (o *owned) setKey(token string, child *owned) {
	if child == nil {
		delete(o.keys, token)
		return
	}
	if o.keys == nil {
		o.keys = make(map[string]*owned, 1)
	}
	o.keys[token] = child
}

func (o *owned) index(i int) *owned {
	if o == nil || i >= len(o.indexes) {
		return nil
	}
	return o.indexes[i]
}

func (o *owned) setIndex(i, length int, child *owned) {
	if o.indexes == nil {
		if child == nil {
			return
		}
		o.indexes = make([]*owned, length)
	}
	o.indexes[i] = child
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
