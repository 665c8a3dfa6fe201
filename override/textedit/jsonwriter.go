package textedit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonWriter formats values in the style of a text.
type jsonWriter struct {
	colon, comma  string // with the blanks after them
	step, newline string
	indent        string // of the line where the value begins
	wide          bool   // entries are on lines of their own
}

// writer returns a writer in the style of the text: the style of colons and commas is that of the nearest object or list, and
// the step is that of the first nested line.
func (p jsonCursor) writer() jsonWriter {
	w := jsonWriter{comma: ",", step: "  ", newline: p.newline()}
	for _, n := range []*jsonNode{p.top, p.in, p.node} {
		if n != nil {
			w.learn(p.jsonText, n)
		}
	}
	if w.colon == "" {
		w.colon = ":" + w.comma[strings.IndexByte(w.comma, ',')+1:]
	}
	if len(p.top.items) > 0 {
		start := p.entryStart(p.top.items[0])
		if line := p.lineStart(start); line > p.start(p.top) && line < start {
			w.step = strings.TrimPrefix(string(p.text[line:start]), p.indentation(p.start(p.top)))
		}
	}
	return w
}

// learn adopts the separators of an object or a list.
func (w *jsonWriter) learn(t *jsonText, n *jsonNode) {
	if len(n.items) == 0 {
		return
	}
	if first := n.items[0]; n.kind == object {
		gap := first.source.text[first.keyEnd:first.start]
		if !bytes.ContainsAny(gap, "\r\n") {
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
		switch gap := t.text[t.end(n.items[0]):t.entryStart(n.items[1])]; {
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
	case v.kind == str:
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

// quoted returns s as a JSON string, which is also a double-quoted YAML scalar. It does not escape characters for HTML.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string is always JSON
	return strings.TrimSuffix(b.String(), "\n")
}
