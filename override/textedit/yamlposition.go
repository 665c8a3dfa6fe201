package textedit

import (
	"bytes"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Where a node begins is in its Line and Column. The reader says it in lines and characters, both from 1. A node that an edit has written,
// or moved, has the byte as its Line, and as its Column the number of edits that had been made then, negative. So has the node
// that stands for no content, with no edit.

// move notes where a node stands now.
func (t *yamlText) move(n *yamlv3.Node, p int) { n.Line, n.Column = p, -t.history.edits }

// start is where a node begins: with its anchor or tag, if it has one.
func (t *yamlText) start(n *yamlv3.Node) int {
	p, edits := n.Line, -n.Column
	if n.Column > 0 {
		p, edits = t.columns.offset(n.Line, n.Column-1), 0
	}
	if edits == t.history.edits {
		return p
	}
	if p > 0 && isEmptyWord(n) { // it stands behind something, and before nothing
		return t.history.now(p-1, edits) + 1
	}
	return t.history.now(p, edits)
}

// isEmptyWord reports whether a node has no words, anchor or tag.
func isEmptyWord(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.ScalarNode && n.Style&(inQuotes|yamlv3.TaggedStyle) == 0 && n.Value == "" && n.Anchor == ""
}

// line is the line that a node begins on, from 1.
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

// reread reads what an edit has left from one place to another. What opens it stands on its line in place of what stands there.
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
