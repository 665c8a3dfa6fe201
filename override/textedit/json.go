package textedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// JSON carries the operations out on one JSON value. What they do not touch stays byte for byte: the order of keys, white space,
// digits, escapes. The text is not written; where nothing changes, it is what is returned.
//
// A text that is no JSON (RFC 8259), or none in UTF-8, is an error. An operation that does not suit the text is an [*Error].
func (p Patch) JSON(text []byte) ([]byte, error) {
	return p.carryOut(text, func(text []byte) (place, error) {
		j, err := readJSON(text)
		if err != nil {
			return nil, err
		}
		return jsonPlace{jsonText: j, node: j.root}, nil
	})
}

// jsonText is a JSON text with the places of its values.
type jsonText struct {
	text []byte
	root *jsonNode
}

// jsonNode is a value, or a key with its value.
type jsonNode struct {
	kind       kind
	start, end int
	key        []byte // as written, with its quotes; nil in a list
	keyStart   int
	items      []jsonNode
}

func readJSON(text []byte) (*jsonText, error) {
	if !utf8.Valid(text) {
		return nil, notUTF8(text)
	}
	if err := validJSON(text); err != nil {
		return nil, err
	}
	r := jsonReader{text: text}
	r.space()
	root := r.value()
	return &jsonText{text, &root}, nil
}

func notUTF8(text []byte) error {
	line := 1
	for p := 0; p < len(text); {
		r, size := utf8.DecodeRune(text[p:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		p += size
	}
	return fmt.Errorf("line %d is not in UTF-8", line)
}

// jsonReader reads a text that is known to be valid.
type jsonReader struct {
	text []byte
	at   int
}

func (r *jsonReader) space() {
	for r.at < len(r.text) && (isBlank(r.text[r.at]) || isBreak(r.text[r.at])) {
		r.at++
	}
}

func (r *jsonReader) value() jsonNode {
	n := jsonNode{start: r.at}
	switch c := r.text[r.at]; c {
	case '{', '[':
		n.kind = list
		if c == '{' {
			n.kind = object
		}
		r.at++
		n.items = r.items(n.kind)
	case '"':
		n.kind = str
		r.string()
	default:
		n.kind = number
		switch c {
		case 'n':
			n.kind = null
		case 't', 'f':
			n.kind = boolean
		}
		for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,]}"), r.text[r.at]) < 0 {
			r.at++
		}
	}
	n.end = r.at
	return n
}

// items reads what stands between brackets, and the closing one.
func (r *jsonReader) items(k kind) []jsonNode {
	var items []jsonNode
	for {
		r.space()
		if c := r.text[r.at]; c == '}' || c == ']' {
			r.at++
			return items
		}
		keyStart := r.at
		var key []byte
		if k == object {
			r.string()
			key = r.text[keyStart:r.at]
			r.space()
			r.at++ // the colon
			r.space()
		}
		n := r.value()
		n.key, n.keyStart = key, keyStart
		items = append(items, n)
		r.space()
		if r.text[r.at] == ',' {
			r.at++
		}
	}
}

func (r *jsonReader) string() {
	for r.at++; r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
}

// named tells whether a key reads as a token.
func (n *jsonNode) named(token string) bool {
	if bytes.IndexByte(n.key, '\\') < 0 {
		return string(n.key[1:len(n.key)-1]) == token
	}
	var key string
	return json.Unmarshal(n.key, &key) == nil && key == token
}
