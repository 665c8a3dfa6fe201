package textedit

import "errors"

// document is a text that was read once, and follows its edits.
type document interface {
	root() place
	page() *draft
	check() error // reads the text again and compares
}

// draft is a text in the making.
type draft struct {
	text    []byte
	spare   []byte // memory of a text before; never that of the one given
	history history
}

// write edits the text.
func (d *draft) write(s splices) {
	edited := s.apply(d.text, d.spare)
	if d.history.edits > 0 {
		d.spare = d.text
	}
	d.history.add(s, len(d.text))
	d.text = edited
}

// carryOut edits a text by one operation after the other. The text is read twice: before the first of them, and after the last that
// writes something.
func (p Patch) carryOut(d document) ([]byte, error) {
	last, marked := -1, isMarked(d.page().text)
	for i, o := range p.operations {
		e, err := o.edit(d.root())
		if err == nil && len(e.splices) > 0 {
			last = i
			d.page().write(e.splices)
			if isMarked(d.page().text) && !marked {
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
	return d.page().text, nil
}

// ErrNotInPlace is an edit that is not made because its text would not read as it must. The text can only be written by hand.
var ErrNotInPlace = errors.New("the edit cannot be made in place: the text would read as something else")
