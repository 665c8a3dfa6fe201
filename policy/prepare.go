package policy

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/inorder"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Documents are decoded in two steps. Preparing a document does the work, and depends on nothing but the document, so that several are prepared at
// once. A [decoder] then adds them in their order.

// prepared is a document that is decoded, but not added yet.
type prepared struct {
	part
	number  int
	line    int   // on which it begins
	tail    error // after the first node of the document
	untyped bool  // it is an object with neither apiVersion nor kind
}

// part is an object of a document: the document itself, or an item of the list that it is.
type part struct {
	err   error // why it cannot be added
	add   add   // nil: it is a list
	items []part
	lines *positions
}

// preparer prepares one document.
type preparer struct {
	settings Decoder
	limits   Limits
	failed   int // items
}

// Documents are prepared in groups of one worker, so that short ones do not cost more time to distribute than to decode.
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
		return parsedByLine(err)
	}
	hidden := parsedByLine(withoutValues(err))
	if errors.Is(err, ErrNotObject) {
		return notObject{hidden}
	}
	return hidden
}

// prepare prepares a value of a kind that has a Go type, the items of a list, or an object.
func (p *preparer) prepare(i item) part {
	gvk, err := i.kind()
	if err != nil {
		return part{err: err, lines: i.lines}
	}
	if decode, ok := kinds[gvk]; ok {
		add, err := decode(p, i)
		return part{err: err, add: add, lines: i.lines}
	}
	if err := checkKind(gvk, i.content); err != nil {
		return part{err: err, lines: i.lines}
	}
	if kind, isList := strings.CutSuffix(gvk.Kind, "List"); isList {
		apiVersion := gvk.GroupVersion().String()
		_, known := kinds[gvk.GroupVersion().WithKind(kind)]
		if list, ok := i.content["items"].([]any); ok && (known || apiVersion == "v1" && kind == "") {
			return part{items: p.prepareItems(i, list, apiVersion, kind), lines: i.lines}
		}
	}
	if err := checkMetadata(i.content); err != nil {
		return part{err: fmt.Errorf("%s: %w", nameOf(i.content), err), lines: i.lines}
	}
	object := &unstructured.Unstructured{Object: i.content}
	return part{lines: i.lines, add: func(d *decoder) error {
		d.bundle.Objects = append(d.bundle.Objects, object)
		d.objects = append(d.objects, i.place)
		return nil
	}}
}

// prepareItems prepares the items of a list, up to the one at which the decoder finds too many errors.
func (p *preparer) prepareItems(i item, list []any, apiVersion, kind string) []part {
	parts := make([]part, 0, len(list))
	for n, v := range list {
		if p.failed >= p.limits.Errors {
			return append(parts, part{}) // the decoder finds as many errors at least, so it does not look at this part
		}
		parts = append(parts, p.prepareItem(i, n, v, apiVersion, kind))
		if parts[n].err != nil {
			p.failed++
		}
	}
	return parts
}

// prepareItem prepares an item of a list. Items of a typed list often leave out their type.
func (p *preparer) prepareItem(i item, n int, v any, apiVersion, kind string) part {
	lines := &positions{outer: i.lines, index: n}
	content, ok := v.(map[string]any)
	if !ok {
		return part{err: fmt.Errorf("found %s, expected an object", jsontree.Describe(v)), lines: lines}
	}
	if kind != "" && content["kind"] == nil && content["apiVersion"] == nil {
		content["apiVersion"], content["kind"] = apiVersion, kind
	}
	return p.prepare(item{number: i.number, content: content, place: &place{outer: i.place, index: n}, lines: lines})
}
