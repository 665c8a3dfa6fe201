package jsontree

import (
	"fmt"
	"slices"
	"strconv"
)

// maxTokens limits the pointer of an edit. An edit may put a document of MaxDepth at the bottom of another one.
const maxTokens = 2 * MaxDepth

// Add adds v at p: it sets a key, present or not, inserts v at a list index, and appends it at "-". The parent must
// exist. The value is not copied: the caller must not write it afterwards.
//
// All verbs return a Change only if changed is true: writing a value that is [Equal] to the old one is not a change. An
// edit that fails alters nothing and returns an [*Error]. A pointer of more than twice [MaxDepth] tokens fails.
func (t *Tree) Add(p Pointer, v any) (c Change, changed bool, err error) {
	return t.apply(Add, p, v)
}

// Remove removes the value at p, which must exist.
func (t *Tree) Remove(p Pointer) (c Change, changed bool, err error) {
	if len(p) == 0 {
		p = Pointer{""}
	}
	return t.apply(Remove, p, nil)
}

// Replace replaces the value at p, which must exist, by v. The value is not copied.
func (t *Tree) Replace(p Pointer, v any) (c Change, changed bool, err error) {
	return t.apply(Replace, p, v)
}

// Set sets the key at p, present or not, or an existing list element. The parent must exist, and p must not be the
// whole document. The value is not copied.
func (t *Tree) Set(p Pointer, v any) (c Change, changed bool, err error) {
	return t.apply(Set, p, v)
}

// Test fails unless the value at p equals v; see rule 6 of the package comment. It changes nothing.
func (t *Tree) Test(p Pointer, v any) error {
	_, _, err := t.apply(Test, p, v)
	return err
}

// Edit calls the method of Tree that the verb names. An unknown verb is an error.
func (t *Tree) Edit(verb Verb, p Pointer, v any) (c Change, changed bool, err error) {
	switch verb {
	case Remove:
		return t.Remove(p)
	case Add, Replace, Set, Test:
		return t.apply(verb, p, v)
	}
	return Change{}, false, &Error{Op: verb, Pointer: p, Where: p, Reason: "cannot be edited by an unknown verb"}
}

// edit is one edit while it descends the tree.
type edit struct {
	tree      *Tree
	op        Verb
	pointer   Pointer
	value     any
	emptyKeys bool // an empty token that is not the last is an ordinary key

	change  Change
	changed bool
}

func (t *Tree) apply(op Verb, p Pointer, v any) (Change, bool, error) {
	e := edit{tree: t, op: op, pointer: p, value: v, emptyKeys: op == Set}
	var err error
	switch {
	case t == nil:
		err = e.fail(0, "is a nil view, expected a view that is not nil")
	case len(p) == 0:
		err = e.atRoot()
	default:
		err = e.apply()
	}
	return e.change, e.changed, err
}

// apply edits the map or list around the value. Only an edit that changes something copies the maps and lists on the path.
func (e *edit) apply() error {
	if len(e.pointer) > maxTokens {
		return e.fail(0, "cannot be edited with a pointer of %d tokens, expected at most %d", len(e.pointer), maxTokens)
	}
	path, err := e.walk()
	if err != nil {
		return err
	}
	last := len(path) - 1
	around := &path[last]
	shared := around.own == nil
	switch around.value.(type) {
	case map[string]any:
		err = e.inMap(around)
	case []any:
		err = e.inList(around)
	default:
		err = e.fail(last, "is %s, expected an object or a list", described{around.value})
	}
	if err != nil || !e.changed {
		return err
	}
	if shared || e.change.InList { // the list may have grown or shrunk
		e.link(path, shared)
	}
	t := e.tree
	t.path, t.root, t.own = path, path[0].value, path[0].own
	return nil
}

// walk returns the maps and lists around the value. It begins at the last one that the previous edit has visited as well.
func (e *edit) walk() ([]place, error) {
	t, last := e.tree, len(e.pointer)-1
	t.path = t.path[:t.known(e.pointer[:last], e.emptyKeys)]
	path := t.path
	if len(path) == 0 {
		path = append(slices.Grow(path, max(8, last+1)), place{"", t.root, t.own})
	}
	for depth := len(path) - 1; depth < last; depth++ {
		token, here := e.pointer[depth], path[depth]
		inside := place{token: token}
		switch c := here.value.(type) {
		case map[string]any:
			var found bool
			inside.value, inside.own, found = here.own.lookup(c, token)
			if !found || token == "" && !e.emptyKeys {
				return nil, e.fail(depth, "has no key %s%s", quote(token), e.hint(c, depth))
			}
		case []any:
			i, err := e.index(depth, token, len(c), 0)
			if err != nil {
				return nil, err
			}
			inside = place{e.pointer[depth], c[i], here.own.get("", i)}
		default:
			return nil, e.fail(depth, "is %s, expected an object or a list", described{c})
		}
		path = append(path, inside)
	}
	return path, nil
}

// link puts the edited map or list into the one around it, which it copies if it is shared, and so on up to the root. It ends at the first one
// that already has a mark. shared reports whether the edited one was shared.
func (e *edit) link(path []place, shared bool) {
	for depth := len(path) - 2; depth >= 0; depth-- {
		here, inside := &path[depth], path[depth+1]
		wasShared := here.own == nil
		switch here.value.(type) {
		case map[string]any:
			token := e.pointer[depth]
			e.tree.writableMap(here)[token] = inside.value
			if shared {
				here.own.add(token, 0, inside.own)
			}
		case []any:
			i, _ := strconv.Atoi(e.pointer[depth])
			e.tree.writableList(here, 0)[i] = inside.value
			if shared {
				here.own.add("", i, inside.own)
			}
		}
		if shared = wasShared; !shared {
			return
		}
	}
}

// atRoot edits the whole document.
func (e *edit) atRoot() error {
	t := e.tree
	if e.op == Test {
		return e.compare(t.root)
	}
	if e.op == Set {
		return e.fail(0, "cannot be set, only values inside")
	}
	switch e.value.(type) {
	case nil, map[string]any, []any:
	default:
		return e.fail(0, "cannot become %s, expected an object or a list", described{e.value})
	}
	if !Equal(t.root, e.value) {
		e.record(Change{Op: Replace, Pointer: Pointer{}, Old: t.root, New: e.value})
		t.root, t.own, t.path = e.value, nil, nil
	}
	return nil
}

func (e *edit) inMap(around *place) error {
	m, _ := around.value.(map[string]any)
	key := e.pointer[len(e.pointer)-1]
	old, found := m[key]
	switch {
	case e.op == Test:
		if key == "" {
			old = nil
		}
		return e.compare(old)
	case !found && (e.op == Remove || e.op == Replace && key != ""):
		return e.fail(len(e.pointer)-1, "has no key %s", quote(key))
	case e.op == Remove:
		delete(e.tree.writableMap(around), key)
		around.own.drop(key, 0)
		e.record(Change{Op: Remove, Pointer: e.pointer, Old: old})
	case !found:
		e.tree.writableMap(around)[key] = e.value
		e.record(Change{Op: Add, Pointer: e.pointer, New: e.value})
	case !Equal(old, e.value):
		e.tree.writableMap(around)[key] = e.value
		around.own.drop(key, 0)
		e.record(Change{Op: Replace, Pointer: e.pointer, Old: old, New: e.value})
	}
	return nil
}

func (e *edit) inList(around *place) error {
	l, _ := around.value.([]any)
	depth := len(e.pointer) - 1
	token := e.pointer[depth]
	if e.op == Test && token == "" {
		return e.compare(nil)
	}
	if e.op == Add {
		i := len(l)
		if token == "-" {
			e.resolve(depth, i)
		} else {
			var err error
			if i, err = e.index(depth, token, len(l), 1); err != nil {
				return err
			}
		}
		around.set(slices.Insert(e.tree.writableList(around, 4), i, e.value))
		around.own.inserted(i)
		e.record(Change{Op: Add, Pointer: e.pointer, InList: true, New: e.value})
		return nil
	}
	i, err := e.index(depth, token, len(l), 0)
	if err != nil {
		return err
	}
	old := l[i]
	switch {
	case e.op == Test:
		return e.compare(old)
	case e.op == Remove:
		around.set(slices.Delete(e.tree.writableList(around, 0), i, i+1))
		around.own.drop("", i)
		around.own.deleted(i)
		e.record(Change{Op: Remove, Pointer: e.pointer, InList: true, Old: old})
	case !Equal(old, e.value):
		e.tree.writableList(around, 0)[i] = e.value
		around.own.drop("", i)
		e.record(Change{Op: Replace, Pointer: e.pointer, InList: true, Old: old, New: e.value})
	}
	return nil
}

// compare applies the verb test.
func (e *edit) compare(found any) error {
	left := MaxSize
	if found == nil && e.value == nil || found != nil && equal(found, e.value, false, 0, &left) {
		return nil
	}
	return &Error{
		Op: e.op, Pointer: e.pointer, Where: e.pointer,
		Reason: fmt.Sprintf("is %s, expected %s", show(found), show(e.value)), masked: "is ***, expected another value",
	}
}

// index parses the token at depth as the index of a list with length elements, or with room more for an insertion. It
// replaces the token by the plain index, which is the form that changes have.
func (e *edit) index(depth int, token string, length, room int) (int, error) {
	i, err := strconv.Atoi(token)
	if err != nil {
		return 0, e.fail(depth, "is a list, %s is not an index", quote(token))
	}
	at := i
	if at < 0 {
		at += length + room
	}
	if at < 0 || at >= length+room {
		return 0, e.fail(depth, "has %d elements, index %d is out of range", length, i)
	}
	e.resolve(depth, at)
	return at, nil
}

func (e *edit) resolve(depth, index int) {
	plain := strconv.Itoa(index)
	if e.pointer[depth] != plain {
		e.pointer = e.pointer.Child()
		e.pointer[depth] = plain
	}
}

func (e *edit) record(c Change) { e.change, e.changed = c, true }

func (e *edit) fail(depth int, format string, args ...any) error {
	failed := &Error{Op: e.op, Pointer: e.pointer, Where: e.pointer[:depth], Reason: fmt.Sprintf(format, args...)}
	for i := range args {
		if d, ok := args[i].(described); ok {
			args[i] = DescribeHidden(d.value)
			failed.masked = fmt.Sprintf(format, args...)
		}
	}
	return failed
}
