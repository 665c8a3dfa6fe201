package jsontree

import (
	"maps"
	"strconv"
)

// MaxDepth limits the nesting of maps and lists. It is the limit of encoding/json.
const MaxDepth = 10000

// Clone copies a document; copy and original share no map and no list. A value that no JSON decoder returns (an int, a
// struct, a map[string]string, a float64 that is NaN or infinite) is an error with its pointer. A document beyond
// [MaxDepth] or [MaxSize], such as a map that contains itself, is an error, too.
func Clone(v any) (any, error) {
	left := MaxSize
	c, bad := clone(v, 0, &left)
	if bad != nil {
		return nil, firstInvalid(v, bad).err()
	}
	return c, nil
}

func clone(given any, depth int, left *int) (any, *invalidValue) {
	switch v := given.(type) {
	case string, int64, bool, nil:
		return given, nil
	case float64:
		if !finite(v) {
			return nil, &invalidValue{value: v}
		}
		return given, nil // returning v would allocate an interface
	case map[string]any:
		return cloneMap(v, depth, left)
	case []any:
		return cloneList(v, depth, left)
	}
	return nil, &invalidValue{value: given}
}

func cloneMap(v map[string]any, depth int, left *int) (any, *invalidValue) {
	if v == nil {
		return v, nil
	}
	if bad := enter(len(v), depth, left); bad != nil {
		return nil, bad
	}
	m := maps.Clone(v) // much faster than key by key; most values are scalars
	for key, e := range v {
		switch e := e.(type) {
		case string, int64, bool, nil:
		case float64:
			if !finite(e) {
				return nil, (&invalidValue{value: e}).under(key)
			}
		default:
			c, bad := clone(e, depth+1, left)
			if bad != nil {
				return nil, bad.under(key)
			}
			m[key] = c
		}
	}
	return m, nil
}

func cloneList(v []any, depth int, left *int) (any, *invalidValue) {
	if v == nil {
		return v, nil
	}
	if bad := enter(len(v), depth, left); bad != nil {
		return nil, bad
	}
	l := make([]any, len(v))
	for i, e := range v {
		switch f := e.(type) {
		case string, int64, bool, nil:
			l[i] = e
		case float64:
			if !finite(f) {
				return nil, (&invalidValue{value: f}).under(strconv.Itoa(i))
			}
			l[i] = e
		default:
			c, bad := clone(e, depth+1, left)
			if bad != nil {
				return nil, bad.under(strconv.Itoa(i))
			}
			l[i] = c
		}
	}
	return l, nil
}

// finite reports whether f is a JSON number: not NaN and not infinite.
func finite(f float64) bool { return f-f == 0 }
