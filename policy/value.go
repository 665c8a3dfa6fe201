package policy

import (
	"cmp"
	"errors"
	"fmt"
	"io"
)

// Value is a document of a stream that need not be a Kubernetes object.
type Value struct {
	Content any // decoded JSON: integers are int64, other numbers float64; nil: null
	Line    int // of the stream, counted from 1: the first line of the document that is neither empty nor a comment
}

// DecodeValues decodes a stream of documents of any kind, such as the events of a simulation. It reads the stream as [Decode] does:
//
//  1. The documents are those of Decode. Documents with only comments and white space are skipped.
//  2. A repeated key, a number that does not fit float64, and a stream that exceeds [Decoder.Limits] are errors.
//  3. Errors do not quote a document that may have values of Secrets, see [Decoder.Hide]. A document without a kind cannot have them.
//  4. After a document that cannot be decoded, the rest of the stream is not read. The values before it are returned. They include a value in flow
//     style that has other content after it.
//
// Errors of a document are joined. Each is an [*Error]. The values share nothing with each other.
func (d Decoder) DecodeValues(r io.Reader) ([]Value, error) {
	limits := d.Limits.withDefaults()
	text, err := limits.read(r)
	if err != nil {
		return nil, err
	}
	docs, count := split(text, limits.Documents)
	if count > limits.Documents {
		return nil, fmt.Errorf("the stream has %d documents, expected at most %d", count, limits.Documents)
	}
	var values []Value
	for i, doc := range docs {
		content, complete, err := d.valueOf(doc, limits)
		if complete {
			values = append(values, Value{content, doc.contentLine()})
		}
		if err != nil {
			var errs []error
			for _, e := range byLine(err) {
				errs = append(errs, &Error{Document: i + 1, Line: cmp.Or(e.line, doc.contentLine()), Err: e.err})
			}
			return values, errors.Join(errs...)
		}
	}
	return values, nil
}

// valueOf decodes a document. It is complete if its first node is, even if there is an error for the content after it.
func (d Decoder) valueOf(doc document, limits Limits) (content any, complete bool, err error) {
	if doc.broken != nil {
		return nil, false, doc.broken
	}
	complete, tail := doc.checkTail(limits)
	if !complete {
		return nil, false, tail
	}
	if _, content, err = doc.parseAny(limits); err != nil {
		if kinds, _, certain := types(doc.text); (!certain || len(kinds) > 0) && d.quiet(doc.text) {
			err = withoutValues(err)
		}
		return nil, false, errors.Join(err, tail)
	}
	return content, true, tail
}

// contentLine returns the first line of the document that is neither empty nor a comment.
func (d document) contentLine() int { return d.line + breaks(d.text[:contentStart(d.text)]) }
