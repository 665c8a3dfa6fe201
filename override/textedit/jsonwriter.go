package textedit

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonWriter writes values as a text is laid out.
type jsonWriter struct {
	colon, comma  string // with the blanks behind them
	step, newline string
	indent        string // of the line that the value begins on
	wide          bool   // entries stand on lines of their own
}

// writer sees how the text is laid out: the place's own object shows how a colon is written, else the first in the text;
// the first nested line shows the step.
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

// learn takes over how an object or a list separates what it has.
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

// quoted is a text as JSON, and as YAML in double quotes, has it. What HTML might take amiss is written as it is.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string is always JSON
	return strings.TrimSuffix(b.String(), "\n")
}
