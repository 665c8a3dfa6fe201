package typed

import (
	"encoding/json"
	"strings"
)

// Marshal returns an encoded value, see [Type.Encode], as encoding/json writes the Go type.
//
//  1. The fields of a struct are in the order of the Go type. Keys that it does not have come first, sorted.
//  2. The keys of a map are sorted.
//  3. The characters <, > and & are escaped.
//
// A value that JSON cannot write is an error.
func (t *Type) Marshal(v any) ([]byte, error) {
	var out strings.Builder
	if err := (&node{kind: structure, of: t}).marshal(&out, v); err != nil {
		return nil, err
	}
	return []byte(out.String()), nil
}

func (n *node) marshal(out *strings.Builder, v any) error {
	switch v := v.(type) {
	case map[string]any:
		if n.kind == structure && n.of != nil && v != nil {
			return n.of.marshal(out, v)
		}
		if n.kind == mapping && n.elem.kind == structure && v != nil {
			return marshalKeys(out, v, sorted(v), func(string) *node { return n.elem })
		}
	case []any:
		if n.kind == list && v != nil {
			return n.marshalList(out, v)
		}
	}
	text, err := json.Marshal(v)
	out.Write(text)
	return err
}

// marshal writes an object: unknown keys, then the fields.
func (t *Type) marshal(out *strings.Builder, m map[string]any) error {
	var keys []string
	for _, key := range sorted(m) {
		if t.exact.find(key) == nil {
			keys = append(keys, key)
		}
	}
	for _, f := range t.fields {
		if _, found := m[f.name]; found {
			keys = append(keys, f.name)
		}
	}
	return marshalKeys(out, m, keys, func(key string) *node {
		if f := t.exact.find(key); f != nil {
			return &f.node
		}
		return &node{kind: raw}
	})
}

func marshalKeys(out *strings.Builder, m map[string]any, keys []string, typeOf func(key string) *node) error {
	out.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		out.Write(append(name, ':'))
		if err := typeOf(key).marshal(out, m[key]); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

func (n *node) marshalList(out *strings.Builder, l []any) error {
	out.WriteByte('[')
	for i, v := range l {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := n.elem.marshal(out, v); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	return nil
}
