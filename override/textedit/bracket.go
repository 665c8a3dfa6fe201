package textedit

import "bytes"

// brackets is a list or an object between brackets: JSON, or YAML in flow style.
type brackets struct {
	text      []byte
	inside    int                          // right behind the opening bracket
	length    int                          // how many entries there are
	entry     func(i int) (start, end int) // of an element, or of a key and its value, without the comma
	separator string                       // between entries where they do not show one
	newline   string
}

// comma is where the comma behind an entry that ends at p stands; -1 if there is none.
func (b brackets) comma(p int) int {
	if p = skipSpace(b.text, p); p < len(b.text) && b.text[p] == ',' {
		return p
	}
	return -1
}

// alone tells whether an entry, its comma and its comment have their lines for themselves.
func (b brackets) alone(i int) bool {
	start, end := b.entry(i)
	if !first(b.text, start) {
		return false
	}
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
	return indentation(b.text, start), b.alone(i)
}

// insert puts a new entry before the i-th, or behind the last. An entry that gets a line of its own stands right below the
// one before it, above the comments that belong to the next.
func (b brackets) insert(i int, item string) splices {
	if b.length == 0 {
		return splices{{b.inside, b.inside, item}}
	}
	indent, alone := b.indent(i)
	end := b.lineBreak(i)
	if i == 0 {
		start, _ := b.entry(0)
		if !alone {
			return splices{{start, start, item + b.between()}}
		}
		top := commentsAbove(b.text, lineStart(b.text, start), 0, b.inside)
		return splices{{top, top, indent + item + "," + end}}
	}
	_, before := b.entry(i - 1)
	comma := b.comma(before)
	switch {
	case !alone || i < b.length && !b.alone(i-1):
		return splices{{before, before, b.between() + item}}
	case comma >= 0:
		p := lineEnd(b.text, comma)
		return splices{{p, p, end + indent + item + ","}}
	}
	p := lineEnd(b.text, before)
	return splices{{before, before, ","}, {p, p, end + indent + item}}
}

// lineBreak is the one that stands before the entry beside the i-th, which a new entry on a line of its own gets as well.
func (b brackets) lineBreak(i int) string {
	start, _ := b.entry(min(i, b.length-1))
	line := lineStart(b.text, start)
	if n := breakBefore(b.text, line); n > 0 {
		return string(b.text[line-n : line])
	}
	return b.newline
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

// remove takes entries away, each with its comma and the comments that belong to it.
//
//  1. An entry that has its lines for itself goes with them and with the comment lines right above. If nothing remains behind it,
//     the comma before it goes, too, unless one stood behind the last entry.
//  2. Any other goes with the space behind the entry before it; the first of the list or of a line, with the space up to the next.
//  3. If nothing remains at all, not even a comment, the brackets close on one line.
//  4. A comment that does not belong to an entry stays.
func (b brackets) remove(gone []bool) splices {
	var s splices
	last := b.length - 1
	for last >= 0 && gone[last] {
		last--
	}
	_, end := b.entry(b.length - 1)
	trailing := b.comma(end) >= 0
	if last >= 0 && last < b.length-1 && !trailing && (b.alone(last+1) || b.commented(last)) && !b.leans(last) {
		_, end := b.entry(last)
		comma := b.comma(end)
		s = append(s, splice{comma, comma + 1, ""})
	}
	if last < 0 {
		if s, ok := b.emptied(); ok {
			return s
		}
	}
	for i := range b.length {
		if !gone[i] {
			continue
		}
		start, end := b.entry(i)
		switch {
		case b.alone(i):
			floor := b.inside
			if i > 0 {
				_, floor = b.entry(i - 1)
			}
			top := commentsAbove(b.text, lineStart(b.text, start), 0, floor)
			below := end
			if comma := b.comma(end); comma >= 0 {
				below = comma
			}
			s = append(s, splice{top, nextLine(b.text, below), ""})
		case i < last && (i == 0 || first(b.text, start) || b.commented(i-1)):
			s = append(s, splice{start, b.upTo(i), ""})
		case last >= 0 && i > 0 && !b.commented(i-1):
			_, before := b.entry(i - 1)
			if i > last && b.leans(i-1) {
				before = b.comma(before) + 1
			}
			s = append(s, splice{before, end, ""})
		default:
			if comma := b.comma(end); comma >= 0 && last < 0 {
				end = comma + 1
			}
			s = append(s, splice{start, end, ""})
		}
	}
	return s
}

// emptied closes the brackets behind the opening one, if they held entries on lines of their own and nothing else.
func (b brackets) emptied() (s splices, ok bool) {
	start, _ := b.entry(0)
	_, end := b.entry(b.length - 1)
	if !b.alone(0) || !b.alone(b.length-1) {
		return nil, false
	}
	if comma := b.comma(end); comma >= 0 {
		end = comma + 1
	}
	below, closing := nextLine(b.text, end), skipSpace(b.text, end)
	top := commentsAbove(b.text, lineStart(b.text, start), 0, b.inside)
	if hasComment(b.text, b.inside, top) || hasComment(b.text, below, closing) {
		return nil, false
	}
	return splices{{b.inside, closing, ""}}, true
}

// leans tells whether an entry ends with a colon that is one of its words only because a comma follows.
func (b brackets) leans(i int) bool {
	_, end := b.entry(i)
	return b.text[end-1] == ':' && b.comma(end) == end
}

// commented tells whether a comment stands between an entry and the next.
func (b brackets) commented(i int) bool {
	_, end := b.entry(i)
	comma := b.comma(end)
	next, _ := b.entry(i + 1)
	return hasComment(b.text, end, comma) || hasComment(b.text, comma+1, next)
}

func hasComment(text []byte, from, to int) bool {
	for p := from; p < to; p++ {
		if text[p] == '#' {
			return true
		}
	}
	return false
}

// upTo is how far an entry goes with what parts it from the next one: up to that, or up to the end of its line if comments follow.
func (b brackets) upTo(i int) int {
	_, end := b.entry(i)
	comma := b.comma(end)
	next, _ := b.entry(i + 1)
	if eol := lineEnd(b.text, comma); eol < next && hasComment(b.text, eol, next) {
		return eol
	}
	return next
}
