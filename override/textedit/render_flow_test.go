package textedit_test

import "strings"

// flow writes a flow collection that begins on a line at column col.
func (w *writer) flow(p *part, col int) {
	brackets := map[shape]string{object: "{}", list: "[]"}[p.shape]
	p.open = len(w.text)
	if !p.pair {
		w.put(brackets[:1])
	}
	for i, e := range p.entries {
		switch {
		case p.spread:
			w.startLine(col+w.step, e)
		case i > 0 && e.next && !p.pair:
			w.startLine(col+w.step, nil)
		case i > 0:
			w.put(p.comma[strings.Index(p.comma, ",")+1:])
		case p.padded:
			w.put(" ")
		}
		if e.at = len(w.text); !p.spread {
			e.above, e.head = e.at, e.at
		}
		if e.key != "" {
			w.put(e.key, p.colon)
		}
		e.colon, e.from = len(w.text), len(w.text)
		w.inline(e.value, col+w.step)
		e.to, e.end, e.below = len(w.text), len(w.text), len(w.text)
		if i+1 < len(p.entries) || p.trailing {
			w.put(p.comma[:strings.Index(p.comma, ",")+1])
		}
		if p.spread {
			w.comment(w.gap, e.line)
		}
	}
	switch {
	case p.spread:
		w.startLine(col, nil)
	case p.padded:
		w.put(" ")
	}
	p.close = len(w.text)
	if !p.pair {
		w.put(brackets[1:])
	}
}

// startLine begins a line in brackets, below the comments of its entry.
func (w *writer) startLine(col int, e *entry) {
	w.put(w.lineEnd)
	if e != nil {
		e.above, e.head = len(w.text), len(w.text)
		w.commentLines(col, e.over)
	}
	w.indent(col)
}
