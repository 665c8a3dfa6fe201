package textedit

import (
	"bytes"
	"fmt"
	"strings"
)

// putRoot replaces the document. Parsers of a single document ignore the text after it, which may not be YAML and must not
// become part of the new document.
func (p *yamlCursor) putRoot(v value) (edit, error) {
	w, old := p.style(), p.written
	if p.isAbsent(old) {
		return p.rootEdit(v, p.putEmpty(w.root(v, 0)), 0)
	}
	start, end := p.start(old), p.end(old, -1)
	depth := p.column(start)
	if rest := skipSpace(p.text, end); rest < len(p.text) && !isMarker(p.text, rest) && !isDirective(p.text, rest) {
		line := 1 + breaks(p.text[:rest])
		return edit{}, fmt.Errorf("line %d is neither part of the document nor the beginning of another", line)
	}
	if !startsLine(p.text, start) || isCollection(old) && isFlow(old) {
		w.quotes = isCollection(old) && p.writer().quotes
		return p.rootEdit(v, splice{start, end, w.flow(v)}, 0)
	}
	written := depth // spaces before start that stay
	if isCollection(old) {
		depth = p.depth()
		end = p.extent(end, depth)
	}
	if written != depth { // an anchor or tag on a line of its own
		start, written = start-written, 0
	}
	w.literal = p.literalsBelow(end, depth-1)
	lines := w.root(v, depth)
	return p.rootEdit(v, splice{start, end, strings.Join(lines, p.newline())[written:]}, written)
}

// rootEdit returns the edit that replaces the document, in a line that is indented by depth.
func (p *yamlCursor) rootEdit(v value, s splice, depth int) (edit, error) {
	return p.newEdit(splices{s}, func() error {
		return p.replaceNode(v, spaces(depth), s.start, skipBreak(p.text, s.start+len(s.text)), "")
	})
}

// isMarker reports whether the line that begins at p begins with --- or ... .
func isMarker(text []byte, p int) bool {
	return p == lineStart(text, p) && (bytes.HasPrefix(text[p:], []byte("---")) || bytes.HasPrefix(text[p:], []byte("...")))
}

// isDirective reports whether the line that begins at p has a directive of the next document, which parsers read even without ... above it.
func isDirective(text []byte, p int) bool { return p == lineStart(text, p) && text[p] == '%' }

// root returns the lines of a whole document.
func (w yamlWriter) root(v value, column int) []string {
	switch {
	case v.empty():
		return []string{spaces(column) + w.flow(v)}
	case v.kind == object:
		return w.object(v, column)
	}
	return w.items(v, column)
}

// putEmpty writes an empty document: below the line that opens it, or at the end of the text.
func (p *yamlCursor) putEmpty(lines []string) splice {
	end := p.newline()
	for line := p.head; !p.empty && line < len(p.columns.lines); line++ {
		if at := p.columns.lines[line]; bytes.HasPrefix(p.text[at:], []byte("---")) {
			if at = lineEnd(p.text, at); at == len(p.text) {
				return splice{at, at, p.below(lines)}
			}
			at = skipBreak(p.text, at)
			return splice{at, at, strings.Join(lines, end) + end}
		}
	}
	at := len(p.text)
	if at > p.columns.lines[0] && !isBreak(p.text[at-1]) {
		return splice{at, at, p.below(lines)}
	}
	return splice{at, at, strings.Join(lines, end) + end}
}
