package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// put writes a value in the place of what stands there.
//
//  1. A key that only a merge key brings is written into the map itself.
//  2. In flow style, and in the place of a flow collection, everything is written in flow style.
//  3. A text keeps the quotes of the text that it replaces.
//  4. What needs lines below its key or dash gets them behind the comment on that line; what stood below it goes.
func (p *yamlPlace) put(v value) (splices, error) {
	if p.in != nil && p.at < 0 {
		return p.putBeside(v)
	}
	if err := p.replaceable(); err != nil {
		return nil, err
	}
	if p.in == nil {
		s, err := p.putRoot(v)
		if err != nil {
			return nil, err
		}
		return p.sure(s)
	}
	if isFlow(p.in.node) {
		return p.sure(p.putFlow(v))
	}
	s, err := p.putBlock(v)
	if err != nil {
		return nil, err
	}
	return p.sure(s)
}

// putBeside writes a key into a map that so far has it through a merge key, with the words that it has there, so that every reader
// takes it for the same key.
func (p *yamlPlace) putBeside(v value) (splices, error) {
	key := p.merged.key
	if key.Kind != yamlv3.ScalarNode || key.Anchor != "" {
		return nil, errors.New("the key that << brings is more than words, and cannot be written again")
	}
	words := string(p.text[p.start(key):p.end(key, -1)])
	if strings.ContainsAny(words, "\r\n") {
		words = inDouble(key.Value)
	}
	return p.in.insertEntry(words, v)
}

// rewritten is a text in the quotes of the one before it; ok is false if that had none.
func (p *yamlPlace) rewritten(v value) (written string, ok bool) {
	if v.kind != str || p.written.Kind != yamlv3.ScalarNode {
		return "", false
	}
	if p.written.Style&yamlv3.SingleQuotedStyle != 0 {
		if written, ok := inSingle(v.text); ok {
			return written, true
		}
	}
	if p.written.Style&(yamlv3.SingleQuotedStyle|yamlv3.DoubleQuotedStyle) != 0 {
		return inDouble(v.text), true
	}
	return "", false
}

func (p *yamlPlace) putFlow(v value) splices {
	w := p.in.writer()
	written, ok := p.rewritten(v)
	if !ok {
		if k, _ := p.read(p.written); k == str && p.written.Kind == yamlv3.ScalarNode {
			w.quotes = false // as the text before it
		}
		written = w.flow(v)
	}
	if !p.isNothing(p.written) {
		start := p.start(p.written)
		return splices{{start, p.end(p.written, -1), written}}
	}
	end := p.in.entryEnd((p.at - 1) / 2)
	switch colon := p.colon(p.in.node, p.at-1, -1); {
	case colon < 0:
		return splices{{end, end, ": " + written}}
	case colon+1 == end:
		return splices{{end, end, " " + written}}
	}
	return splices{{end, end, written}}
}

func (p *yamlPlace) putBlock(v value) (splices, error) {
	lead, err := p.lead()
	if err != nil {
		return nil, err
	}
	depth, wide := p.in.depth(), 0
	if p.in.node.Kind == yamlv3.SequenceNode {
		wide = p.in.dashWidth(p.at)
	}
	old := p.written
	block := isCollection(old) && !isFlow(old)
	start, end := lead, lead
	if !p.isNothing(old) {
		start, end = p.start(old), p.end(old, depth)
	}
	after := lineEnd(p.text, end)
	if block {
		after = p.extent(end, depth)
	}
	w := p.style()
	w.literal = p.roomBelow(after, depth)
	head, below := w.under(v, depth, wide)
	if written, ok := p.rewritten(v); ok {
		head, below = written, nil
	} else if isCollection(old) && isFlow(old) && (v.kind == list || v.kind == object) {
		w.quotes = p.writer().quotes
		head, below = w.flow(v), nil
	}

	line := lineEnd(p.text, lead)
	if start > line && !block && len(below) > 0 && hasComment(p.text, end, after) {
		head, below = w.flow(v), nil // so that the comment stays where it is
	}
	switch scalar, b, isBlock := p.lastScalar(old, depth); {
	case p.isNothing(old):
		return splices{{lead, lead, behind(head, wide)}, {line, line, p.below(below)}}, nil
	case start > line && !block && len(below) == 0:
		return splices{{start, end, head}}, nil
	case start > line:
		return splices{{lead, lead, behind(head, wide)}, {line, after, p.below(below)}}, nil
	case block && p.content(old) > line: // its anchor or tag alone stands behind the key
		from := start
		if head == "" {
			from = lead
		}
		return splices{{from, p.properties(old), head}, {line, after, p.below(below)}}, nil
	case block && head == "":
		return splices{{lead, after, p.below(below)}}, nil
	case block:
		return splices{{start, after, head + p.below(below)}}, nil
	case isBlock && scalar == old:
		from := start
		if head == "" {
			from = lead
		}
		return splices{{from, b.header, head}, {lineEnd(p.text, b.header), end, p.below(below)}}, nil
	case head == "":
		if end < len(p.text) && p.text[end] == '\t' { // which may not stand behind every colon
			return splices{{lead, end + 1, " "}, {after, after, p.below(below)}}, nil
		}
		return splices{{lead, end, ""}, {after, after, p.below(below)}}, nil
	}
	return splices{{start, end, head}, {after, after, p.below(below)}}, nil
}

// behind is what follows a colon, or a dash that is so wide.
func behind(head string, wide int) string {
	if head == "" {
		return ""
	}
	return spaces(max(wide-1, 1)) + head
}

// putRoot writes another document. Readers of one document do not look at what follows it, which may be no YAML and become part of what is
// written.
func (p *yamlPlace) putRoot(v value) (splices, error) {
	w, old := p.style(), p.written
	if p.isNothing(old) {
		return p.putFirst(w.root(v, 0)), nil
	}
	start, end := p.start(old), p.end(old, -1)
	depth := p.column(start)
	if rest := skipSpace(p.text, end); rest < len(p.text) && !isMarker(p.text, rest) {
		return nil, fmt.Errorf("line %d is neither part of the document nor the beginning of another", 1+bytes.Count(p.text[:rest], []byte("\n")))
	}
	if !first(p.text, start) || isCollection(old) && isFlow(old) {
		w.quotes = isCollection(old) && p.writer().quotes
		return splices{{start, end, w.flow(v)}}, nil
	}
	if isCollection(old) {
		depth = p.depth()
		end = p.extent(end, depth)
	}
	w.literal = p.roomBelow(end, depth-1)
	lines := w.root(v, depth)
	return splices{{start, end, strings.Join(lines, newline(p.text))[depth:]}}, nil
}

// isMarker tells whether --- or ... stands at p, at the beginning of a line.
func isMarker(text []byte, p int) bool {
	return p == lineStart(text, p) && (bytes.HasPrefix(text[p:], []byte("---")) || bytes.HasPrefix(text[p:], []byte("...")))
}

// root is the lines of a whole document.
func (w yamlWriter) root(v value, column int) []string {
	switch {
	case v.empty():
		return []string{spaces(column) + w.flow(v)}
	case v.kind == object:
		return w.object(v, column)
	}
	return w.items(v, column)
}

// putFirst writes a document where there was nothing: below the line that opens it, or at the end of the text.
func (p *yamlPlace) putFirst(lines []string) splices {
	end := newline(p.text)
	for line := p.head; p.root.Line > 0 && line < len(p.lines); line++ {
		if at := p.lines[line]; bytes.HasPrefix(p.text[at:], []byte("---")) {
			if at = lineEnd(p.text, at); at == len(p.text) {
				return splices{{at, at, p.below(lines)}}
			}
			at = skipBreak(p.text, at)
			return splices{{at, at, strings.Join(lines, end) + end}}
		}
	}
	at := len(p.text)
	if at > p.lines[0] && !isBreak(p.text[at-1]) {
		return splices{{at, at, p.below(lines)}}
	}
	return splices{{at, at, strings.Join(lines, end) + end}}
}
