package textedit

import (
	"bytes"

	yamlv3 "go.yaml.in/yaml/v3"
)

// stand is how the value of a key or dash stands in block style.
type blockLayout struct {
	lead, line  int  // right behind the colon or dash, and the end of that line
	start, end  int  // of the value; both are lead where there is none
	after       int  // the end of the last line that goes with it
	depth, wide int  // the column of the key or dash, and how far behind a dash the value begins; 0 for a key
	block       bool // it is a block collection
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

func (p *yamlCursor) putBlock(v value) (edit, error) {
	s, err := p.blockLayout()
	if err != nil {
		return edit{}, err
	}
	head, below := p.asBlock(v, s)
	e := p.replaceBlock(s, head, below)
	return p.newEdit(e, func() error {
		opening := spaces(s.depth) + "k:"
		if s.wide > 0 {
			opening = spaces(s.depth) + "-"
		}
		return p.replaceNode(v, opening, s.lead, skipBreak(p.text, e.end()), "")
	})
}

// asBlock is a value as it is written in the place of what stands there: what goes behind the key or dash, and the lines below.
func (p *yamlCursor) asBlock(v value, s blockLayout) (head string, below []string) {
	if written, ok := p.inSameQuotes(v); ok {
		return written, nil
	}
	w := p.style()
	if isCollection(p.written) && isFlow(p.written) && (v.kind == list || v.kind == object) {
		w.quotes = p.writer().quotes
		return w.flow(v), nil
	}
	w.literal = p.literalsBelow(s.after, s.depth)
	head, below = w.under(v, s.depth, s.wide)
	if s.start > s.line && !s.block && len(below) > 0 && hasComment(p.text, s.end, s.after) {
		return w.flow(v), nil // so that the comment stays where it is
	}
	return head, below
}

// exchange puts head and the lines below in the place of what stands there.
//
//  1. What fits on a line takes the place of a value below its key or dash; else it goes behind the key or dash, and the lines
//     below go below the comment there.
//  2. A block scalar has a comment behind its header, which stays; so does one behind an anchor or tag whose value stands below.
//  3. A block behind its dash goes with its comments. Any other value leaves the comment behind it.
func (p *yamlCursor) replaceBlock(s blockLayout, head string, below []string) splices {
	lines := p.below(below)
	from := s.start
	if head == "" {
		from = s.lead
	}
	switch scalar, b, ok := p.lastScalar(p.written, s.depth); {
	case p.isAbsent(p.written):
		return splices{{s.lead, s.lead, behind(head, s.wide)}, {s.line, s.line, lines}}
	case s.start > s.line && !s.block && len(below) == 0:
		return splices{{s.start, s.end, head}}
	case s.start > s.line:
		return splices{{s.lead, s.lead, behind(head, s.wide)}, {s.line, s.after, lines}}
	case ok && scalar == p.written:
		return splices{p.swap(from, b.header, head), {lineEnd(p.text, b.header), s.end, lines}}
	case s.block && p.content(p.written) > s.line:
		return splices{p.swap(from, p.properties(p.written), head), {s.line, s.after, lines}}
	case s.block:
		return splices{{from, s.after, head + lines}}
	}
	return splices{p.swap(from, s.end, head), {s.after, s.after, lines}}
}

// swap puts head in the place of what stands behind a colon or dash. Without a head, the blanks behind that come to stand there. A tab among
// them may not stand behind every colon, so one space takes their place.
func (p *yamlCursor) swap(from, to int, head string) splice {
	blanks := skipBlanks(p.text, to)
	if head == "" && bytes.IndexByte(p.text[to:blanks], '\t') >= 0 {
		return splice{from, blanks, " "}
	}
	return splice{from, to, head}
}

// behind is what follows a colon, or a dash that is so wide.
func behind(head string, wide int) string {
	if head == "" {
		return ""
	}
	return spaces(max(wide-1, 1)) + head
}
