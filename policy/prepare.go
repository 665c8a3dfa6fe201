package policy

import (
	"errors"
	"iter"

	"github.com/overridekit/overridekit/override/inorder"
)

// Documents are decoded in two steps. Preparing a document does the work, and depends only on the document, so several are prepared at once. A
// [decoder] then adds them in their order.

// prepared is a document that is decoded, but not added yet.
type prepared struct {
	part
	number  int
	line    int   // on which it begins
	tail    error // after the first node of the document
	untyped bool  // it is an object with neither apiVersion nor kind
}

// part is an object of a document: the document itself or, if it is a list, one of its items.
type part struct {
	err   error // why it cannot be added
	add   add   // nil: it is a list
	items []part
	lines *positions
}

// A worker prepares a group of documents at a time, because distributing short ones singly would take longer than decoding them.
const (
	groupDocuments = 64
	groupBytes     = 64 << 10
)

// prepareAll prepares documents, in order.
func (d Decoder) prepareAll(docs []document, limits Limits) iter.Seq[prepared] {
	groups := func(yield func([]document) bool) {
		for begin := 0; begin < len(docs); {
			end, size := begin, 0
			for end < len(docs) && end-begin < groupDocuments && size < groupBytes {
				size += len(docs[end].text)
				end++
			}
			if !yield(docs[begin:end]) {
				return
			}
			begin = end
		}
	}
	if d.Workers == 1 || len(docs) == 1 {
		return func(yield func(prepared) bool) {
			for _, doc := range docs {
				if !yield(d.prepare(doc, limits)) {
					return
				}
			}
		}
	}
	return func(yield func(prepared) bool) {
		for group := range inorder.Map(d.Workers, groups, func(docs []document) []prepared {
			group := make([]prepared, len(docs))
			for i, doc := range docs {
				group[i] = d.prepare(doc, limits)
			}
			return group
		}) {
			for _, p := range group {
				if !yield(p) {
					return
				}
			}
		}
	}
}

func (d Decoder) prepare(doc document, limits Limits) prepared {
	p := prepared{number: doc.number, line: doc.line}
	if doc.broken != nil {
		p.err = doc.broken
		return p
	}
	complete, tail := doc.checkTail(limits)
	if !complete {
		p.err = tail
		return p
	}
	p.tail = tail
	text, content, err := doc.parse(limits)
	if err != nil {
		p.err = d.parseError(doc, err)
		return p
	}
	p.part = (&preparer{settings: d, limits: limits}).prepare(item{
		number: doc.number, text: text, content: content, place: &place{document: doc}, lines: &positions{document: doc},
	})
	p.untyped = content["apiVersion"] == nil && content["kind"] == nil
	return p
}

// parseError returns the errors of a document that cannot be parsed, with their lines, and without secret values.
func (d Decoder) parseError(doc document, err error) error {
	if !d.quiet(doc.text) {
		return err
	}
	hidden := withoutValues(err)
	if errors.Is(err, ErrNotObject) {
		return notObject{hidden}
	}
	return hidden
}
