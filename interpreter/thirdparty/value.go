package thirdparty

import (
	"iter"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// or returns v, or a default if v is absent or false.
func or(v, otherwise any) any {
	if v == nil || v == false {
		return otherwise
	}
	return v
}

// same reports whether two values are the same string, number, boolean, or both absent. Two lists or objects never are.
func same(a, b any) bool {
	return isScalar(a) && isScalar(b) && a == b
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// isEmpty reports whether a value is an object or a list without anything in it.
func isEmpty(v any) bool {
	switch t := v.(type) {
	case map[string]any:
		return len(t) == 0
	case []any:
		return len(t) == 0
	}
	return false
}

// inOrder iterates over the members of an object by name, so that the first error is always the same. The object may be written meanwhile.
func inOrder(m map[string]any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

// set writes a member; nil removes it.
func set(m map[string]any, key string, v any) {
	if v == nil {
		delete(m, key)
		return
	}
	m[key] = v
}

// describe describes a value for a message.
func describe(v any) string {
	if v == nil {
		return "absent"
	}
	return jsontree.Describe(v)
}

// key returns a value that tells members of a list apart: the value itself, or one of its own for an object or a list. An absent one is an
// error.
func (r *run) key(v any, of string) any {
	switch v.(type) {
	case nil:
		r.fail(nil, "the %s of a condition is absent, expected a string", of)
	case map[string]any, []any:
		return new(int)
	}
	return v
}
