package webhook

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Limits of an applied patch; see patcher.
const (
	maxMoved  = 1 << 27 // elements
	keyWeight = 16      // elements: copying a key of an object takes this much longer
)

// apply edits a document by a JSON patch, as json-patch v5.9 does; the differences are those of package jsontree, and a copy of the
// whole document copies its present state. The result shares no memory with the document.
func apply(ctx context.Context, hold *hold, patch, document []byte) (any, error) {
	var root any
	if err := utiljson.Unmarshal(document, &root); err != nil {
		return nil, err
	}
	operations, err := operationsOf(patch)
	if err != nil {
		return nil, err
	}
	p := patcher{tree: jsontree.New(root), hold: hold}
	for i, o := range operations {
		if err := endOf(ctx); err != nil {
			return nil, fmt.Errorf("the patch is not finished after %d of %d operations: %w", i, len(operations), err)
		}
		if err := p.apply(o); err != nil {
			return nil, fmt.Errorf("operation %d of the patch: %w", i, err)
		}
	}
	return p.tree.Detach()
}

// patcher is a patch that is being applied to a document. Its time and memory are bounded:
//
//  1. A patch has at most 10000 operations and a path at most 64 KiB.
//  2. The copied values have at most [MaxBytes] of JSON together.
//  3. All operations together move at most 2^27 elements of lists: those after an element that is added or removed. A value that moves to
//     another place counts with everything in it, because the tree must copy it before it writes there again; a key of an
//     object counts as 16 elements.
type patcher struct {
	tree   *jsontree.Tree
	copied int // bytes
	moved  int // elements
	hold   *hold
}

func (p *patcher) apply(o map[string]any) error {
	op, err := text(o, "op")
	if err != nil {
		return err
	}
	path, err := pointer(o, "path")
	if err != nil {
		return err
	}
	value, given := o["value"]
	switch op {
	case "add", "replace":
		if !given {
			return fmt.Errorf("value is missing, expected one to %s", op)
		}
		if op == "replace" {
			return p.countMoves(p.tree.Replace(path, value))
		}
		return p.countMoves(p.tree.Add(path, value))
	case "remove":
		return p.countMoves(p.tree.Remove(path))
	case "test":
		return p.tree.Test(path, value)
	case "copy", "move":
		from, err := pointer(o, "from")
		if err != nil {
			return err
		}
		if op == "copy" {
			return p.copy(from, path)
		}
		return p.move(from, path)
	}
	return fmt.Errorf("op is %.40q, expected add, remove, replace, move, copy or test", op)
}

// countMoves counts the elements that a change of a list has moved.
func (p *patcher) countMoves(c jsontree.Change, changed bool, err error) error {
	if err != nil || !changed || !c.InList || c.Op == jsontree.Replace {
		return err
	}
	last := len(c.Pointer) - 1
	around, _ := p.tree.Get(c.Pointer[:last])
	list, _ := around.([]any)
	i, _ := strconv.Atoi(c.Pointer[last])
	if p.moved += len(list) - i; p.moved > maxMoved {
		return errMoved
	}
	return nil
}

var errMoved = fmt.Errorf("the patch moves more than %d elements", maxMoved)

func (p *patcher) copy(from, path jsontree.Pointer) error {
	found, err := lookup(p.tree.Root(), from)
	if err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	w := weight{bytes: MaxBytes - p.copied, elements: maxMoved}
	if err := w.add(found, 0); err != nil {
		return fmt.Errorf("copy %s: all copies of the patch together: %w", from, err)
	}
	if err := p.hold.take(MaxBytes - w.bytes - p.copied); err != nil {
		return fmt.Errorf("copy %s: %w", from, err)
	}
	p.copied = MaxBytes - w.bytes
	made, err := jsontree.Clone(found)
	if err != nil {
		return err
	}
	return p.countMoves(p.tree.Add(path, made))
}

func (p *patcher) move(from, path jsontree.Pointer) error {
	if len(from) == 0 {
		return errors.New("the whole document cannot be moved")
	}
	gone, changed, err := p.tree.Remove(from)
	if err := p.countMoves(gone, changed, err); err != nil {
		return err
	}
	w := weight{bytes: math.MaxInt, elements: maxMoved - p.moved}
	if err := w.add(gone.Old, 0); err != nil {
		return fmt.Errorf("move %s: %w", from, err)
	}
	p.moved = maxMoved - w.elements
	return p.countMoves(p.tree.Add(path, gone.Old))
}

var errBytes = fmt.Errorf("found more than %d bytes", MaxBytes)

// weight is how much a value may still contain: bytes of its JSON, roughly, and elements.
type weight struct{ bytes, elements int }

func (w *weight) add(v any, depth int) error {
	if depth > jsontree.MaxDepth {
		return fmt.Errorf("the value nests more than %d levels deep", jsontree.MaxDepth)
	}
	w.elements--
	switch v := v.(type) {
	case string:
		w.bytes -= len(v) + 3
	case map[string]any:
		w.bytes, w.elements = w.bytes-3, w.elements-keyWeight*len(v)
		for key, e := range v {
			w.bytes -= len(key) + 3
			if err := w.add(e, depth+1); err != nil {
				return err
			}
		}
	case []any:
		w.bytes -= 3
		for _, e := range v {
			if err := w.add(e, depth+1); err != nil {
				return err
			}
		}
	default:
		w.bytes -= 2 // digits are not counted
	}
	switch {
	case w.bytes < 0:
		return errBytes
	case w.elements < 0:
		return errMoved
	}
	return nil
}

// lookup reads a value as the operations do: a negative index counts from the end.
func lookup(v any, p jsontree.Pointer) (any, error) {
	for i, token := range p {
		switch c := v.(type) {
		case map[string]any:
			e, found := c[token]
			if !found {
				return nil, fmt.Errorf("%s has no %.80q", place(p[:i]), token)
			}
			v = e
		case []any:
			at, err := strconv.Atoi(token)
			if at < 0 {
				at += len(c)
			}
			if err != nil || at < 0 || at >= len(c) {
				return nil, fmt.Errorf("%s has no %.80q", place(p[:i]), token)
			}
			v = c[at]
		default:
			return nil, fmt.Errorf("%s is %s, expected an object or a list", place(p[:i]), jsontree.Describe(v))
		}
	}
	return v, nil
}

func place(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the document"
	}
	return p.String()
}
