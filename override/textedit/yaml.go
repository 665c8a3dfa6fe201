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
// suit the text, or whose edit would show elsewhere through an alias, is an [*Error], and so is [ErrNotInPlace] around the last
// operation that writes something.
func (p Patch) YAML(text []byte, document int) ([]byte, error) {
	for i, o := range p.operations {
		if o.yamlErr != nil {
			return nil, &Error{Index: i, Op: o.op, Path: o.path, Err: o.yamlErr}
		}
	}
	y, err := readYAML(text, document)
	if err != nil {
		return nil, err
	}
	return p.apply(y)
}

// yamlText is a YAML text with the nodes of one document.
type yamlText struct {
	draft
	document int          // of the stream, from 0
	top      *yamlv3.Node // a scalar without words where there is no content
	empty    bool         // there is no content
	head     int          // the line, from 0, that the document begins on
	columns  columnIndex  // of the text as it was read
	aliases  aliases      // of the document
	turn     int          // which operation it is, from 1
	keys     keyIndexes[*yamlv3.Node, yamlKeys]
	layout   layout       // of what stands in maps
	lost     *yamlv3.Node // a node that was not found where the reader said it was
}

var errLayout = errors.New("the text is laid out in a way that is not understood well enough to edit it")

func readYAML(text []byte, document int) (*yamlText, error) {
	if !utf8.Valid(text) {
		return nil, notUTF8(text)
	}
	t := &yamlText{draft: draft{text: text}, document: document}
	if err := t.columns.read(text); err != nil {
		return nil, err
	}
	read, err := readNode(text, document)
	if err != nil {
		return nil, err
	}
	t.top, t.empty = &yamlv3.Node{Kind: yamlv3.ScalarNode, Line: len(text)}, true
	if len(read.Content) > 0 {
		t.top, t.head, t.empty = read.Content[0], read.Line-1, false
	}
	return t, t.checkAliases(t.top, map[*yamlv3.Node]bool{})
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

var _ document = (*yamlText)(nil)

func (t *yamlText) root() node {
	t.turn++
	return t.rootCursor()
}

func (t *yamlText) rootCursor() *yamlCursor {
	return &yamlCursor{yamlText: t, written: t.top, node: t.top}
}

func (t *yamlText) base() *draft { return &t.draft }

// column counts from 0. What stands before a block collection on its line is ASCII.
func (t *yamlText) column(p int) int {
	return p - lineStart(t.text, p)
}

// lose notes that a node does not stand where it should.
func (t *yamlText) markLost(n *yamlv3.Node) {
	if t.lost == nil {
		t.lost = n
	}
}

// sure gives edits only if every place that they were made of was found.
func (t *yamlText) newEdit(s splices, follow func() error) (edit, error) {
	if t.lost != nil {
		return edit{}, fmt.Errorf("line %d: %w", t.line(t.lost), errLayout)
	}
	return edit{s, follow}, nil
}
