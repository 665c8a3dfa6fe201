package jsontree

// Verb is what an edit does to its place: the operations of RFC 6902, and Set. An edit with another verb is an error.
type Verb string

const (
	Add     Verb = "add"     // a key or an element; the elements after it move up by one
	Remove  Verb = "remove"  // a key or an element; the elements after it move down by one
	Replace Verb = "replace" // another value in the same place; a missing key is an error
	Set     Verb = "set"     // as Replace, but a missing key is added
	Test    Verb = "test"    // compare, and change nothing
)

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
