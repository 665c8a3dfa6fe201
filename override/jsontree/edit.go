package jsontree

import (
	"fmt"
	"slices"
	"strconv"
)

// maxTokens limits the pointer of an edit. An edit may put a document of MaxDepth at the bottom of another one.
const maxTokens = 2 * MaxDepth

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
	if len(p) == 0 {
		err := e.atRoot()
		return e.change, e.changed, err
	}
	return e.apply()
}

func (e *edit) apply() (Change, bool, error) {
	t := e.tree
	if len(e.pointer) > maxTokens {
		return Change{}, false, e.fail(0, "cannot be edited with a pointer of %d tokens, expected at most %d", len(e.pointer), maxTokens)
	}
	own, err := e.descend(t.root, t.own, 0)
	if err != nil {
		return Change{}, false, err
	}
	if e.changed {
		t.root, t.own = own.value, own
	}
	return e.change, e.changed, nil
}

// descend applies the edit below v, the value at the first depth tokens, whose mark is own or nil. If the edit succeeds
// further down, it copies the maps and lists on the path, and returns the mark of the value that replaces v.
func (e *edit) descend(v any, own *mark, depth int) (*mark, error) {
	token, last := e.pointer[depth], depth == len(e.pointer)-1
	switch c := v.(type) {
	case map[string]any:
		if last {
			return e.inMap(c, own, token)
		}
		child, before, found := own.lookup(c, token)
		if !found || token == "" && !e.emptyKeys {
			return nil, e.fail(depth, "has no key %s%s", quote(token), e.hint(c, depth))
		}
		after, err := e.descend(child, before, depth+1)
		if err != nil || !e.changed {
			return nil, err
		}
		c, own = e.tree.writableMap(c, own)
		if before == nil {
			own.add(token, 0, after)
		}
		if before == nil || e.change.InList && depth == len(e.pointer)-2 { // a list may have grown or shrunk
			c[token] = after.value
		}
		return own, nil
	case []any:
		if last {
			return e.inList(c, own, token)
		}
		i, err := e.index(depth, token, len(c), 0)
		if err != nil {
			return nil, err
		}
		before := own.get("", i)
		after, err := e.descend(c[i], before, depth+1)
		if err != nil || !e.changed {
			return nil, err
		}
		c, own = e.tree.writableList(c, own, 0)
		if before == nil {
			own.add("", i, after)
		}
		c[i] = after.value
		return own, nil
	}
	return nil, e.fail(depth, "is %s, expected an object or a list", described{v})
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
		t.root, t.own = e.value, nil
	}
	return nil
}

func (e *edit) inMap(m map[string]any, own *mark, key string) (*mark, error) {
	old, found := m[key]
	switch {
	case e.op == Test:
		if key == "" {
			old = nil
		}
		return nil, e.compare(old)
	case !found && (e.op == Remove || e.op == Replace && key != ""):
		return nil, e.fail(len(e.pointer)-1, "has no key %s", quote(key))
	case e.op == Remove:
		m, own = e.tree.writableMap(m, own)
		delete(m, key)
		own.drop(key, 0)
		e.record(Change{Op: Remove, Pointer: e.pointer, Old: old})
	case !found:
		m, own = e.tree.writableMap(m, own)
		m[key] = e.value
		e.record(Change{Op: Add, Pointer: e.pointer, New: e.value})
	case !Equal(old, e.value):
		m, own = e.tree.writableMap(m, own)
		m[key] = e.value
		own.drop(key, 0)
		e.record(Change{Op: Replace, Pointer: e.pointer, Old: old, New: e.value})
	}
	return own, nil
}

func (e *edit) inList(l []any, own *mark, token string) (*mark, error) {
	depth := len(e.pointer) - 1
	if e.op == Test && token == "" {
		return nil, e.compare(nil)
	}
	if e.op == Add {
		i := len(l)
		if token == "-" {
			e.resolve(depth, i)
		} else {
			var err error
			if i, err = e.index(depth, token, len(l), 1); err != nil {
				return nil, err
			}
		}
		l, own = e.tree.writableList(l, own, 4)
		own.value = slices.Insert(l, i, e.value)
		own.inserted(i)
		e.record(Change{Op: Add, Pointer: e.pointer, InList: true, New: e.value})
		return own, nil
	}
	i, err := e.index(depth, token, len(l), 0)
	if err != nil {
		return nil, err
	}
	old := l[i]
	switch {
	case e.op == Test:
		return nil, e.compare(old)
	case e.op == Remove:
		l, own = e.tree.writableList(l, own, 0)
		own.value = slices.Delete(l, i, i+1)
		own.drop("", i)
		own.deleted(i)
		e.record(Change{Op: Remove, Pointer: e.pointer, InList: true, Old: old})
	case !Equal(old, e.value):
		l, own = e.tree.writableList(l, own, 0)
		l[i] = e.value
		own.drop("", i)
		e.record(Change{Op: Replace, Pointer: e.pointer, InList: true, Old: old, New: e.value})
	}
	return own, nil
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
