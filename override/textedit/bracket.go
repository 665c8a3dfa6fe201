package textedit

import "bytes"

// brackets is a list or an object in brackets: JSON, or YAML in flow style.
type brackets struct {
	*draft
	inside    int                          // the offset after the opening bracket
	length    int                          // the number of entries
	entry     func(i int) (start, end int) // of an element, or of a key and its value, without the comma
	separator string                       // used if the entries do not show one
}

// comma returns the offset of the comma after an entry that ends at p, or -1.
func (b brackets) comma(p int) int {
	if p = skipSpace(b.text, p); p < len(b.text) && b.text[p] == ',' {
		return p
	}
	return -1
}

// gap returns a space if a tag without a value ends at p: a comma directly after it would be part of the tag.
func gap(text []byte, p int) string {
	if word := text[bytes.LastIndexAny(text[:p], " \t\r\n:,[{")+1 : p]; len(word) > 0 && word[0] == '!' {
		return " "
	}
	return ""
}

// ownLines reports whether nothing else is on the lines of an entry, its comma and its comment.
func (b brackets) ownLines(i int) bool {
	start, end := b.entry(i)
	return startsLine(b.text, start) && b.endsLine(end)
}

// endsLine reports whether only a comma and a comment follow on the line where an entry ends.
func (b brackets) endsLine(end int) bool {
	p := skipBlanks(b.text, end)
	if p < len(b.text) && b.text[p] == ',' {
		p = skipBlanks(b.text, p+1)
	} else if comma := b.comma(end); comma >= 0 && bytes.ContainsAny(b.text[end:comma], "\r\n") {
		return false
	}
	return p < len(b.text) && (isBreak(b.text[p]) || b.text[p] == '#')
}

// indent returns the indentation of entries on their own lines; ok reports whether a new entry at i has its own line.
func (b brackets) indent(i int) (indent string, ok bool) {
	if b.length == 0 {
		return "", false
	}
	i = min(i, b.length-1)
	start, _ := b.entry(i)
	return b.indentation(start), b.ownLines(i)
}

// insert inserts an entry before the i-th, or after the last, and returns its offset in the edited text. If it gets its own
// line, it follows directly after the entry before it, above the comments of the next entry.
func (b brackets) insert(i int, item string) (s splices, at int) {
	if b.length == 0 {
		return splices{{b.inside, b.inside, item}}, b.inside
	}
	indent, alone := b.indent(i)
	end := b.lineBreak(i)
	if i == 0 {
		start, _ := b.entry(0)
		if !alone {
			return splices{{start, start, item + b.between()}}, start
		}
		top := commentsAbove(b.text, lineStart(b.text, start), 0, b.inside)
		return splices{{top, top, indent + item + "," + end}}, top + len(indent)
	}
	_, before := b.entry(i - 1)
	comma := b.comma(before)
	switch {
	case !alone || i < b.length && !b.ownLines(i-1):
		between := gap(b.text, before) + b.between()
		return splices{{before, before, between + item}}, before + len(between)
	case comma >= 0:
		p := lineEnd(b.text, comma)
		return splices{{p, p, end + indent + item + ","}}, p + len(end+indent)
	}
	p, separator := lineEnd(b.text, before), gap(b.text, before)+","
	return splices{{before, before, separator}, {p, p, end + indent + item}}, p + len(separator+end+indent)
}

// lineBreak returns the line break for a new entry on its own line: the one before its neighbor.
func (b brackets) lineBreak(i int) string {
	start, _ := b.entry(min(i, b.length-1))
	line := b.lineStart(start)
	if n := breakBefore(b.text, line); n > 0 {
		return string(b.text[line-n : line])
	}
	return b.newline()
}

// between returns the separator of entries on one line.
func (b brackets) between() string {
	if b.length < 2 {
		return b.separator
	}
	_, end := b.entry(0)
	start, _ := b.entry(1)
	comma := b.comma(end)
	if comma != end || skipBlanks(b.text, comma+1) != start {
		return b.separator
	}
	return string(b.text[end:start])
}

func hasComment(text []byte, from, to int) bool {
	for p := from; p < to; p++ {
		if text[p] == '#' {
			return true
		}
	}
	return false
}
