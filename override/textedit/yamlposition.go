package textedit

import (
	"bytes"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Line and Column of a node are its position. The parser sets them to the line and the character, both from 1. For a node that an
// edit has written or moved, Line is the offset, and Column is the negative number of edits at that time. This is also true
// for the node of an empty document, with no edits.

// move sets the current offset of a node.
func (t *yamlText) move(n *yamlv3.Node, p int) { n.Line, n.Column = p, -t.history.edits }

// start returns the start of a node, including its anchor or tag.
func (t *yamlText) start(n *yamlv3.Node) int {
	p, edits := n.Line, -n.Column
	if n.Column > 0 {
		p, edits = t.columns.offset(n.Line, n.Column-1), 0
	}
	if edits == t.history.edits {
		return p
	}
	// The parser drops the tag "!". The text of a node that it has read is the original one.
	isTag := n.Column > 0 && isOwnBare(t.columns.text, n, p, p)
	if p > 0 && isEmptyWord(n) && !isTag { // keep it after the text before it
		return t.history.now(p-1, edits) + 1
	}
	return t.history.now(p, edits)
}

// isEmptyWord reports whether a node is a scalar without text, anchor and tag.
func isEmptyWord(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.ScalarNode && n.Style&(inQuotes|yamlv3.TaggedStyle) == 0 && n.Value == "" && n.Anchor == ""
}

// line returns the line where a node begins, from 1.
func (t *yamlText) line(n *yamlv3.Node) int {
	if n.Column > 0 && t.history.edits == 0 {
		return n.Line
	}
	return 1 + breaks(t.text[:min(t.start(n), len(t.text))])
}

// breaks counts line breaks.
func breaks(text []byte) int {
	return bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
}

// reread parses the text between two offsets after an edit. opening replaces the text before it on its line.
func (t *yamlText) reread(opening string, from, to int, closing string) (*yamlv3.Node, error) {
	text := []byte(opening + string(t.text[from:to]) + closing)
	var columns columnIndex
	if err := columns.read(text); err != nil {
		return nil, ErrNotInPlace
	}
	read, err := readNode(text, 0)
	if err != nil || len(read.Content) == 0 {
		return nil, ErrNotInPlace
	}
	var move func(n *yamlv3.Node)
	move = func(n *yamlv3.Node) {
		t.move(n, from-len(opening)+columns.offset(n.Line, n.Column-1))
		for _, c := range n.Content {
			move(c)
		}
	}
	move(read.Content[0])
	return read.Content[0], nil
}

// rereadValue parses the text between two offsets as reread does, and returns the last value inside.
func (t *yamlText) rereadValue(opening string, from, to int, closing string) (*yamlv3.Node, error) {
	n, err := t.reread(opening, from, to, closing)
	if err != nil || len(n.Content) == 0 {
		return nil, ErrNotInPlace
	}
	return n.Content[len(n.Content)-1], nil
}
