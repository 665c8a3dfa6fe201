package textedit

import (
	"bytes"
	"encoding/json"
	"strings"
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
	case text:
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
	gone := make([]bool, len(p.node.items))
	for i := range p.node.items {
		gone[i] = p.node.items[i].named(token)
	}
	return p.brackets().remove(gone), nil
}

func (p jsonPlace) removeItem(i int) (splices, error) {
	gone := make([]bool, len(p.node.items))
	gone[i] = true
	return p.brackets().remove(gone), nil
}

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

// jsonWriter writes values as a text is laid out.
type jsonWriter struct {
	colon, comma  string // with the blanks behind them
	step, newline string
	indent        string // of the line that the value begins on
	wide          bool   // entries stand on lines of their own
}

// writer sees how the text is laid out: the place's own object shows how a colon is written, else the first in the text;
// the first nested line shows the step.
func (p jsonPlace) writer() jsonWriter {
	w := jsonWriter{comma: ",", step: "  ", newline: newline(p.text)}
	for _, n := range []*jsonNode{p.root, p.in, p.node} {
		if n != nil {
			w.learn(p.text, n)
		}
	}
	if w.colon == "" {
		w.colon = ":" + w.comma[1:]
	}
	if p.root.items != nil {
		first := p.root.items[0]
		start := first.start
		if first.key != nil {
			start = first.keyStart
		}
		if line := lineStart(p.text, start); line > p.root.start && line < start {
			w.step = strings.TrimPrefix(string(p.text[line:start]), indentation(p.text, p.root.start))
		}
	}
	return w
}

// learn takes over how an object or a list separates what it has.
func (w *jsonWriter) learn(text []byte, n *jsonNode) {
	if len(n.items) == 0 {
		return
	}
	if first := n.items[0]; first.key != nil {
		if gap := text[first.keyStart+len(first.key) : first.start]; !bytes.ContainsAny(gap, "\r\n") {
			w.colon = string(gap)
			if blank := gap[len(gap)-1] != ':'; len(n.items) == 1 {
				w.comma = ","
				if blank {
					w.comma = ", "
				}
			}
		}
	}
	if len(n.items) > 1 {
		next := n.items[1].start
		if n.items[1].key != nil {
			next = n.items[1].keyStart
		}
		switch gap := text[n.items[0].end:next]; {
		case !bytes.ContainsAny(gap, "\r\n"):
			w.comma = string(gap)
		case w.colon != ":" && w.colon != "":
			w.comma = ", "
		}
	}
}

func (w jsonWriter) value(v value) string {
	switch {
	case v.kind == null:
		return "null"
	case v.kind == text:
		return quoted(v.text)
	case v.kind == list && v.empty():
		return "[]"
	case v.kind == object && v.empty():
		return "{}"
	case v.kind != list && v.kind != object:
		return v.text
	}
	open, closing := "[", "]"
	if v.kind == object {
		open, closing = "{", "}"
	}
	inner, separator, end := w, w.comma, ""
	if w.wide {
		inner.indent += w.step
		open += w.newline + inner.indent
		separator = "," + w.newline + inner.indent
		end = w.newline + w.indent
	}
	var b strings.Builder
	b.WriteString(open)
	for i, item := range v.items {
		if i > 0 {
			b.WriteString(separator)
		}
		if v.kind == object {
			b.WriteString(quoted(v.keys[i]) + w.colon)
		}
		b.WriteString(inner.value(item))
	}
	return b.String() + end + closing
}

// quoted is a text as JSON, and as YAML in double quotes, has it. What HTML might take amiss is written as it is.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string is always JSON
	return strings.TrimSuffix(b.String(), "\n")
}
