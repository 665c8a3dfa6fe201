package textedit

import "bytes"

// brackets is a list or an object between brackets: JSON, or YAML in flow style.
type brackets struct {
	*draft
	inside    int                          // right behind the opening bracket
	length    int                          // how many entries there are
	entry     func(i int) (start, end int) // of an element, or of a key and its value, without the comma
	separator string                       // between entries where they do not show one
}

// comma is where the comma behind an entry that ends at p stands; -1 if there is none.
func (b brackets) comma(p int) int {
	if p = skipSpace(b.text, p); p < len(b.text) && b.text[p] == ',' {
		return p
	}
	return -1
}

// alone tells whether an entry, its comma and its comment have their lines for themselves.
func (b brackets) ownLines(i int) bool {
	start, end := b.entry(i)
	return startsLine(b.text, start) && b.endsLine(end)
}

// closed tells whether nothing but its comma and a comment follows an entry on the line that it ends on.
func (b brackets) endsLine(end int) bool {
	p := skipBlanks(b.text, end)
	if p < len(b.text) && b.text[p] == ',' {
		p = skipBlanks(b.text, p+1)
	} else if comma := b.comma(end); comma >= 0 && bytes.ContainsAny(b.text[end:comma], "\r\n") {
		return false
	}
	return p < len(b.text) && (isBreak(b.text[p]) || b.text[p] == '#')
}

// indent is the indentation of entries that stand on lines of their own; ok tells whether a new one at i does.
func (b brackets) indent(i int) (indent string, ok bool) {
	if b.length == 0 {
		return "", false
	}
	i = min(i, b.length-1)
	start, _ := b.entry(i)
	return b.indentation(start), b.ownLines(i)
}

// insert puts a new entry before the i-th, or behind the last, and tells where it stands then. An entry that gets a line of its own stands
// right below the one before it, above the comments that belong to the next.
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
		between := b.between()
		return splices{{before, before, between + item}}, before + len(between)
	case comma >= 0:
		p := lineEnd(b.text, comma)
		return splices{{p, p, end + indent + item + ","}}, p + len(end+indent)
	}
	p := lineEnd(b.text, before)
	return splices{{before, before, ","}, {p, p, end + indent + item}}, p + len(","+end+indent)
}

// lineBreak is the one that stands before the entry beside the i-th, which a new entry on a line of its own gets as well.
func (b brackets) lineBreak(i int) string {
	start, _ := b.entry(min(i, b.length-1))
	line := b.lineStart(start)
	if n := breakBefore(b.text, line); n > 0 {
		return string(b.text[line-n : line])
	}
	return b.newline()
}

// between is what stands between entries on one line.
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
