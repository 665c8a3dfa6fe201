package textedit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/overridekit/overridekit/override/jsontree"
)

// rewritable reports whether an error says that an edit is not possible where its path leads, although the value allows it.
func rewritable(err error) bool {
	for _, layout := range []error{ErrNotInPlace, errLayout, errNoColon, errNotAKey, errTooLong} {
		if errors.Is(err, layout) {
			return true
		}
	}
	return false
}

// maxRewriting limits the work of rewrite: the bytes of the text, times the operations, times the attempts.
const maxRewriting = 16 << 20

// rewriting replaces operations that are not possible in place by others that write more.
type rewriting struct {
	text       []byte
	document   int
	operations []operation
	attempts   int // that are left
	losses     losses
}

// rewrite applies operations that are not all possible in place. In the order of the operations, each one that is not possible becomes one
// that replaces a list or map around its place as a whole, by what the operation makes of its value: the innermost one with which the
// text has the right value, of those that are 1, 2, 4, … levels above, and the document. Comments and notations in what is replaced are
// lost. If that does not help, rewrite returns the error.
func (p Patch) rewrite(text []byte, document int, why error) (edited []byte, losses []string, err error) {
	r := rewriting{text: text, document: document, operations: slices.Clone(p.operations), attempts: maxRewriting / (1 + len(text)*len(p.operations))}
	for i := 0; r.attempts > 0; i++ {
		i += sort.Search(len(r.operations)-1-i, func(n int) bool {
			_, err := r.apply(i + n + 1)
			return err != nil
		})
		if !r.enlarge(i) {
			return nil, nil, why
		}
		if edited, err = r.apply(len(r.operations)); !rewritable(err) {
			return edited, r.losses.list(), err
		}
	}
	return nil, nil, why
}

// apply applies the first n operations to the text.
func (r *rewriting) apply(n int) ([]byte, error) {
	r.attempts--
	d, err := readYAML(r.text, r.document)
	if err != nil {
		return nil, err
	}
	return Patch{r.operations[:n]}.apply(d)
}

// enlarge replaces the i-th operation by one that writes a list or map around its place, and reports whether the text then has the right
// value.
func (r *rewriting) enlarge(i int) bool {
	d, err := readYAML(r.text, r.document)
	if err != nil {
		return false
	}
	want, err := expect(d)
	for _, o := range r.operations[:i] {
		if err == nil {
			err = want.apply(d, o)
		}
		if err == nil {
			_, err = o.apply(d)
		}
	}
	o := r.operations[i]
	names := d.names(o.path)
	if err != nil || o.op == jsontree.Test || want.apply(d, o) != nil {
		return false
	}
	for level, step := max(len(o.path)-1, 0), 1; r.attempts > 0; level, step = max(level-step, 0), 2*step {
		path := want.tree.Plain(names[:level])
		found, ok := want.tree.Get(path)
		at := node(d.rootCursor())
		for depth, token := range path {
			if at, err = descend(at, token, path[:depth]); err != nil {
				return false
			}
		}
		left := maxCopied
		if v, err := ordered(found, at, &left, 0); ok && err == nil && v.checkYAML() == nil {
			r.operations[i] = operation{op: jsontree.Replace, path: o.path[:level], value: v}
			if edited, err := r.apply(i + 1); err == nil {
				r.lose(at.(*yamlCursor).written, d.text, edited)
				return true
			}
		}
		if level == 0 {
			break
		}
	}
	return false
}

// ordered returns a decoded value with its keys in the order of the node that it replaces, and new keys after them. left limits its size.
func ordered(decoded any, at node, left *int, depth int) (v value, err error) {
	if *left -= 8; *left < 0 || depth > maxDepth {
		return v, errCopied
	}
	switch decoded := decoded.(type) {
	case bool:
		return value{kind: boolean, text: fmt.Sprint(decoded)}, nil
	case json.Number:
		return value{kind: number, text: decoded.String()}, nil
	case string:
		*left -= len(decoded)
		return value{kind: str, text: decoded}, nil
	case []any:
		v = value{kind: list, items: make([]value, len(decoded))}
		for i := range decoded {
			var item node
			if at != nil && at.kind() == list && i < at.length() {
				item, _ = at.item(i)
			}
			if v.items[i], err = ordered(decoded[i], item, left, depth+1); err != nil {
				return v, err
			}
		}
		return v, nil
	case map[string]any:
		v = value{kind: object}
		keys, items := membersOf(decoded, at)
		for _, key := range keys {
			member, err := ordered(decoded[key], items[key], left, depth+1)
			if err != nil {
				return v, err
			}
			*left -= len(key)
			v.keys, v.items = append(v.keys, key), append(v.items, member)
		}
		return v, nil
	}
	return value{text: "null"}, nil
}

// membersOf returns the keys of a decoded map in the order of the node that it replaces, and the nodes of their values.
func membersOf(decoded map[string]any, at node) (keys []string, items map[string]node) {
	items = make(map[string]node, len(decoded))
	if c, ok := at.(*yamlCursor); ok && c.kind() == object {
		for _, from := range c.provided(c.node, map[string]bool{}) {
			key := c.keyToken(from.key)
			if _, stays := decoded[key]; stays {
				keys, items[key] = append(keys, key), &yamlCursor{yamlText: c.yamlText, written: from.value, node: target(from.value)}
			}
		}
	}
	old := len(keys)
	for key := range decoded {
		if items[key] == nil {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys[old:])
	return keys, items
}
