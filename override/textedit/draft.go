package textedit

import (
	"errors"
	"slices"
)

// document is a text that was read once, and follows its edits.
type document interface {
	root() node
	base() *draft
	check() error // reads the text again and compares
}

// draft is a text in the making.
type draft struct {
	text    []byte // of which the memory is that of the text given, until it is edited
	spare   []byte // memory of a text before
	history history

	looked bool // for the first line break
	broken int  // where it is; the end of the text if there is none
}

// inPlace is how many splices at most are made in the memory of the text. Each moves what stands behind it.
const inPlace = 3

// write edits the text.
func (d *draft) write(s splices) {
	s.sort()
	length, size := len(d.text), len(d.text)+s.growth()
	own := d.history.edits > 0
	d.history.add(s, length)
	d.seek(s)
	if own && len(s) <= inPlace && size <= cap(d.text) {
		for i := len(s) - 1; i >= 0; i-- {
			d.text = slices.Replace(d.text, s[i].start, s[i].end, []byte(s[i].text)...)
		}
		return
	}
	if !own {
		d.text = s.apply(d.text, nil, 0)
		return
	}
	d.text, d.spare = s.apply(d.text, d.spare, size/8), d.text
}

// firstBreak is where the text's first line break is; the end of the text if it has none.
func (d *draft) firstBreak() int {
	if !d.looked {
		d.looked, d.broken = true, lineEnd(d.text, 0)
	}
	return d.broken
}

// newline is the text's first line break, "\n" if it has none.
func (d *draft) newline() string {
	if p := d.firstBreak(); p < len(d.text) {
		return string(d.text[p:skipBreak(d.text, p)])
	}
	return "\n"
}

// lineStart is where the line that p stands in begins. A text may be one line of a megabyte.
func (d *draft) lineStart(p int) int {
	if p <= d.firstBreak() {
		p = 0
	}
	return lineStart(d.text, p)
}

// indentation is what the line that p stands in begins with: its blanks up to p.
func (d *draft) indentation(p int) string {
	start := d.lineStart(p)
	return string(d.text[start:min(skipBlanks(d.text, start), p)])
}

// seek sees where the first line break will be, without looking at the text again if it can.
func (d *draft) seek(s splices) {
	if !d.looked || skipBreak(d.text, d.broken) < s[0].start {
		return
	}
	for _, e := range s {
		if d.looked = e.end <= d.broken && !hasBreak([]byte(e.text)); !d.looked {
			return
		}
	}
	d.broken += s.growth()
}

// carryOut edits a text by one operation after the other, and checks what they have made of it together.
func (p Patch) apply(d document) ([]byte, error) {
	last, marked := -1, isMarked(d.base().text)
	for i, o := range p.operations {
		e, err := o.edit(d.root())
		if err == nil && len(e.splices) > 0 {
			last = i
			d.base().write(e.splices)
			if isMarked(d.base().text) && !marked {
				err = errors.New("a byte order mark inside the text would come to stand before it")
			} else {
				err = e.follow()
			}
		}
		if err != nil {
			return nil, &Error{Index: i, Op: o.op, Path: o.path, Err: err}
		}
	}
	if last >= 0 {
		if err := d.check(); err != nil {
			o := p.operations[last]
			return nil, &Error{Index: last, Op: o.op, Path: o.path, Err: err}
		}
	}
	return d.base().text, nil
}

// ErrNotInPlace is the error of an edit whose text would not read as it must. Such a text is not given away.
var ErrNotInPlace = errors.New("the edit cannot be made in place: the text would read as something else")
