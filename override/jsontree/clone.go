package jsontree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// MaxDepth is how deeply maps and lists may nest: as much as encoding/json decodes.
const MaxDepth = 10000

// Clone copies a document; copy and original share no map and no list. A value that no JSON decoder makes (an int, a
// struct, a map[string]string) is an error that names its place, and so is nesting beyond [MaxDepth], which is also what
// a map that contains itself comes to.
func Clone(v any) (any, error) {
	c, bad := clone(v, 0)
	if bad != nil {
		return nil, bad.err()
	}
	return c, nil
}

func clone(v any, depth int) (any, *misfit) {
	switch v := v.(type) {
	case string, int64, bool, float64, nil:
		return v, nil
	case map[string]any:
		if v == nil {
			return v, nil
		}
		if depth == MaxDepth {
			return nil, &misfit{tooDeep: true}
		}
		m := maps.Clone(v) // much faster than key by key; most values are scalars
		for key, e := range v {
			switch e.(type) {
			case string, int64, bool, float64, nil:
			default:
				c, bad := clone(e, depth+1)
				if bad != nil {
					return nil, bad.under(key)
				}
				m[key] = c
			}
		}
		return m, nil
	case []any:
		if v == nil {
			return v, nil
		}
		if depth == MaxDepth {
			return nil, &misfit{tooDeep: true}
		}
		l := make([]any, len(v))
		for i, e := range v {
			switch e.(type) {
			case string, int64, bool, float64, nil:
				l[i] = e
			default:
				c, bad := clone(e, depth+1)
				if bad != nil {
					return nil, bad.under(strconv.Itoa(i))
				}
				l[i] = c
			}
		}
		return l, nil
	}
	return nil, &misfit{value: v}
}

// misfit is a value that is no JSON, with the tokens of its place gathered from the inside out.
type misfit struct {
	value   any
	tooDeep bool
	tokens  []string
}

func (m *misfit) under(token string) *misfit {
	if !m.tooDeep {
		m.tokens = append(m.tokens, token)
	}
	return m
}

func (m *misfit) err() error {
	if m.tooDeep {
		return &Error{Reason: fmt.Sprintf("nests more than %d levels deep", MaxDepth)}
	}
	slices.Reverse(m.tokens)
	return &Error{Where: m.tokens, Reason: fmt.Sprintf("is a Go %T, no JSON value (null, bool, int64, float64, string, list or map of those)", m.value)}
}
