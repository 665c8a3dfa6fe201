package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
)

// YAML carries the operations out on one document of a YAML stream; document 0 is the first. What they do not touch stays byte
// for byte, further documents included, which are not even read. The text is not written; where nothing changes, it is
// what is returned.
//
// A text that is no YAML up to the end of that document is an error, and so is one without that document. An operation that does not
// suit the text, or whose edit would show elsewhere through an alias, is an [*Error].
func (p Patch) YAML(text []byte, document int) ([]byte, error) {
	for i, o := range p.operations {
		if o.unfit != nil {
			return nil, &Error{Index: i, Op: o.op, Path: o.path, Err: o.unfit}
		}
	}
	return p.carryOut(text, func(text []byte) (place, error) {
		y, err := readYAML(text, document)
		if err != nil {
			return nil, err
		}
		return &yamlPlace{yamlText: y, written: y.root, node: y.root}, nil
	})
}

// yamlText is a YAML text with the nodes of one document.
type yamlText struct {
	text    []byte
	lines   []int          // where each line begins, behind a byte order mark
	head    int            // the line, from 0, that the document begins on
	root    *yamlv3.Node   // a scalar without words where there is no content
	aliases []*yamlv3.Node // all of the document
	ruler   ruler          // of the line that was last looked at
	lost    *yamlv3.Node   // a node that was not found where the reader said it was
}

var errNoPlace = errors.New("the text is laid out in a way that is not understood well enough to edit it")

func readYAML(text []byte, document int) (*yamlText, error) {
	if !utf8.Valid(text) {
		return nil, notUTF8(text)
	}
	t := &yamlText{text: text}
	if err := t.findLines(); err != nil {
		return nil, err
	}
	read, err := readNode(text, document)
	if err != nil {
		return nil, err
	}
	t.root = &yamlv3.Node{Kind: yamlv3.ScalarNode}
	if len(read.Content) > 0 {
		t.root, t.head = read.Content[0], read.Line-1
	}
	return t, t.survey(t.root, map[*yamlv3.Node]bool{})
}

// readNode reads one document. A text without any has nothing in its first.
func readNode(text []byte, document int) (read yamlv3.Node, err error) {
	if document == 0 {
		return read, yamlv3.Unmarshal(text, &read)
	}
	d := yamlv3.NewDecoder(bytes.NewReader(text))
	for i := 0; i <= document; i++ {
		read = yamlv3.Node{}
		switch err := d.Decode(&read); {
		case err == io.EOF:
			return read, fmt.Errorf("the text has %d documents, there is no document %d", i, document)
		case err != nil:
			return read, err
		}
	}
	return read, nil
}

func (t *yamlText) findLines() error {
	p := 0
	if isMarked(t.text) {
		p = len(byteOrderMark)
	}
	t.lines = append(make([]int, 0, 1+bytes.Count(t.text, []byte("\n"))), p)
	for p < len(t.text) {
		switch c := t.text[p]; {
		case isBreak(c):
			p = skipBreak(t.text, p)
			t.lines = append(t.lines, p)
			continue
		case c == 0xc2 || c == 0xe2:
			switch r, _ := utf8.DecodeRune(t.text[p:]); r {
			case 0x85, 0x2028, 0x2029:
				return fmt.Errorf("line %d has the character %U, which ends a line in YAML 1.1 but not in 1.2", len(t.lines), r)
			}
		}
		p++
	}
	return nil
}

// start is where a node begins: with its anchor or tag, if it has one.
func (t *yamlText) start(n *yamlv3.Node) int {
	if n.Line < 1 || n.Line > len(t.lines) {
		return len(t.text)
	}
	if t.ruler.line != n.Line {
		t.ruler = newRuler(t.text, n.Line, t.lines[n.Line-1])
	}
	return t.ruler.offset(t.text, n.Column-1)
}

// column counts from 0. What stands before a block collection on its line is ASCII.
func (t *yamlText) column(p int) int {
	return p - lineStart(t.text, p)
}

// lose notes that a node does not stand where it should.
func (t *yamlText) lose(n *yamlv3.Node) {
	if t.lost == nil {
		t.lost = n
	}
}

// sure gives edits only if every place that they were made of was found.
func (t *yamlText) sure(s splices) (splices, error) {
	if t.lost != nil {
		return nil, fmt.Errorf("line %d: %w", t.lost.Line, errNoPlace)
	}
	return s, nil
}
