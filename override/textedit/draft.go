package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// document is a parsed text that follows its edits.
type document interface {
	root() node
	base() *draft
	check() (again document, err error) // parses the text again and compares the nodes

	value() (any, error)                          // the decoded value; the text must not have been edited
	names(path jsontree.Pointer) jsontree.Pointer // with the names of keys as they are read
	outside(text []byte) (before, after []byte)   // the parts of the text that do not belong to the document
}

// draft is a text that is being edited.
type draft struct {
	text    []byte // before the first edit, the slice of the caller
	spare   []byte // memory of an earlier text
	history history
	written int // edits that wrote aliases out

	breakKnown bool // whether breakAt is valid
	breakAt    int  // the first line break, or the end of the text
}

// maxInPlace limits the splices of an edit that reuses the memory of the text. Each one moves the bytes after it.
const maxInPlace = 3

// write edits the text.
func (d *draft) write(s splices) {
	s.sort()
	length, size := len(d.text), len(d.text)+s.growth()
	own := d.history.edits > 0
	d.history.add(s, length)
	d.seek(s)
	if own && len(s) <= maxInPlace && size <= cap(d.text) {
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

// firstBreak returns the offset of the first line break, or the end of the text.
func (d *draft) firstBreak() int {
	if !d.breakKnown {
		d.breakKnown, d.breakAt = true, lineEnd(d.text, 0)
	}
	return d.breakAt
}

// newline returns the first line break of the text, or "\n". It is CR only if the text has no LF: before an LF, it would be half of CR LF.
func (d *draft) newline() string {
	p := d.firstBreak()
	found := string(d.text[p:skipBreak(d.text, p)])
	if found == "" || found == "\r" && bytes.IndexByte(d.text, '\n') >= 0 {
		return "\n"
	}
	return found
}

// lineStart returns the start of the line of p. It is fast for the first line, which may be a megabyte long.
func (d *draft) lineStart(p int) int {
	if p <= d.firstBreak() {
		p = 0
	}
	return lineStart(d.text, p)
}

// indentation returns the leading blanks of the line of p, at most up to p.
func (d *draft) indentation(p int) string {
	start := d.lineStart(p)
	return string(d.text[start:min(skipBlanks(d.text, start), p)])
}

// seek updates the first line break for an edit, if it can do so without searching the text.
func (d *draft) seek(s splices) {
	if !d.breakKnown || skipBreak(d.text, d.breakAt) < s[0].start {
		return
	}
	for _, e := range s {
		if d.breakKnown = e.end <= d.breakAt && !hasBreak([]byte(e.text)); !d.breakKnown {
			return
		}
	}
	d.breakAt += s.growth()
}

// apply applies the operations to a text one by one, and then checks the result.
func (p Patch) apply(d document) ([]byte, error) {
	want, err := expect(d)
	if err != nil {
		return nil, err
	}
	before, after := d.outside(d.base().text)
	last := -1
	for i, o := range p.operations {
		unexpected := want.apply(d, o)
		wrote, err := o.apply(d)
		if err == nil {
			err = unexpected
		}
		if err != nil {
			return nil, &Error{Index: i, Op: o.op, Path: o.path, Err: err}
		}
		if wrote {
			last = i
		}
	}
	if last < 0 {
		return d.base().text, nil
	}
	again, err := d.check()
	if err == nil && !(want.is(again) && surrounded(again, before, after)) {
		err = ErrNotInPlace
	}
	if err != nil {
		o := p.operations[last]
		return nil, &Error{Index: last, Op: o.op, Path: o.path, Err: err}
	}
	return d.base().text, nil
}

// surrounded reports whether the text around a document is what it was.
func surrounded(d document, before, after []byte) bool {
	nowBefore, nowAfter := d.outside(d.base().text)
	return bytes.Equal(before, nowBefore) && bytes.Equal(after, nowAfter)
}

// apply applies an operation to a text, after the edits that give its place text of its own.
func (o operation) apply(d document) (wrote bool, err error) {
	e, err := o.edit(d.root())
	for waiting := 0; err != nil; {
		repeated, ok := err.(*shared)
		if !ok {
			return false, err
		}
		if waiting++; waiting > maxWaiting {
			return false, fmt.Errorf("%w, and neither can be written out before the other; "+
				"replace the map or list around it as a whole", err)
		}
		var first edit
		if first, err = repeated.separate(); err != nil {
			continue
		}
		waiting = 0
		if d.base().written++; d.base().written > maxWritten {
			return false, errWritten
		}
		if err = d.base().edit(first); err == nil && repeated.next != nil {
			err = repeated.next()
		}
		if err == nil {
			e, err = o.edit(d.root())
		}
	}
	if len(e.splices) == 0 {
		return false, nil
	}
	return true, d.base().edit(e)
}

// maxWaiting limits the edits that wait for each other. A key that does not count because of a merge key below it may contain what is
// merged, so that each of them waits for the other.
const maxWaiting = 100

// maxWritten limits the edits before the operations of a patch. Each of them may move all bytes of the text after it.
const maxWritten = 1000

var errWritten = fmt.Errorf(
	"the operations of a patch would write out more than %d aliases; replace what has them as a whole first", maxWritten)

// edit writes an edit and updates the nodes.
func (d *draft) edit(e edit) error {
	marked := isMarked(d.text)
	for i, s := range e.splices { // a comment may follow quotes or brackets directly, but not other text
		if end := len(s.text); end > 0 && s.end > 0 && s.end < len(d.text) && d.text[s.end] == '#' &&
			!isBlank(d.text[s.end-1]) && !isBreak(d.text[s.end-1]) && !isBlank(s.text[end-1]) && !isBreak(s.text[end-1]) {
			e.splices[i].text += " "
		}
	}
	d.write(e.splices)
	if isMarked(d.text) && !marked {
		return errors.New("the edit would move a byte order mark to the start of the text")
	}
	return e.follow()
}

// ErrNotInPlace is the error of an edit whose result would not parse to the right value. The result is not returned.
var ErrNotInPlace = errors.New(
	"the edit cannot be made in place: the text would have another meaning; replace the list or map around it as a whole")
