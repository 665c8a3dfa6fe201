package textedit

import (
	"bytes"
	"encoding/json"
)

// jsonPlace is a value in a JSON text.
type jsonPlace struct {
	*jsonText
	node *jsonNode
	in   *jsonNode // what it stands in
}

var _ place = jsonPlace{}

func (p jsonPlace) kind() kind { return p.node.kind }

func (p jsonPlace) line() int { return 1 + bytes.Count(p.text[:p.node.start], []byte("\n")) }

func (p jsonPlace) key(token string) (place, error) {
	for i := len(p.node.items) - 1; i >= 0; i-- {
		if p.node.items[i].named(token) {
			return jsonPlace{p.jsonText, &p.node.items[i], p.node}, nil
		}
	}
	return nil, nil
}

func (p jsonPlace) length() int { return len(p.node.items) }

func (p jsonPlace) item(i int) (place, error) {
	return jsonPlace{p.jsonText, &p.node.items[i], p.node}, nil
}

func (p jsonPlace) same(v value, strict bool) bool {
	raw := p.text[p.node.start:p.node.end]
	if p.node.kind != v.kind {
		return false
	}
	switch v.kind {
	case number:
		return sameNumber(string(raw), v.text)
	case boolean:
		return string(raw) == v.text
	case str:
		var s string
		return json.Unmarshal(raw, &s) == nil && s == v.text
	case list:
		if len(p.node.items) != len(v.items) {
			return false
		}
		for i, item := range v.items {
			child := jsonPlace{p.jsonText, &p.node.items[i], p.node}
			if strict && item.kind == null || !child.same(item, strict) {
				return false
			}
		}
	case object:
		members := p.members()
		if len(members) != len(v.keys) {
			return false
		}
		for i, key := range v.keys {
			n := members[key]
			if n == nil || !(jsonPlace{p.jsonText, n, p.node}).same(v.items[i], strict) {
				return false
			}
		}
	}
	return true
}

// members are an object's values by key; of equal keys, the last counts.
func (p jsonPlace) members() map[string]*jsonNode {
	all := make(map[string]*jsonNode, len(p.node.items))
	for i := range p.node.items {
		var key string
		_ = json.Unmarshal(p.node.items[i].key, &key) // the text is valid
		all[key] = &p.node.items[i]
	}
	return all
}

func (p jsonPlace) put(v value) (splices, error) {
	w := p.writer()
	w.indent, w.wide = indentation(p.text, p.node.start), p.wide()
	if p.node.kind == object || p.node.kind == list {
		w.wide = bytes.ContainsAny(p.text[p.node.start:p.node.end], "\r\n") || len(p.node.items) == 0 && w.wide
	}
	return splices{{p.node.start, p.node.end, w.value(v)}}, nil
}

// wide tells whether what a place stands in has its entries on lines of their own.
func (p jsonPlace) wide() bool {
	if p.in == nil {
		return bytes.ContainsAny(p.text, "\r\n")
	}
	first := &p.in.items[0]
	start := first.start
	if first.key != nil {
		start = first.keyStart
	}
	return bytes.ContainsAny(p.text[p.in.start:start], "\r\n")
}

func (p jsonPlace) insertKey(token string, v value) (splices, error) {
	return p.insert(len(p.node.items), v, func(w jsonWriter) string { return quoted(token) + w.colon }), nil
}

func (p jsonPlace) insertItem(i int, v value) (splices, error) {
	return p.insert(i, v, func(jsonWriter) string { return "" }), nil
}

func (p jsonPlace) insert(i int, v value, prefix func(jsonWriter) string) splices {
	b, w := p.brackets(), p.writer()
	w.indent, w.wide = b.indent(i)
	b.separator = w.comma
	return b.insert(i, prefix(w)+w.value(v))
}

func (p jsonPlace) removeKey(token string) (splices, error) {
	var gone []int
	for i := range p.node.items {
		if p.node.items[i].named(token) {
			gone = append(gone, i)
		}
	}
	return p.brackets().remove(gone), nil
}

func (p jsonPlace) removeItem(i int) (splices, error) { return p.brackets().remove([]int{i}), nil }

func (p jsonPlace) brackets() brackets {
	return brackets{
		text: p.text, inside: p.node.start + 1, length: len(p.node.items), newline: newline(p.text),
		entry: func(i int) (start, end int) {
			n := &p.node.items[i]
			if n.key != nil {
				return n.keyStart, n.end
			}
			return n.start, n.end
		},
	}
}
