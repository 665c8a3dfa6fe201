package textedit

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
)

// jsonCursor is a value in a JSON text.
type jsonCursor struct {
	*jsonText
	node *jsonNode
	in   *jsonNode // the list or object around it; nil at the root
}

var _ node = jsonCursor{}

func (p jsonCursor) kind() kind { return p.node.kind }

func (p jsonCursor) line() int { return 1 + breaks(p.text[:p.start(p.node)]) }

func (p jsonCursor) key(token string) (node, error) {
	found := p.find(p.node, token)
	if len(found) == 0 {
		return nil, nil
	}
	return p.item(found[len(found)-1])
}

func (p jsonCursor) length() int { return len(p.node.items) }

func (p jsonCursor) item(i int) (node, error) { return p.child(i), nil }

func (p jsonCursor) child(i int) jsonCursor { return jsonCursor{p.jsonText, p.node.items[i], p.node} }

func (p jsonCursor) same(v value, how equality) bool {
	if p.node.kind != v.kind {
		return false
	}
	switch v.kind {
	case number:
		return sameNumber(string(p.node.raw()), v.text)
	case boolean:
		return string(p.node.raw()) == v.text
	case str:
		var s string
		return json.Unmarshal(p.node.raw(), &s) == nil && s == v.text
	case list:
		if len(p.node.items) != len(v.items) {
			return false
		}
		for i, item := range v.items {
			if how == byTest && item.kind == null || !p.child(i).same(item, how) {
				return false
			}
		}
	case object:
		return p.sameMembers(v, how)
	}
	return true
}

// sameMembers compares objects. The last of equal keys counts. It stops at the first key that is not expected.
func (p jsonCursor) sameMembers(v value, how equality) bool {
	expected, seen := v.members(), 0
	for i := len(p.node.items) - 1; i >= 0; i-- {
		name := p.node.items[i].name()
		item, ok := expected[name]
		switch {
		case !ok:
			return false
		case item == nil: // an earlier one of equal keys
		case !p.child(i).same(*item, how):
			return false
		default:
			expected[name] = nil
			seen++
		}
	}
	return seen == len(v.keys)
}

func (p jsonCursor) put(v value) (edit, error) {
	start, end := p.start(p.node), p.end(p.node)
	w := p.writer(p.nearby()...)
	w.indent, w.wide = p.indentation(start), p.wide()
	if p.node.kind == object || p.node.kind == list {
		w.wide = bytes.ContainsAny(p.text[start:end], "\r\n") || len(p.node.items) == 0 && w.wide
	}
	written, from := w.value(v), p.entryStart(p.node)
	return edit{splices{{start, end, written}}, func() error {
		if p.in == nil {
			fresh, err := p.reread("", start, start+len(written), "")
			p.top = fresh
			return p.verify(fresh, v, err)
		}
		fresh, err := p.rereadItem(p.in.kind, from, start+len(written))
		if err == nil && !bytes.Equal(fresh.key(), p.node.key()) {
			err = ErrNotInPlace
		}
		if err == nil {
			delete(p.keys, p.node)
			*p.node = *fresh
		}
		return p.verify(fresh, v, err)
	}}, nil
}

// nearby returns the value, those next to it, and the list or object around it.
func (p jsonCursor) nearby() []*jsonNode {
	if p.in == nil {
		return []*jsonNode{p.node}
	}
	at := p.start(p.node)
	i := sort.Search(len(p.in.items), func(i int) bool { return p.start(p.in.items[i]) >= at })
	return append([]*jsonNode{p.node}, p.in.around(i)...)
}

// wide reports whether the entries of the list or object around the value are on lines of their own.
func (p jsonCursor) wide() bool {
	if p.in == nil {
		return bytes.ContainsAny(p.text, "\r\n")
	}
	return bytes.ContainsAny(p.text[p.start(p.in):p.entryStart(p.in.items[0])], "\r\n")
}

func (p jsonCursor) insertKey(token string, v value) (edit, error) {
	return p.insert(len(p.node.items), v, func(w jsonWriter) string { return quoted(token) + w.colon }), nil
}

func (p jsonCursor) insertItem(i int, v value) (edit, error) {
	return p.insert(i, v, func(jsonWriter) string { return "" }), nil
}

func (p jsonCursor) insert(i int, v value, prefix func(jsonWriter) string) edit {
	b, w := p.brackets(), p.writer(p.node.around(i)...)
	w.indent, w.wide = b.indent(i)
	b.separator = w.comma
	item := prefix(w) + w.value(v)
	s, at := b.insert(i, item)
	return edit{s, func() error {
		fresh, err := p.rereadItem(p.node.kind, at, at+len(item))
		if err == nil {
			p.node.items = slices.Insert(p.node.items, i, fresh)
			if keys := p.keys.built(p.node); keys != nil {
				keys.add(fresh)
			}
		}
		return p.verify(fresh, v, err)
	}}
}

func (p jsonCursor) removeKey(token string) (edit, error) {
	e := p.remove(p.find(p.node, token))
	if keys := p.keys.built(p.node); keys != nil {
		delete(*keys, token)
	}
	return e, nil
}

func (p jsonCursor) removeItem(i int) (edit, error) { return p.remove([]int{i}), nil }

func (p jsonCursor) remove(gone []int) edit {
	return edit{p.brackets().remove(gone), func() error {
		p.node.items = without(p.node.items, gone, 1)
		return nil
	}}
}

// without removes entries of width nodes each, in place.
func without[T any](entries []T, gone []int, width int) []T {
	remain := entries[:gone[0]*width]
	for i, g := range gone {
		next := len(entries)
		if i+1 < len(gone) {
			next = gone[i+1] * width
		}
		remain = append(remain, entries[(g+1)*width:next]...)
	}
	clear(entries[len(remain):])
	return remain
}

func (p jsonCursor) brackets() brackets {
	return brackets{
		draft: &p.draft, inside: p.start(p.node) + 1, length: len(p.node.items),
		entry: func(i int) (start, end int) { return p.entryStart(p.node.items[i]), p.end(p.node.items[i]) },
	}
}
