package textedit

import (
	"bytes"
	"strings"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
)

// blockLayout is the layout of the value of a key or dash in block style.
type blockLayout struct {
	lead, line  int  // the offset after the colon or dash, and the end of that line
	start, end  int  // of the value; lead if it is absent
	after       int  // the end of the last line of the value and its comments
	depth, wide int  // the column of the key or dash, and the distance of the value from a dash; 0 for a key
	block       bool // whether the value is a block collection
	commented   bool // whether there are comment lines above the content of the value, below its key or dash
}

func (p *yamlCursor) blockLayout() (s blockLayout, err error) {
	if s.lead, err = p.lead(); err != nil {
		return s, err
	}
	s.line, s.depth = lineEnd(p.text, s.lead), p.in.depth()
	if p.in.node.Kind == yamlv3.SequenceNode {
		s.wide = p.in.dashWidth(p.at)
	}
	s.start, s.end = s.lead, s.lead
	if !p.isAbsent(p.written) {
		s.start, s.end = p.start(p.written), p.end(p.written, s.depth)
	}
	s.after = lineEnd(p.text, s.end)
	if s.block = isCollection(p.written) && !isFlow(p.written); s.block {
		s.after = p.extent(s.end, s.depth)
		return s, nil
	}
	if content := p.content(p.written); s.start > s.line {
		s.commented = hasComment(p.text, s.line, content)
	} else if s.start < content {
		s.commented = hasComment(p.text, p.properties(p.written), content)
	}
	return s, nil
}

// opening returns text that can precede the value in a text of its own.
func (s blockLayout) opening() string {
	if s.wide > 0 {
		return spaces(s.depth) + "-"
	}
	return spaces(s.depth) + "k:"
}

func (p *yamlCursor) putBlock(v value) (edit, error) {
	s, err := p.blockLayout()
	if err != nil {
		return edit{}, err
	}
	head, below := p.asBlock(v, s)
	e := p.replaceBlock(s, head, below)
	return p.newEdit(e, func() error {
		return p.replaceNode(v, s.opening(), s.lead, skipBreak(p.text, e.end()), "")
	})
}

// asBlock formats a value that replaces another one: the text after the key or dash, and the lines below. A list or map that
// replaces one in brackets with entries, or a scalar with a comment on a line of its own, is in brackets if it fits.
func (p *yamlCursor) asBlock(v value, s blockLayout) (head string, below []string) {
	if written, ok := p.inSameQuotes(v); ok {
		return written, nil
	}
	w := p.style()
	w.literal = p.literalsBelow(s.after, s.depth)
	collection := v.kind == list || v.kind == object
	if collection && isCollection(p.written) && isFlow(p.written) {
		w.quotes = p.writer().quotes
		if written := w.flow(v); v.empty() || len(p.written.Content) > 0 && p.fits(s.start, written) {
			return written, nil
		}
		w.quotes = false
	}
	head, below = w.under(v, s.depth, s.wide)
	after := s.start > s.line && hasComment(p.text, s.end, s.after)
	if s.block || len(below) == 0 || !after && !s.commented {
		return head, below
	}
	if written := w.flow(v); !collection || after && !isCollection(p.written) && p.fits(s.start, written) {
		return written, nil // keeps the comment in its place
	}
	if s.commented {
		return "", w.lines(v, s.depth, s.wide)
	}
	comment := p.indentation(s.start) + string(p.text[skipBlanks(p.text, s.end):s.after])
	return "", append([]string{comment}, w.lines(v, s.depth, s.wide)...)
}

// maxFlow is the largest column where a list or map on one line may end in block style.
const maxFlow = 80

// fits reports whether text that begins at an offset does not end after maxFlow.
func (p *yamlCursor) fits(start int, text string) bool {
	return p.column(start)+utf8.RuneCountInString(text) <= maxFlow
}

// replaceBlock replaces a value by head and the lines below.
//
//  1. A value on one line replaces a value below its key or dash. Any other follows the key or dash, and its lines follow the
//     comment there.
//  2. A comment after the header of a block scalar is kept, and so is one after an anchor or tag with the value below.
//  3. A block after its dash is replaced with its comments. The comments around any other value are kept.
func (p *yamlCursor) replaceBlock(s blockLayout, head string, below []string) splices {
	lines := p.below(below)
	from := s.start
	if head == "" {
		from = s.lead
	}
	switch scalar, b, ok := p.lastScalar(p.written, s.depth); {
	case p.isAbsent(p.written):
		return splices{{s.lead, s.lead, after(head, s.wide)}, {s.line, s.line, lines}}
	case s.commented:
		return p.replaceCommented(s, head, lines)
	case s.start > s.line && !s.block && len(below) == 0:
		return splices{{s.start, s.end, head}}
	case s.start > s.line:
		return splices{{s.lead, s.lead, after(head, s.wide)}, {s.line, s.after, lines}}
	case ok && scalar == p.written:
		return splices{p.swap(from, b.header, head), {lineEnd(p.text, b.header), s.end, lines}}
	case s.block && p.content(p.written) > s.line:
		return splices{p.swap(from, p.properties(p.written), head), {s.line, s.after, lines}}
	case s.block:
		return splices{{from, s.after, head + lines}}
	}
	return splices{p.swap(from, s.end, head), {s.after, s.after, lines}}
}

// replaceCommented replaces a value by head and the lines below. Comment lines above the value, or between its anchor or tag and
// its content, stay.
func (p *yamlCursor) replaceCommented(s blockLayout, head, lines string) splices {
	content, properties := p.content(p.written), p.properties(p.written)
	between := s.start < content && hasComment(p.text, properties, content)
	var e splices
	switch {
	case s.start <= s.line && head == "":
		e = splices{p.swap(s.lead, properties, head)}
	case s.start <= s.line, lines == "" && between:
		e = splices{p.swap(s.start, properties, head)}
	case lines == "":
		return splices{{s.start, s.end, head}}
	case between:
		e = splices{{s.lead, s.lead, after(head, s.wide)}, p.cut(s.start, properties)}
	default:
		e, content = splices{{s.lead, s.lead, after(head, s.wide)}}, s.start
	}
	return append(append(e, p.cutContent(content, s)...), splice{s.after, s.after, lines})
}

// cutContent removes the content of a value. A comment after it, or after the header of a block scalar, stays.
func (p *yamlCursor) cutContent(content int, s blockLayout) splices {
	if scalar, b, ok := p.lastScalar(p.written, s.depth); ok && scalar == p.written {
		return splices{p.cut(content, b.header), {lineEnd(p.text, b.header), s.end, ""}}
	}
	return splices{p.cut(content, s.end)}
}

// cut removes text that begins a line: the line if nothing follows, else the text and the blanks after it.
func (t *yamlText) cut(from, to int) splice {
	to = skipBlanks(t.text, to)
	if to == len(t.text) || isBreak(t.text[to]) {
		from = lineStart(t.text, from)
		from -= breakBefore(t.text, from)
	}
	return splice{from, to, ""}
}

// swap replaces the text after a colon or dash by head. If head is empty or ends with a dash, the blanks after the text follow a
// colon or dash; if they contain a tab, which is not allowed there, they are replaced by a space.
func (p *yamlCursor) swap(from, to int, head string) splice {
	blanks := skipBlanks(p.text, to)
	if (head == "" || strings.HasSuffix(" "+head, " -")) && bytes.IndexByte(p.text[to:blanks], '\t') >= 0 {
		return splice{from, blanks, head + " "}
	}
	return splice{from, to, head}
}

// after returns head with the blanks that follow a colon, or a dash of the given width.
func after(head string, wide int) string {
	if head == "" {
		return ""
	}
	return spaces(max(wide-1, 1)) + head
}
