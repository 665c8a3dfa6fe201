package typed

import "strconv"

// found is a value for a place. There may be several; each is decoded into the result of the earlier ones.
type found struct {
	value any
	key   string // or the index, under which the value is
	in    int    // which of several objects or lists it is in
}

// decode decodes values into one place, one after the other, as encoding/json does, and encodes the result.
//
//  1. Null is the zero value if there was no value before.
//  2. After other values, it clears a pointer, a list, a map, bytes and a time, and leaves anything else unchanged. Only a string
//     for an integer or string becomes 0.
//  3. Objects are joined field by field, maps key by key with the later value, lists element by element up to the length of the
//     last one. Of anything else the last is used.
//  4. Values that are overwritten must fit nevertheless.
func (n *node) decode(all []found) (e any, bad *partialError) {
	var left []found
	for _, f := range all {
		if f.value != nil && !isNil(f.value) {
			left = append(left, f)
		} else if len(left) > 0 && !n.outlives(left[len(left)-1].value) {
			if _, bad = n.decode(left); bad != nil {
				return nil, bad
			}
			left = nil
		}
	}
	if len(left) == 0 {
		return n.zero(), nil
	}
	switch n.kind {
	case structure, mapping:
		return n.decodeObjects(left)
	case list:
		return n.decodeLists(left)
	}
	for _, f := range left {
		if e, bad = n.scalar(f.value, true); bad != nil {
			return nil, bad.from(f)
		}
	}
	return e, nil
}

// outlives reports whether v stays when null is decoded into its place.
func (n *node) outlives(v any) bool {
	switch n.kind {
	case list, mapping, bytes, instant:
		return false
	case intOrString:
		_, isText := v.(string)
		return !n.pointer && !isText
	}
	return !n.pointer
}

func (n *node) decodeObjects(left []found) (any, *partialError) {
	objects := make([]map[string]any, len(left))
	for i, f := range left {
		m, ok := f.value.(map[string]any)
		if !ok {
			return nil, n.wrong(f.value).from(f)
		}
		objects[i] = m
	}
	if n.kind == mapping {
		return n.decodeMaps(objects, left)
	}
	values := map[string][]found{} // by the name of the field
	for i, m := range objects {
		for _, key := range sorted(m) {
			f := n.of.exact.find(key)
			if f == nil {
				f = n.of.folded[fold(key)]
			}
			if f != nil {
				values[f.name] = append(values[f.name], found{m[key], key, i})
			}
		}
	}
	out := make(map[string]any, len(n.of.fields))
	for _, f := range n.of.fields {
		e, bad := f.decode(values[f.name])
		if bad != nil {
			return nil, bad.within(left)
		}
		if !f.omits(last(values[f.name]), e) {
			out[f.name] = e
		}
	}
	return out, nil
}

// last returns the last value, or null.
func last(values []found) any {
	if len(values) == 0 || isNil(values[len(values)-1].value) {
		return nil
	}
	return values[len(values)-1].value
}

func (n *node) decodeMaps(objects []map[string]any, left []found) (any, *partialError) {
	out := map[string]any{}
	for i, m := range objects {
		for _, key := range sorted(m) {
			e, bad := n.elem.decode([]found{{m[key], key, i}})
			if bad != nil {
				return nil, bad.within(left)
			}
			out[key] = e
		}
	}
	return out, nil
}

func (n *node) decodeLists(left []found) (any, *partialError) {
	var values [][]found // by the index
	for i, f := range left {
		l, ok := f.value.([]any)
		if !ok {
			return nil, n.wrong(f.value).from(f)
		}
		for at := len(l); at < len(values); at++ {
			if _, bad := n.elem.decode(values[at]); bad != nil {
				return nil, bad.within(left)
			}
		}
		values = values[:min(len(l), len(values))]
		for at, v := range l {
			if at == len(values) {
				values = append(values, nil)
			}
			values[at] = append(values[at], found{v, strconv.Itoa(at), i})
		}
	}
	out := make([]any, len(values))
	for at := range values {
		e, bad := n.elem.decode(values[at])
		if bad != nil {
			return nil, bad.within(left)
		}
		out[at] = e
	}
	return out, nil
}
