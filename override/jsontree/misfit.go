package jsontree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// misfit is a value that is no JSON, with the tokens of its place gathered from the inside out, or a limit that the whole is beyond.
type misfit struct {
	value  any
	limit  string
	tokens []string
}

func (m *misfit) under(token string) *misfit {
	if m.limit == "" {
		m.tokens = append(m.tokens, token)
	}
	return m
}

func (m *misfit) err() error {
	if m.limit != "" {
		return &Error{Reason: m.limit}
	}
	slices.Reverse(m.tokens)
	found := fmt.Sprintf("a Go %T", m.value)
	if f, ok := m.value.(float64); ok {
		found = fmt.Sprintf("the number %v", f)
	}
	return &Error{Where: m.tokens, Reason: fmt.Sprintf("is %s, no JSON value (null, bool, int64, float64, string, list or map of those)", found)}
}

// firstMisfit is the first one of a document that has any, by the order of the keys, so that the same document has the same error. Those
// who copy a document come to its keys in any order, because that is faster.
func firstMisfit(root any, found *misfit) *misfit {
	left := MaxSize
	if first := search(root, 0, &left); first != nil {
		return first
	}
	return found
}

func search(v any, depth int, left *int) *misfit {
	switch v := v.(type) {
	case string, int64, bool, nil:
		return nil
	case float64:
		if finite(v) {
			return nil
		}
	case map[string]any:
		if bad := enter(len(v), depth, left); bad != nil {
			return bad
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if bad := search(v[key], depth+1, left); bad != nil {
				return bad.under(key)
			}
		}
		return nil
	case []any:
		if bad := enter(len(v), depth, left); bad != nil {
			return bad
		}
		for i, e := range v {
			if bad := search(e, depth+1, left); bad != nil {
				return bad.under(strconv.Itoa(i))
			}
		}
		return nil
	}
	return &misfit{value: v}
}
