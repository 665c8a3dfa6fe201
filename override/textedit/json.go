package textedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override/jsontree"
)

// JSON applies the operations to one JSON value. It preserves every byte that they do not touch: the order of keys, white
// space, digits, escapes. It does not write text; if nothing changes, it returns text itself.
//
// A text that is not JSON (RFC 8259) or not UTF-8 is an error. An operation that fails returns an [*Error]; so does
// [ErrNotInPlace], with the last operation that writes something.
func (p Patch) JSON(text []byte) ([]byte, error) {
	j, err := readJSON(text)
	if err != nil {
		return nil, err
	}
	return p.apply(j)
}

func readJSON(text []byte) (*jsonText, error) {
	if !utf8.Valid(text) {
		return nil, notUTF8(text)
	}
	if err := validJSON(text); err != nil {
		return nil, err
	}
	r := jsonReader{source: &jsonSource{text: text}}
	r.space()
	return &jsonText{draft: draft{text: text}, top: r.value()}, nil
}

// value decodes the text with another parser than that of the nodes.
func (t *jsonText) value() (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(t.text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func (t *jsonText) names(path jsontree.Pointer) jsontree.Pointer { return path }

func (t *jsonText) outside([]byte) (before, after []byte) { return nil, nil }

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
	return fmt.Errorf("line %d is not valid UTF-8", line)
}

// jsonReader parses a valid text.
type jsonReader struct {
	source *jsonSource
	at     int
	spare  []jsonNode  // preallocated nodes
	open   []*jsonNode // the items so far of all lists and objects that are still open
}

func (r *jsonReader) space() {
	for r.at < len(r.source.text) && (isBlank(r.source.text[r.at]) || isBreak(r.source.text[r.at])) {
		r.at++
	}
}

// node returns a new node that begins at the current offset.
func (r *jsonReader) node() *jsonNode {
	if len(r.spare) == 0 {
		r.spare = make([]jsonNode, min(max(len(r.source.text)/32, 1), 256))
	}
	n := &r.spare[0]
	r.spare = r.spare[1:]
	n.source, n.start = r.source, r.at
	return n
}

func (r *jsonReader) value() *jsonNode {
	n := r.node()
	r.fill(n)
	return n
}

// fill parses the value of a node.
func (r *jsonReader) fill(n *jsonNode) {
	text := r.source.text
	n.start = r.at
	switch c := text[r.at]; c {
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
		for r.at < len(text) && strings.IndexByte(" \t\r\n,]}", text[r.at]) < 0 {
			r.at++
		}
	}
	n.end = r.at
}

// items parses the items of a list or an object, and the closing bracket.
func (r *jsonReader) items(k kind) []*jsonNode {
	mark := len(r.open)
	for {
		r.space()
		if c := r.source.text[r.at]; c == '}' || c == ']' {
			r.at++
			items := slices.Clone(r.open[mark:])
			r.open = r.open[:mark]
			return items
		}
		r.open = append(r.open, r.item(k))
		r.space()
		if r.source.text[r.at] == ',' {
			r.at++
		}
	}
}

// item parses an element of a list, or a key of an object with its value.
func (r *jsonReader) item(k kind) *jsonNode {
	n := r.node()
	if k == object {
		n.keyStart = r.at
		r.string()
		n.keyEnd = r.at
		r.space()
		r.at++ // the colon
		r.space()
	}
	r.fill(n)
	return n
}

func (r *jsonReader) string() {
	for r.at++; r.source.text[r.at] != '"'; r.at++ {
		if r.source.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
}
