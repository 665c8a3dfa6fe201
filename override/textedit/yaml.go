package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// YAML applies the operations to one document of a YAML stream; document 0 is the first. It preserves every byte that they do
// not touch, and does not parse the documents after it. It does not write text; if nothing changes, it returns text itself.
//
// A text that is not YAML up to the end of that document is an error, and so is a missing document. An operation that fails, or
// needs an alias written out where that is not possible, returns an [*Error]; so does [ErrNotInPlace], with the last operation
// that writes something. An edit that is not possible in place writes a list or map around it as a whole, see the package documentation
// and [Patch.YAMLLosses].
func (p Patch) YAML(text []byte, document int) ([]byte, error) {
	edited, _, err := p.YAMLLosses(text, document)
	return edited, err
}

// YAMLLosses is [Patch.YAML] that also describes, as [Losses] does and with its limit, what the lists and maps that it writes as a whole lose: comments, anchors,
// tags, and the notation of scalars. An edit in place loses nothing.
func (p Patch) YAMLLosses(text []byte, document int) (edited []byte, losses []string, err error) {
	for i, o := range p.operations {
		if o.yamlErr != nil {
			return nil, nil, &Error{Index: i, Op: o.op, Path: o.path, Err: o.yamlErr}
		}
	}
	y, err := readYAML(text, document)
	if err != nil {
		return nil, nil, err
	}
	edited, err = p.apply(y)
	if rewritable(err) {
		return p.rewrite(text, document, err)
	}
	return edited, nil, err
}

// yamlText is a YAML text with the parsed nodes of one document.
type yamlText struct {
	draft
	document int          // its index in the stream, from 0
	top      *yamlv3.Node // an empty scalar if there is no content
	empty    bool         // there is no content
	head     int          // the line, from 0, where the document begins
	columns  columnIndex  // of the original text
	aliased  bool         // the document has, or had, an alias
	aliases  aliases      // of the document
	copied   int          // bytes that were copied to write aliases out
	turn     int          // number of the current operation, from 1
	keys     keyIndexes[*yamlv3.Node, yamlKeys]
	banner   banner       // of the document
	layout   layout       // examples of collections in maps
	lost     *yamlv3.Node // a node that was not found at the position that the parser reported
}

var errLayout = errors.New("the layout of the text is not supported")

func readYAML(text []byte, document int) (*yamlText, error) {
	if !utf8.Valid(text) {
		return nil, notUTF8(text)
	}
	t := &yamlText{draft: draft{text: text}, document: document}
	if err := t.columns.read(text); err != nil {
		return nil, err
	}
	read, err := readNode(text, document)
	if err == nil && t.columns.tabFirst() {
		err = yamltext.CheckSyntax(text, document)
	}
	if err != nil {
		return nil, err
	}
	t.top, t.empty = &yamlv3.Node{Kind: yamlv3.ScalarNode, Line: len(text)}, true
	if len(read.Content) > 0 {
		t.top, t.head, t.empty = read.Content[0], read.Line-1, false
	}
	return t, t.checkAliases(t.top, map[*yamlv3.Node]bool{})
}

// readNode parses one document. Document 0 of an empty text is empty.
func readNode(text []byte, document int) (read yamlv3.Node, err error) {
	if document == 0 {
		return read, yamltext.Node(text, &read)
	}
	if document < 0 {
		return read, fmt.Errorf("document %d is out of range, expected an index from 0", document)
	}
	next := yamltext.Nodes(text)
	for i := 0; i <= document; i++ {
		read = yamlv3.Node{}
		switch err := next(&read); {
		case err == io.EOF:
			return read, fmt.Errorf("the text has %d documents, document %d is out of range", i, document)
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

// column returns the column of p, from 0. It counts bytes, because the text before a block collection on its line is ASCII.
func (t *yamlText) column(p int) int {
	return p - lineStart(t.text, p)
}

// markLost records a node that was not found at its position.
func (t *yamlText) markLost(n *yamlv3.Node) {
	if t.lost == nil {
		t.lost = n
	}
}

// newEdit returns an edit, or an error if a node was not found at its position.
func (t *yamlText) newEdit(s splices, follow func() error) (edit, error) {
	if t.lost != nil {
		return edit{}, fmt.Errorf("line %d: %w", t.line(t.lost), errLayout)
	}
	return edit{t.withoutTabs(s), follow}, nil
}

// withoutTabs also empties the lines directly below the last splice that have only blanks, with a tab. A plain scalar may stand above such a
// line, but not everything that an edit leaves there. In brackets, such lines may stay above a comma or the end.
func (t *yamlText) withoutTabs(s splices) splices {
	if len(s) == 0 {
		return s
	}
	s.sort()
	line := s[len(s)-1].end
	if line > 0 && !isBreak(t.text[line-1]) {
		rest := skipBlanks(t.text, line)
		if line = skipBreak(t.text, rest); line == rest {
			return s
		}
	}
	all := slices.Clip(s) // s belongs to follow
	for end := skipBlanks(t.text, line); end == len(t.text) || isBreak(t.text[end]); end = skipBlanks(t.text, line) {
		if bytes.IndexByte(t.text[line:end], '\t') >= 0 {
			all = append(all, splice{line, end, ""})
		}
		if line = skipBreak(t.text, end); line == end {
			return all
		}
	}
	if bytes.IndexByte([]byte(",]}"), t.text[skipBlanks(t.text, line)]) >= 0 { // in brackets
		return s
	}
	return all
}
