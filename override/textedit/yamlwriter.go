package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// yamlWriter writes values as a text is laid out.
type yamlWriter struct {
	step    int  // how much deeper a map stands than the key it belongs to
	list    int  // how much deeper a list stands than its key
	quotes  bool // texts in flow style, and keys there, are in double quotes
	literal room // for literal blocks
}

// style is how the text lays out maps in maps and lists in maps, where it first does either.
func (t *yamlText) style() yamlWriter {
	w := yamlWriter{step: -1, list: -1}
	t.learn(&w, t.root)
	if w.step < 1 {
		w.step = 2
	}
	w.list = max(w.list, 0)
	return w
}

func (t *yamlText) learn(w *yamlWriter, n *yamlv3.Node) {
	for i, c := range n.Content {
		if w.step > 0 && w.list >= 0 {
			return
		}
		if !isCollection(c) || isFlow(c) {
			continue
		}
		if n.Kind == yamlv3.MappingNode && i%2 == 1 {
			switch deeper := t.column(t.content(c)) - t.column(t.content(n)); {
			case c.Kind == yamlv3.MappingNode && w.step < 0:
				w.step = deeper
			case c.Kind == yamlv3.SequenceNode && w.list < 0:
				w.list = deeper
			}
		}
		t.learn(w, c)
	}
}

// key is an object's key.
func (w yamlWriter) key(s string, flow bool) string {
	if !w.quotes && isPlain(s, flow) {
		return s
	}
	return inDouble(s)
}

// flow is a value on one line.
func (w yamlWriter) flow(v value) string {
	switch {
	case v.kind == str && !w.quotes && isPlain(v.text, true):
		return v.text
	case v.kind == str:
		return inDouble(v.text)
	case v.kind == number:
		return plainNumber(v.text)
	case v.kind == boolean:
		return v.text
	case v.kind == null:
		return "null"
	}
	var b strings.Builder
	open, closing := "[", "]"
	if v.kind == object {
		open, closing = "{", "}"
	}
	b.WriteString(open)
	for i, item := range v.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if v.kind == object {
			b.WriteString(w.key(v.keys[i], true) + ": ")
		}
		b.WriteString(w.flow(item))
	}
	return b.String() + closing
}

// under is a value as it stands below a key, or behind a dash that is so wide, in a column: what goes on that line, and the lines below
// with their indentation. wide is 0 for a key.
func (w yamlWriter) under(v value, column, wide int) (head string, below []string) {
	deeper, items := column+w.step, column+w.list
	if wide > 0 {
		deeper, items = column+wide, column+wide
	}
	switch {
	case v.kind == str:
		if head, below, ok := literal(v.text, deeper); ok && w.mayBe(head) {
			return head, below
		}
		if isPlain(v.text, false) {
			return v.text, nil
		}
		return inDouble(v.text), nil
	case v.empty():
		return w.flow(v), nil
	case v.kind == object:
		below = w.object(v, deeper)
	default:
		below = w.items(v, items)
	}
	if wide > 0 {
		return strings.TrimLeft(below[0], " "), below[1:]
	}
	return "", below
}

// mayBe tells whether there is room for a literal block with such a head.
func (w yamlWriter) mayBe(head string) bool {
	switch w.literal {
	case anyLiteral:
		return true
	case noBlankLines:
		return head != "|+"
	}
	return w.literal == noLineBreak && head == "|-"
}

func (w yamlWriter) object(v value, column int) []string {
	var lines []string
	for i, item := range v.items {
		lines = append(lines, w.entry(spaces(column)+w.key(v.keys[i], false)+":", item, column, 0)...)
	}
	return lines
}

func (w yamlWriter) items(v value, column int) []string {
	var lines []string
	for _, item := range v.items {
		lines = append(lines, w.entry(spaces(column)+"-", item, column, 2)...)
	}
	return lines
}

// entry is a key or dash with its value.
func (w yamlWriter) entry(lead string, v value, column, wide int) []string {
	head, below := w.under(v, column, wide)
	if head != "" {
		lead += spaces(max(wide-1, 1)) + head
	}
	return append([]string{lead}, below...)
}
