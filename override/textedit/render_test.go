package textedit_test

import (
	"fmt"
	"strings"
)

// stream is a random text: YAML documents, or one of JSON.
type stream struct {
	text     string
	pages    []*page
	comments []string // no two are the same
}

// page is one document of it.
type page struct {
	root       entry // as if it were in a collection
	from, to   int   // the document, without its markers
	strange    bool  // it has what edits may refuse, or keys twice
	unfinished bool  // it ends in a literal or folded scalar without a line end
}

// place is where an entry stands in the text; all are offsets.
type place struct {
	above int // comment lines above that may be taken for the entry's own
	head  int // its comments' first line, or its own
	at    int // its key or dash, or itself
	colon int // behind the colon or dash
	from  int // its value, properties included
	to    int // the value's end
	end   int // behind its last line
	below int // behind the comments below that belong to it
}

// writer writes parts, and notes where they stand.
type writer struct {
	text     []byte
	lineEnd  string
	gap      string // before a comment behind a value
	step     int
	run      int // where the comment lines right above begin; -1: there are none
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

// finish ends a line, with a comment if there is one, and blanks.
func (w *writer) finish(comment, trail string) {
	if gap := w.gap; comment != "" {
		if last := w.text[len(w.text)-1]; last == '-' || last == ':' {
			gap = " " // readers do not always take a tab there
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

// block writes a block collection at a column; a compact one begins on the line that has begun.
func (w *writer) block(p *part, col int, compact bool) {
	keeping := false // blank lines would be part of the scalar above
	for i, e := range p.entries {
		if i > 0 || !compact {
			w.above(e, col, keeping)
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
		e.below, keeping = len(w.text), e.value.keeps()
	}
}

func (w *writer) above(e *entry, col int, keeping bool) {
	for range e.blanks {
		if !keeping {
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

// value writes a value behind its colon or dash, and tells how deep comments below may be to belong to the entry as a whole.
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

// lines writes the lines of a scalar, without the last line end.
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

// inline writes a scalar, an alias or a flow collection where the line stands.
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
