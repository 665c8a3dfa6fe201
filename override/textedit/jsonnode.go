package textedit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// jsonText is a parsed JSON text.
type jsonText struct {
	draft
	top  *jsonNode
	turn int // number of the current operation, from 1
	keys keyIndexes[*jsonNode, jsonKeys]
}

// jsonSource is a text that nodes were parsed from: the original text, or a part that an edit wrote.
type jsonSource struct {
	text      []byte
	at, edits int // its offset in the text after that many edits
}

// jsonNode is a value, or a key with its value. Its offsets are those in its source.
type jsonNode struct {
	kind             kind
	source           *jsonSource
	start, end       int
	keyStart, keyEnd int // with the quotes; 0 in a list
	items            []*jsonNode
}

var _ document = (*jsonText)(nil)

func (t *jsonText) root() node {
	t.turn++
	return jsonCursor{t, t.top, nil}
}

func (t *jsonText) base() *draft { return &t.draft }

// now returns the current offset of a byte of a node.
func (t *jsonText) now(n *jsonNode, p int) int {
	return t.history.now(n.source.at+p, n.source.edits)
}

func (t *jsonText) start(n *jsonNode) int { return t.now(n, n.start) }

func (t *jsonText) end(n *jsonNode) int { return t.now(n, n.end-1) + 1 }

// entryStart returns the start of a key, or of the element of a list.
func (t *jsonText) entryStart(n *jsonNode) int {
	if n.keyEnd > 0 {
		return t.now(n, n.keyStart)
	}
	return t.start(n)
}

// key returns the key as written.
func (n *jsonNode) key() []byte { return n.source.text[n.keyStart:n.keyEnd] }

// raw returns the scalar as written.
func (n *jsonNode) raw() []byte { return n.source.text[n.start:n.end] }

// name returns the decoded key.
func (n *jsonNode) name() string {
	key := n.key()
	if bytes.IndexByte(key, '\\') < 0 {
		return string(key[1 : len(key)-1])
	}
	var name string
	_ = json.Unmarshal(key, &name) // the text is valid
	return name
}

// named reports whether the decoded key is token.
func (n *jsonNode) named(token string) bool {
	key := n.key()
	if bytes.IndexByte(key, '\\') < 0 {
		return string(key[1:len(key)-1]) == token
	}
	return n.name() == token
}

// reread parses the text between two offsets after an edit. opening and closing make it a value.
func (t *jsonText) reread(opening string, from, to int, closing string) (*jsonNode, error) {
	text := []byte(opening + string(t.text[from:to]) + closing)
	if !json.Valid(text) {
		return nil, ErrNotInPlace
	}
	r := jsonReader{source: &jsonSource{text, from - len(opening), t.history.edits}}
	return r.value(), nil
}

// rereadItem parses an element of a list, or a key of an object with its value, after an edit.
func (t *jsonText) rereadItem(in kind, from, to int) (*jsonNode, error) {
	opening, closing := "[", "]"
	if in == object {
		opening, closing = "{", "}"
	}
	around, err := t.reread(opening, from, to, closing)
	if err != nil || len(around.items) != 1 {
		return nil, ErrNotInPlace
	}
	return around.items[0], nil
}

// verify checks that an edit has written the right value.
func (t *jsonText) verify(fresh *jsonNode, v value, err error) error {
	if err == nil && !(jsonCursor{t, fresh, nil}).same(v, byText) {
		err = ErrNotInPlace
	}
	return err
}

// check parses the text again and compares the nodes with those that have followed the edits.
func (t *jsonText) check() (document, error) {
	again, err := readJSON(t.text)
	if err != nil {
		return nil, ErrNotInPlace
	}
	if n := differs(t.top, again.top); n != nil {
		return nil, fmt.Errorf("line %d: %w", 1+breaks(t.text[:n.start]), ErrNotInPlace)
	}
	return again, nil
}

// differs returns the first node that differs, or nil.
func differs(want, got *jsonNode) *jsonNode {
	if want.kind != got.kind || len(want.items) != len(got.items) || !bytes.Equal(want.key(), got.key()) {
		return got
	}
	if got.kind != object && got.kind != list && !bytes.Equal(want.raw(), got.raw()) {
		return got
	}
	for i := range got.items {
		if n := differs(want.items[i], got.items[i]); n != nil {
			return n
		}
	}
	return nil
}
