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

// writer returns a writer in the style of the text around a place. near has the values that show the indentation there, the
// nearest first; the last resort is the whole text. The colons and commas are those of the nearest object or list.
func (p jsonCursor) writer(near ...*jsonNode) jsonWriter {
	w := jsonWriter{comma: ",", step: "  ", newline: p.newline()}
	for _, n := range []*jsonNode{p.top, p.in, p.node} {
		if n != nil {
			w.learn(p.jsonText, n)
		}
	}
	if w.colon == "" {
		w.colon = ":" + w.comma[strings.IndexByte(w.comma, ',')+1:]
	}
	for _, n := range append(near, p.top) {
		if step, ok := p.step(n); ok {
			w.step = step
			break
		}
	}
	return w
}

// step returns the indentation of the first entry of a list or object relative to the line where that begins; ok is false if
// they are on one line.
func (t *jsonText) step(n *jsonNode) (step string, ok bool) {
	if n == nil || len(n.items) == 0 {
		return "", false
	}
	start, outer := t.entryStart(n.items[0]), t.start(n)
	line := t.lineStart(start)
	if line <= outer || !startsLine(t.text, start) {
		return "", false
	}
	return strings.CutPrefix(string(t.text[line:start]), t.indentation(outer))
}

// around returns the values next to the i-th entry of a list or object, and the list or object itself.
func (n *jsonNode) around(i int) (near []*jsonNode) {
	for _, k := range []int{i - 1, i, i + 1} {
		if k >= 0 && k < len(n.items) {
			near = append(near, n.items[k])
		}
	}
	return append(near, n)
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
