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
