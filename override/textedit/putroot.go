package textedit

import (
	"bytes"
	"fmt"
	"strings"
)

// putRoot writes another document. Readers of one document do not look at what follows it, which may be no YAML and become
// part of what is written.
func (p *yamlPlace) putRoot(v value) (splices, error) {
	w, old := p.style(), p.written
	if p.isNothing(old) {
		return p.putFirst(w.root(v, 0)), nil
	}
	start, end := p.start(old), p.end(old, -1)
	depth := p.column(start)
	if rest := skipSpace(p.text, end); rest < len(p.text) && !isMarker(p.text, rest) {
		line := 1 + bytes.Count(p.text[:rest], []byte("\n"))
		return nil, fmt.Errorf("line %d is neither part of the document nor the beginning of another", line)
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
