package jsontree

import (
	"maps"
	"strconv"
)

// MaxDepth is how deeply maps and lists may nest: as much as encoding/json decodes.
const MaxDepth = 10000

// Clone copies a document; copy and original share no map and no list. A value that no JSON decoder makes (an int, a
// struct, a map[string]string, a float64 that is NaN or infinite) is an error that names its place. So is a document beyond [MaxDepth] or [MaxSize], which is
// also what a map that contains itself comes to.
func Clone(v any) (any, error) {
	left := MaxSize
	c, bad := clone(v, 0, &left)
	if bad != nil {
		return nil, firstMisfit(v, bad).err()
	}
	return c, nil
}

func clone(given any, depth int, left *int) (any, *misfit) {
	switch v := given.(type) {
	case string, int64, bool, nil:
		return given, nil
	case float64:
		if !finite(v) {
			return nil, &misfit{value: v}
		}
		return given, nil // which is in an interface already
	case map[string]any:
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
					return nil, (&misfit{value: e}).under(key)
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
	case []any:
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
					return nil, (&misfit{value: f}).under(strconv.Itoa(i))
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
	return nil, &misfit{value: given}
}

// finite reports whether JSON has the number: there is no NaN in it, and no infinity.
func finite(f float64) bool { return f-f == 0 }
