package work

import (
	"maps"
	"slices"
)

// reuse returns a value that equals v, and whether it equals from. It shares the maps and lists that are equal at the same place in from, so that
// a revised object keeps only the path to what was revised in memory. Neither is written.
func reuse(v, from any) (same any, equal bool) {
	switch v := v.(type) {
	case map[string]any:
		if f, ok := from.(map[string]any); ok && v != nil && f != nil {
			return reuseMap(v, f)
		}
		return v, false
	case []any:
		if f, ok := from.([]any); ok && v != nil && f != nil {
			return reuseList(v, f)
		}
		return v, false
	}
	switch from.(type) {
	case map[string]any, []any:
		return v, false
	}
	return v, v == from
}

func reuseMap(v, from map[string]any) (any, bool) {
	var own map[string]any
	for key, e := range v {
		f, found := from[key]
		same, equal := reuse(e, f)
		if found && equal {
			continue
		}
		if own == nil {
			own = maps.Clone(from)
		}
		own[key] = same
	}
	switch {
	case own == nil && len(v) == len(from):
		return from, true
	case own == nil:
		own = maps.Clone(from)
	}
	if len(own) != len(v) {
		maps.DeleteFunc(own, func(key string, _ any) bool {
			_, found := v[key]
			return !found
		})
	}
	return own, false
}

func reuseList(v, from []any) (any, bool) {
	var own []any
	for i, e := range v {
		same, equal := e, false
		if i < len(from) {
			same, equal = reuse(e, from[i])
		}
		if equal && own == nil {
			continue
		}
		if own == nil {
			own = append(make([]any, 0, len(v)), from[:i]...)
		}
		own = append(own, same)
	}
	switch {
	case own != nil:
		return own, false
	case len(v) == len(from):
		return from, true
	}
	return slices.Clone(from[:len(v)]), false
}
