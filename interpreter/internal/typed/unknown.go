package typed

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Unknown returns the places of keys that the type does not have, in the order of the names, and at most limit of them. A value of another type has
// none. What is inside an unknown key is not looked at.
func (t *Type) Unknown(v any, limit int) []jsontree.Pointer {
	u := unknown{limit: limit}
	if t != nil {
		u.walk(&node{kind: structure, of: t}, v)
	}
	return u.found
}

// unknown collects unknown keys.
type unknown struct {
	limit int
	path  jsontree.Pointer
	found []jsontree.Pointer
}

func (u *unknown) walk(n *node, v any) {
	switch v := v.(type) {
	case map[string]any:
		if n.kind != structure && n.kind != mapping || n.kind == mapping && !n.elem.holds() {
			return
		}
		for _, key := range sorted(v) {
			inside := n.elem
			if n.kind == structure {
				if inside = nil; n.of.exact.find(key) != nil {
					inside = &n.of.exact.find(key).node
				}
			}
			u.step(key, inside, v[key])
		}
	case []any:
		if n.kind == list && n.elem.holds() {
			for i, e := range v {
				u.step(jsontree.Pointer{}.Index(i)[0], n.elem, e)
			}
		}
	}
}

// step walks into the value of a key. A nil node is an unknown key.
func (u *unknown) step(token string, n *node, v any) {
	if len(u.found) >= u.limit {
		return
	}
	u.path = append(u.path, token)
	if n == nil {
		u.found = append(u.found, slices.Clone(u.path))
	} else {
		u.walk(n, v)
	}
	u.path = u.path[:len(u.path)-1]
}

// holds reports whether a type has structs inside.
func (n *node) holds() bool { return n.kind == structure || n.kind == list || n.kind == mapping }
