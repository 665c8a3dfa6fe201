package typed

import (
	"maps"
	"slices"
	"strconv"
)

// encode decodes v as the converter does, and encodes it.
func (n *node) encode(v any) (any, *partialError) {
	if v == nil {
		return n.zero(), nil
	}
	switch n.kind {
	case structure:
		if m, ok := v.(map[string]any); ok {
			return n.of.encode(m)
		}
	case list:
		if l, ok := v.([]any); ok {
			return n.encodeList(l)
		}
	case mapping:
		if m, ok := v.(map[string]any); ok {
			return n.encodeMap(m)
		}
	default:
		return n.scalar(v, false)
	}
	return nil, n.wrong(v)
}

func (n *node) wrong(v any) *partialError {
	m := &partialError{found: v, expected: n.kind.String()}
	if s, ok := v.(string); ok && n.kind == amount {
		m.expected += beyondLimits(s)
	}
	return m
}

// encode encodes an object with all fields that are not left out.
func (t *Type) encode(m map[string]any) (any, *partialError) {
	out := make(map[string]any, len(t.fields))
	for _, f := range t.fields {
		v := m[f.name]
		e, bad := f.encode(v)
		if bad != nil {
			return nil, bad.under(f.name)
		}
		if !f.omits(v, e) {
			out[f.name] = e
		}
	}
	return out, nil
}

func (n *node) encodeList(l []any) (any, *partialError) {
	if l == nil {
		return nil, nil
	}
	out := make([]any, len(l))
	for i, v := range l {
		e, bad := n.elem.encode(v)
		if bad != nil {
			return nil, bad.under(strconv.Itoa(i))
		}
		out[i] = e
	}
	return out, nil
}

func (n *node) encodeMap(m map[string]any) (any, *partialError) {
	if m == nil {
		return nil, nil
	}
	out := make(map[string]any, len(m))
	for _, key := range sorted(m) { // so that the same one of several errors is returned
		e, bad := n.elem.encode(m[key])
		if bad != nil {
			return nil, bad.under(key)
		}
		out[key] = e
	}
	return out, nil
}

// omits reports whether a field with the value v, and e when encoded, is left out.
//
//  1. A pointer is empty if it is null; a string, a list, a map and bytes if they are empty; a boolean if it is false; a number if
//     it is 0. Nothing else is ever empty.
//  2. A time is zero if it encodes as null.
func (f *field) omits(v, e any) bool {
	switch {
	case f.omitZero && e == nil:
		return true
	case !f.omitEmpty:
		return false
	case f.pointer:
		return v == nil
	}
	switch e := e.(type) {
	case nil:
		return f.kind == list || f.kind == mapping || f.kind == bytes
	case bool:
		return !e
	case int64:
		return e == 0 && f.kind != intOrString
	case string:
		return e == "" && (f.kind == text || f.kind == bytes)
	case []any:
		return len(e) == 0 && f.kind == list
	case map[string]any:
		return len(e) == 0 && f.kind == mapping
	}
	return false
}

// zero returns the encoded zero value.
func (n *node) zero() any {
	if n.pointer {
		return nil
	}
	switch n.kind {
	case text:
		return ""
	case boolean:
		return false
	case int32s, int64s, intOrString:
		return int64(0)
	case amount:
		return "0"
	case structure:
		e, _ := n.of.encode(nil)
		return e
	}
	return nil
}

// isNil reports whether v is a nil map or list.
func isNil(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return v == nil
	case []any:
		return v == nil
	}
	return false
}

func sorted(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
