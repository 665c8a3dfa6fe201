package textedit_test

import (
	"fmt"
	"strings"
)

// stream is a random text: YAML documents or a JSON value.
type stream struct {
	text      string
	documents []*randomDocument
	comments  []string // all different
}

// randomDocument is a document of a stream.
type randomDocument struct {
	root       entry // as if it were in a collection
	from, to   int   // the document, without its markers
	strange    bool  // it has duplicate keys, or content for which edits may fail
	unfinished bool  // it ends with a literal or folded scalar without a line break
}

// offsets has the offsets of an entry in the text.
type offsets struct {
	above int // of comment lines above that may belong to the entry
	head  int // of its first comment line, or its own line
	at    int // of its key or dash, or of the entry itself
	colon int // after the colon or dash
	from  int // of its value, including properties
	to    int // the end of the value
	end   int // after its last line
	below int // after the comments below that belong to it
}

// writer writes parts and records their offsets.
type writer struct {
	text     []byte
	lineEnd  string
	gap      string // before a comment after a value
	step     int
	run      int // the start of the comment lines directly above, or -1
	comments []string
}

func (w *writer) put(texts ...string) {
	for _, text := range texts {
		w.text = append(w.text, text...)
	}
}

func (w *writer) indent(col int) { w.put(strings.Repeat(" ", col)) }

func (w *writer) comment(before, text string) {
	if text != "" {
		w.comments = append(w.comments, text)
		w.put(before, text)
	}
}

// finish ends a line with blanks and an optional comment.
func (w *writer) finish(comment, trail string) {
	if gap := w.gap; comment != "" {
		if last := w.text[len(w.text)-1]; last == '-' || last == ':' {
			gap = " " // not all parsers accept a tab here
		}
		w.comment(gap, comment)
	}
	w.put(trail, w.lineEnd)
	w.run = -1
}

func (w *writer) commentLines(col int, lines []string) {
	for _, line := range lines {
		if w.run < 0 {
			w.run = len(w.text)
		}
		w.indent(col)
		w.comment("", line)
		w.put(w.lineEnd)
	}
}

// block writes a block collection at a column; a compact one begins on the current line.
func (w *writer) block(p *part, col int, compact bool) {
	keepsBlank := false // blank lines would be part of the scalar above
	for i, e := range p.entries {
		if i > 0 || !compact {
			w.above(e, col, keepsBlank)
			w.indent(col)
		} else {
			e.above, e.head = len(w.text), len(w.text)
		}
		e.at, w.run = len(w.text), -1
		switch {
		case p.shape == list:
			w.put("-")
		case e.explicit:
			w.put("? ", e.key, w.lineEnd)
			w.indent(col)
			w.put(":")
		default:
			w.put(e.key, ":")
		}
		deep := w.value(e, p, col)
		if e.end = len(w.text); deep > col {
			w.commentLines(deep, e.under)
		}
		e.below, keepsBlank = len(w.text), e.value.keeps()
	}
}

func (w *writer) above(e *entry, col int, keepsBlank bool) {
	for range e.blanks {
		if !keepsBlank {
			w.finish("", "")
		}
	}
	if col > 0 && e.margin != "" {
		w.comment("", e.margin)
		w.put(w.lineEnd)
		w.run = -1
	}
	if e.free != "" {
		w.indent(col)
		w.comment("", e.free)
		w.put(w.lineEnd, w.lineEnd)
		w.run = -1
	}
	e.head, e.above = len(w.text), len(w.text)
	if w.run >= 0 {
		e.above = w.run
	}
	w.commentLines(col, e.over)
}

// value writes a value after its colon or dash, and returns the indentation of comments below that belong to the whole entry.
func (w *writer) value(e *entry, in *part, col int) (deep int) {
	p := e.value
	e.colon, e.from, e.to = len(w.text), len(w.text), len(w.text)
	blanks := strings.Repeat(" ", 1+e.wide)
	switch {
	case p.nothing():
		w.finish(e.line, e.trail)
	case p.shape == blockScalar:
		w.put(blanks)
		e.from = len(w.text)
		w.put(p.props, strings.ReplaceAll(p.lines[0], "%d", fmt.Sprint(w.step)))
		w.finish(e.line, e.trail)
		w.lines(p.lines[1:], col+w.step)
		e.to = len(w.text)
		w.put(w.lineEnd)
		return col
	case p.shape == scalar || p.shape == alias || p.flow:
		if e.next {
			w.finish(p.aside, "")
			w.indent(col + w.step)
		} else {
			w.put(blanks)
		}
		e.from = len(w.text)
		w.inline(p, col)
		e.to = len(w.text)
		w.finish(e.line, e.trail)
	default:
		if p.props != "" {
			w.put(blanks, strings.TrimSpace(p.props))
		}
		deep = col + w.step
		if p.compact && in.shape == list {
			w.put(blanks)
			deep = col + 1 + len(blanks)
			w.block(p, deep, true)
		} else {
			w.finish(p.aside, e.trail)
			if p.shape == list && in.shape == object && !p.indented {
				deep = col
			}
			w.block(p, deep, false)
		}
		e.to = len(w.text)
		return deep
	}
	return col + 1
}

// lines writes the lines of a scalar, without the last line break.
func (w *writer) lines(lines []string, col int) {
	for i, line := range lines {
		if i > 0 {
			w.put(w.lineEnd)
		}
		if line != "" {
			w.indent(col)
			w.put(line)
		}
	}
}

// inline writes a scalar, an alias or a flow collection on the current line.
func (w *writer) inline(p *part, col int) {
	w.put(p.props)
	if p.shape == object || p.shape == list {
		w.flow(p, col)
		return
	}
	w.put(p.lines[0])
	if len(p.lines) > 1 {
		w.put(w.lineEnd)
		w.lines(p.lines[1:], col+w.step)
	}
}
