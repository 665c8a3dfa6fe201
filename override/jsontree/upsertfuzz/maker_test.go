package upsertfuzz

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// maker turns bytes into choices; without more bytes every choice is the first.
type maker struct{ data []byte }

func (m *maker) below(n int) int {
	if len(m.data) == 0 {
		return 0
	}
	b := int(m.data[0]) % n
	m.data = m.data[1:]
	return b
}

func (m *maker) token() string {
	return []string{"a", "b", "0", "", "-", "1", "a/b", "~0", "-1", "c"}[m.below(10)]
}

// value returns a JSON value of at most depth levels.
func (m *maker) value(depth int) any {
	scalars := []any{nil, "x", int64(1), "<&>", int64(1) << 60, 2.5, -1e-9, true}
	choice := m.below(len(scalars) + 4)
	switch {
	case choice < len(scalars):
		return scalars[choice]
	case depth == 0 || choice == len(scalars):
		return map[string]any{}
	case choice == len(scalars)+1:
		return []any{}
	case choice == len(scalars)+2:
		object := map[string]any{}
		for range m.below(4) {
			object[m.token()] = m.value(depth - 1)
		}
		return object
	}
	list := []any{}
	for range m.below(4) {
		list = append(list, m.value(depth-1))
	}
	return list
}

// path returns a pointer that mostly follows existing values, often all but the last token.
func (m *maker) path(doc any) string {
	p := jsontree.Pointer{}
	for v := doc; len(p) < 6 && m.below(8) != 7; {
		token := m.token()
		switch c := v.(type) {
		case map[string]any:
			if keys := slices.Sorted(maps.Keys(c)); len(keys) > 0 && m.below(4) != 3 {
				token = keys[m.below(len(keys))]
			}
			v = c[token]
		case []any:
			if i := m.below(len(c) + 2); i < len(c) {
				token, v = strconv.Itoa(i-len(c)*m.below(2)), c[i]
			}
		default:
			v = nil
		}
		p = append(p, token)
	}
	if m.below(20) == 19 {
		return strings.TrimPrefix(p.String(), "/")
	}
	return p.String()
}
