package jsontree

import (
	"math"
	"slices"
)

// Encoding is a document as JSON, with the place of each value in the text. From it, [Encoding.Append] writes similar documents faster.
// It is read-only and safe for concurrent use. It refers to the document: do not write the document while the Encoding is in use. It
// takes several times the memory of the text. The zero value and nil are valid: they have no text, so Append writes everything again.
type Encoding struct {
	document any
	text     []byte
	members  []member
	nodes    []node // the first one is the document; empty if Append cannot use the text
}

// Encode returns the encoding of a document, which is not copied. The errors are those of [Clone]. If the text is longer than [math.MaxInt32] bytes
// (2 GiB), there is no error: the result is the zero value, with which Append returns the same bytes, but not faster.
func Encode(document any) (*Encoding, error) {
	e := splicers.Get().(*splicer)
	defer e.free()
	e.begin(e.text[:0], document)
	if _, ok := e.value(document, 0); !ok {
		return nil, invalid(document)
	}
	if len(e.text) > math.MaxInt32 {
		return &Encoding{}, nil
	}
	return &Encoding{document, slices.Clone(e.text), slices.Clone(e.members), slices.Clone(e.nodes)}, nil
}

// Append appends a document as JSON. The document is usually the encoded one after edits by a [Tree].
//
//  1. The bytes are those of json.Marshal: sorted keys, no spaces, HTML characters and invalid UTF-8 escaped.
//  2. A map or a list that the document shares with the encoded one, at the same place, is copied from the text without a look inside.
//     So it must not have been written since. Everything else may differ in any way.
//  3. The errors are those of [Clone]. With an error, Append returns dst as it was.
func (e *Encoding) Append(dst []byte, document any) ([]byte, error) {
	s := splicers.Get().(*splicer)
	spare := s.text
	s.begin(dst, document)
	s.from, s.copied, s.end = e, 0, 0
	ok := s.document(document)
	text := s.text
	s.text = spare
	s.free()
	if !ok {
		return dst, invalid(document)
	}
	return text, nil
}

// invalid returns the error of a document that cannot be encoded.
func invalid(document any) error { return firstInvalid(document, beyond(0)).err() }
