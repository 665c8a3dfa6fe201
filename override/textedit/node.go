package textedit

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override/jsontree"
)

// node is a value in a text, with its possible edits. Its kind decides which methods can be called: those for keys on
// objects, those for items on lists.
type node interface {
	kind() kind
	line() int // from 1

	key(token string) (node, error) // nil: the key is missing
	length() int
	item(i int) (node, error)
	same(v value, how equality) bool

	put(v value) (edit, error) // replaces the value
	insertKey(token string, v value) (edit, error)
	removeKey(token string) (edit, error)
	insertItem(i int, v value) (edit, error)
	removeItem(i int) (edit, error)
}

// equality is a way to compare values.
type equality int

const (
	byValue equality = iota // as they are read
	byTest                  // as the verb test does
	byText                  // as an edit writes them: YAML reads some numbers as others
)

// edit finds the node of an operation and returns the edit of the text.
//
//  1. All tokens but the last must name an existing key or element. An empty token that is not the last is an error.
//  2. The whole text may become an object, a list or null. Removing it removes its key "".
//  3. add sets a key or inserts an element, at "-" after the last; remove and replace require the value to exist, except that
//     replace with an empty last token sets the key "".
//  4. A value that is equal to the old one is not written.
func (o operation) edit(root node) (edit, error) {
	if k := root.kind(); k != object && k != list && k != null {
		return edit{}, fmt.Errorf("the text is %s, expected an object or a list", k)
	}
	path := o.path
	if len(path) == 0 {
		if o.op != jsontree.Remove {
			return o.atRoot(root)
		}
		path = jsontree.Pointer{""}
	}
	at := root
	for depth, token := range path[:len(path)-1] {
		next, err := descend(at, token, path[:depth])
		if err != nil {
			return edit{}, err
		}
		at = next
	}
	parent, token := path[:len(path)-1], path[len(path)-1]
	switch at.kind() {
	case object:
		return o.inObject(at, parent, token)
	case list:
		return o.inList(at, parent, token)
	}
	return edit{}, noContainer(at, parent)
}

func descend(at node, token string, path jsontree.Pointer) (node, error) {
	k := at.kind()
	if token == "" && (k == object || k == list) {
		return nil, emptyToken(at, path)
	}
	switch k {
	case object:
		next, err := at.key(token)
		if err == nil && next == nil {
			err = noKey(at, path, token)
		}
		return next, err
	case list:
		i, err := index(at, path, token, 0)
		if err != nil {
			return nil, err
		}
		return at.item(i)
	}
	return nil, noContainer(at, path)
}

func (o operation) atRoot(root node) (edit, error) {
	if o.op == jsontree.Test {
		return edit{}, o.compare(root)
	}
	if k := o.value.kind; k != object && k != list && k != null {
		return edit{}, fmt.Errorf("the text cannot become %s, expected an object or a list", k)
	}
	if root.same(o.value, byValue) {
		return edit{}, nil
	}
	return root.put(o.value)
}

func (o operation) inObject(at node, path jsontree.Pointer, token string) (edit, error) {
	old, err := at.key(token)
	if both, ok := err.(*ambiguousKey); ok && o.op != jsontree.Test {
		if o.op != jsontree.Remove && both.counts.same(o.value, byValue) {
			return edit{}, nil
		}
		return edit{}, both.settle()
	}
	switch {
	case err != nil:
		return edit{}, err
	case o.op == jsontree.Test && token == "":
		return edit{}, o.compare(nil)
	case o.op == jsontree.Test:
		return edit{}, o.compare(old)
	case old == nil && (o.op == jsontree.Remove || o.op == jsontree.Replace && token != ""):
		return edit{}, noKey(at, path, token)
	case o.op == jsontree.Remove:
		return at.removeKey(token)
	case old == nil:
		return at.insertKey(token, o.value)
	case old.same(o.value, byValue):
		return edit{}, nil
	}
	return old.put(o.value)
}

func (o operation) inList(at node, path jsontree.Pointer, token string) (edit, error) {
	if o.op == jsontree.Test && token == "" {
		return edit{}, o.compare(nil)
	}
	if o.op == jsontree.Add {
		if token == "-" {
			return at.insertItem(at.length(), o.value)
		}
		i, err := index(at, path, token, 1)
		if err != nil {
			return edit{}, err
		}
		return at.insertItem(i, o.value)
	}
	i, err := index(at, path, token, 0)
	if err != nil {
		return edit{}, err
	}
	if o.op == jsontree.Remove {
		return at.removeItem(i)
	}
	old, err := at.item(i)
	switch {
	case err != nil:
		return edit{}, err
	case o.op == jsontree.Test:
		return edit{}, o.compare(old)
	case old.same(o.value, byValue):
		return edit{}, nil
	}
	return old.put(o.value)
}

// compare applies the verb test. A missing value equals null.
func (o operation) compare(found node) error {
	if found == nil || found.kind() == null {
		if o.value.kind == null {
			return nil
		}
	} else if found.same(o.value, byTest) {
		return nil
	}
	k := null
	if found != nil {
		k = found.kind()
	}
	if k == o.value.kind {
		return fmt.Errorf("%s is not the expected %s", pathText(o.path), k.noun())
	}
	return fmt.Errorf("%s is %s, expected %s", pathText(o.path), k, o.value.kind)
}

// index parses a token as the index of a list, or with room 1 also of a new last element.
func index(at node, path jsontree.Pointer, token string, room int) (int, error) {
	n := at.length()
	i, err := strconv.Atoi(token)
	if err != nil {
		return 0, fmt.Errorf("%s (line %d) is a list, %q is not an index", pathText(path), at.line(), shorten(token))
	}
	asked := i
	if i < 0 {
		i += n + room
	}
	if i < 0 || i >= n+room {
		return 0, fmt.Errorf("%s (line %d) has %d elements, index %d is out of range", pathText(path), at.line(), n, asked)
	}
	return i, nil
}

func noKey(at node, path jsontree.Pointer, token string) error {
	return fmt.Errorf("%s (line %d) has no key %q", pathText(path), at.line(), shorten(token))
}

// emptyToken is the error for an empty token that is not the last, which finds nothing even if there is a key "".
func emptyToken(at node, path jsontree.Pointer) error {
	where := "at the start of the path"
	if len(path) > 0 {
		where = fmt.Sprintf("after %s (line %d)", pathText(path), at.line())
	}
	return fmt.Errorf("the empty token %s cannot be followed, expected one slash before each key", where)
}

func noContainer(at node, path jsontree.Pointer) error {
	return fmt.Errorf("%s (line %d) is %s, expected an object or a list", pathText(path), at.line(), at.kind())
}

// shorten cuts a long string for an error.
func shorten(s string) string { return shortenTo(80, s) }

// shortenTo cuts a string after the last whole character in its first bytes.
func shortenTo(bytes int, s string) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes] + "…"
}
