package jsontree

import (
	"maps"
	"strconv"
)

// Tree is an editable view of a document; see the package comment. The zero value is a view of null; so is nil,
// but nil cannot be edited.
type Tree struct {
	root  any
	own   *mark
	spare []mark // unused marks: allocating eight at once is cheaper than one by one
}

// New returns a view of root. It copies nothing and never writes root. The caller must not write root while the view
// is in use, because the view shares every value that no edit has touched.
func New(root any) *Tree { return &Tree{root: root} }

// Root returns the current document. It is shared with the original document and with the view: do not write it. Later
// edits may or may not be visible in it.
func (t *Tree) Root() any {
	return t.root
}

// Get returns the value at p, and whether there is one. The value is shared: do not write it. An empty token is an
// ordinary key; a list index is a number from 0.
func (t *Tree) Get(p Pointer) (any, bool) { return Get(t.Root(), p) }

// Get is [Tree.Get] for a document without edits.
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

// Plain returns p with list indexes as plain numbers from 0 ("+0" as "0", "-1" as the index of the last element), as
// in the pointers of changes. Tokens that find nothing are not altered.
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

// newMark returns a mark of a copied map or list.
func (t *Tree) newMark(value any) *mark {
	if len(t.spare) == 0 {
		t.spare = make([]mark, 8)
	}
	m := &t.spare[0]
	t.spare = t.spare[1:]
	m.value = value
	return m
}

// writableMap returns m if it has a mark, else a copy and its new mark.
func (t *Tree) writableMap(m map[string]any, own *mark) (map[string]any, *mark) {
	if own != nil {
		return m, own
	}
	c := maps.Clone(m)
	if c == nil {
		c = map[string]any{}
	}
	return c, t.newMark(c)
}

// writableList does the same for a list. A copy has capacity for room more elements.
func (t *Tree) writableList(l []any, own *mark, room int) ([]any, *mark) {
	if own != nil {
		return l, own
	}
	c := append(make([]any, 0, len(l)+room), l...)
	return c, t.newMark(c)
}
