package textedit

import (
	"bytes"
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
	if s.start <= s.line || s.block || len(below) == 0 || !hasComment(p.text, s.end, s.after) {
		return head, below
	}
	if written := w.flow(v); !collection || !isCollection(p.written) && p.fits(s.start, written) {
		return written, nil // keeps the comment in its place
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
//  3. A block after its dash is replaced with its comments. The comment after any other value is kept.
func (p *yamlCursor) replaceBlock(s blockLayout, head string, below []string) splices {
	lines := p.below(below)
	from := s.start
	if head == "" {
		from = s.lead
	}
	switch scalar, b, ok := p.lastScalar(p.written, s.depth); {
	case p.isAbsent(p.written):
		return splices{{s.lead, s.lead, after(head, s.wide)}, {s.line, s.line, lines}}
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

// swap replaces the text after a colon or dash by head. If head is empty, the blanks after the text follow the colon or dash;
// if they contain a tab, which is not allowed there, they are replaced by a space.
func (p *yamlCursor) swap(from, to int, head string) splice {
	blanks := skipBlanks(p.text, to)
	if head == "" && bytes.IndexByte(p.text[to:blanks], '\t') >= 0 {
		return splice{from, blanks, " "}
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
