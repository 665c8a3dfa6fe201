package textedit

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// outcome is the value that a text must have after the operations: package jsontree applies them to the decoded text. It is made
// without what the edits know of the text, from another reading of it (see document.value).
type outcome struct{ tree *jsontree.Tree }

// expect reads a text before the first operation.
func expect(d document) (outcome, error) {
	v, err := d.value()
	return outcome{jsontree.New(v)}, err
}

// apply applies an operation that the text allows, before its edit. It returns an error if the decoded value does not allow it.
func (o outcome) apply(d document, op operation) error {
	path := op.path
	_, found := o.tree.Get(o.tree.Plain(path))
	if !found {
		path = d.names(path)
	}
	var err error
	switch op.op {
	case jsontree.Add:
		_, _, err = o.tree.Add(path, op.value.decoded())
	case jsontree.Remove:
		_, _, err = o.tree.Remove(path)
	case jsontree.Replace:
		_, _, err = o.tree.Replace(path, op.value.decoded())
	}
	return err
}

// is reports whether a document has the value.
func (o outcome) is(d document) bool {
	got, err := d.value()
	return err == nil && (&matching{seen: map[[2]uintptr]bool{}}).same(o.tree.Root(), got)
}

// matching compares decoded values. Numbers are equal if their digits are, or what a float64 has of them. Two collections are compared once, even
// if aliases repeat them.
type matching struct{ seen map[[2]uintptr]bool }

func (m *matching) same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) || m.known(a, b) {
			return ok && len(a) == len(b)
		}
		for key, v := range a {
			if w, ok := b[key]; !ok || !m.same(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) || m.known(a, b) {
			return ok && len(a) == len(b)
		}
		for i := range a {
			if !m.same(a[i], b[i]) {
				return false
			}
		}
		return true
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (sameNumber(a.String(), b.String()) || sameFloat(a.String(), b.String()))
	}
	return a == b
}

// known notes that two collections of one length are compared. A collection that is compared already is equal, or the comparison ends.
func (m *matching) known(a, b any) bool {
	if reflect.ValueOf(a).Len() == 0 {
		return true
	}
	pair := [2]uintptr{reflect.ValueOf(a).Pointer(), reflect.ValueOf(b).Pointer()}
	known := m.seen[pair]
	m.seen[pair] = true
	return known
}

func sameFloat(a, b string) bool {
	f, err := strconv.ParseFloat(a, 64)
	g, other := strconv.ParseFloat(b, 64)
	return err == nil && other == nil && f == g
}

// decoded returns the value as encoding/json decodes it.
func (v value) decoded() any {
	switch v.kind {
	case null:
		return nil
	case boolean:
		return v.text == "true"
	case number:
		return json.Number(v.text)
	case list:
		items := make([]any, len(v.items))
		for i, item := range v.items {
			items[i] = item.decoded()
		}
		return items
	case object:
		members := make(map[string]any, len(v.keys))
		for i, key := range v.keys {
			members[key] = v.items[i].decoded()
		}
		return members
	}
	return v.text
}
