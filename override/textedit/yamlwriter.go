package textedit

import "strings"

// yamlWriter formats values in the style of a text.
type yamlWriter struct {
	step    int      // indentation of a map relative to its key
	list    int      // indentation of a list relative to its key
	quotes  bool     // strings and keys in flow style have double quotes
	literal literals // which literal blocks are allowed
}

// key formats a key of an object.
func (w yamlWriter) key(s string, flow bool) string {
	if !w.quotes && isPlain(s, flow) {
		return s
	}
	return inDouble(s)
}

// flow formats a value on one line.
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

// under formats a value below a key, or after a dash of the given width, in a column. It returns the text on that line, and the
// indented lines below. wide is 0 for a key.
func (w yamlWriter) under(v value, column, wide int) (head string, below []string) {
	switch {
	case v.kind == str:
		if head, below, ok := literal(v.text, w.deeper(column, wide)); ok && w.allows(head) {
			return head, below
		}
		if isPlain(v.text, false) {
			return v.text, nil
		}
		return inDouble(v.text), nil
	case v.empty():
		return w.flow(v), nil
	}
	below = w.lines(v, column, wide)
	if wide > 0 {
		return strings.TrimLeft(below[0], " "), below[1:]
	}
	return "", below
}

// deeper returns the column of a map below a key, or after a dash of the given width, in a column.
func (w yamlWriter) deeper(column, wide int) int {
	if wide > 0 {
		return column + wide
	}
	return column + w.step
}

// lines formats a list or map that has entries as lines below a key or dash.
func (w yamlWriter) lines(v value, column, wide int) []string {
	switch {
	case v.kind == object:
		return w.object(v, w.deeper(column, wide))
	case wide > 0:
		return w.items(v, column+wide)
	}
	return w.items(v, column+w.list)
}

// allows reports whether a literal block with a header is allowed.
func (w yamlWriter) allows(head string) bool {
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

// entry formats a key or dash with its value.
func (w yamlWriter) entry(lead string, v value, column, wide int) []string {
	head, below := w.under(v, column, wide)
	if head != "" {
		lead += spaces(max(wide-1, 1)) + head
	}
	return append([]string{lead}, below...)
}
