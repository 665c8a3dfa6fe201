package textedit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// jsonText is a JSON text with the places of its values.
type jsonText struct {
	draft
	top  *jsonNode
	turn int // which operation it is, from 1
	keys keyIndexes[*jsonNode, jsonKeys]
}

// jsonSource is a text that nodes were read from: the one given, or what an edit wrote at a place of it.
type jsonSource struct {
	text      []byte
	at, edits int // where it stood in the text when so many edits had been made
}

// jsonNode is a value, or a key with its value. Where it begins and ends is that in its source.
type jsonNode struct {
	kind             kind
	source           *jsonSource
	start, end       int
	keyStart, keyEnd int // as written, with its quotes; both are 0 in a list
	items            []*jsonNode
}

var _ document = (*jsonText)(nil)

func (t *jsonText) root() node {
	t.turn++
	return jsonCursor{t, t.top, nil}
}

func (t *jsonText) base() *draft { return &t.draft }

// now is where a byte of a node stands.
func (t *jsonText) now(n *jsonNode, p int) int {
	return t.history.now(n.source.at+p, n.source.edits)
}

func (t *jsonText) start(n *jsonNode) int { return t.now(n, n.start) }

func (t *jsonText) end(n *jsonNode) int { return t.now(n, n.end-1) + 1 }

// entryStart is where a key begins, or the element of a list.
func (t *jsonText) entryStart(n *jsonNode) int {
	if n.keyEnd > 0 {
		return t.now(n, n.keyStart)
	}
	return t.start(n)
}

// key is a key as it is written.
func (n *jsonNode) key() []byte { return n.source.text[n.keyStart:n.keyEnd] }

// raw is a scalar as it is written.
func (n *jsonNode) raw() []byte { return n.source.text[n.start:n.end] }

// name is what a key reads as.
func (n *jsonNode) name() string {
	key := n.key()
	if bytes.IndexByte(key, '\\') < 0 {
		return string(key[1 : len(key)-1])
	}
	var name string
	_ = json.Unmarshal(key, &name) // the text is valid
	return name
}

// named reports whether a key reads as a token.
func (n *jsonNode) named(token string) bool {
	key := n.key()
	if bytes.IndexByte(key, '\\') < 0 {
		return string(key[1:len(key)-1]) == token
	}
	return n.name() == token
}

// reread reads what an edit has left from one place to another. What opens and closes it makes it a value.
func (t *jsonText) reread(opening string, from, to int, closing string) (*jsonNode, error) {
	text := []byte(opening + string(t.text[from:to]) + closing)
	if !json.Valid(text) {
		return nil, ErrNotInPlace
	}
	r := jsonReader{source: &jsonSource{text, from - len(opening), t.history.edits}}
	return r.value(), nil
}

// rereadItem reads an element of a list, or a key of an object with its value.
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

// wrote sees that what an edit has left reads as the value that it was to write.
func (t *jsonText) verify(fresh *jsonNode, v value, err error) error {
	if err == nil && !(jsonCursor{t, fresh, nil}).same(v, byText) {
		err = ErrNotInPlace
	}
	return err
}

// check reads the text again and compares it with what was read before and followed the edits.
func (t *jsonText) check() error {
	again, err := readJSON(t.text)
	if err != nil {
		return ErrNotInPlace
	}
	if n := differs(t.top, again.top); n != nil {
		return fmt.Errorf("line %d: %w", 1+bytes.Count(t.text[:n.start], []byte("\n")), ErrNotInPlace)
	}
	return nil
}

// differs is the first node that is not as it was; nil if there is none.
func differs(was, is *jsonNode) *jsonNode {
	if was.kind != is.kind || len(was.items) != len(is.items) || !bytes.Equal(was.key(), is.key()) {
		return is
	}
	if is.kind != object && is.kind != list && !bytes.Equal(was.raw(), is.raw()) {
		return is
	}
	for i := range is.items {
		if n := differs(was.items[i], is.items[i]); n != nil {
			return n
		}
	}
	return nil
}
