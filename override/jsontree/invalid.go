package jsontree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// invalidValue is a value that is not JSON, or a limit that the document exceeds. The tokens of its pointer are collected
// from the last to the first.
type invalidValue struct {
	value  any
	limit  string
	tokens []string
}

func (m *invalidValue) under(token string) *invalidValue {
	if m.limit == "" {
		m.tokens = append(m.tokens, token)
	}
	return m
}

func (m *invalidValue) err() error {
	if m.limit != "" {
		return &Error{Reason: m.limit}
	}
	slices.Reverse(m.tokens)
	found := fmt.Sprintf("a Go %T", m.value)
	if f, ok := m.value.(float64); ok {
		found = fmt.Sprintf("the number %v", f)
	}
	return &Error{Where: m.tokens, Reason: fmt.Sprintf("is %s, expected a JSON value (null, bool, int64, float64, string, list or map of those)", found)}
}

// firstInvalid returns the first invalid value of a document in the order of keys, so that the same document has the
// same error. Copying visits keys in random order, which is faster.
func firstInvalid(root any, found *invalidValue) *invalidValue {
	left := MaxSize
	if first := search(root, 0, &left); first != nil {
		return first
	}
	return found
}

func search(v any, depth int, left *int) *invalidValue {
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
	return &invalidValue{value: v}
}
