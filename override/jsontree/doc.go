// Package jsontree reads and edits decoded JSON as a tree. It knows nothing of Kubernetes.
//
// # The model
//
// A document is what a JSON decoder makes of a text: nil, bool, int64, float64, string, []any and map[string]any. A
// [Pointer] names a place in it (RFC 6901). A [Tree] is a view of a document that can be edited: the first edit of a map
// or list copies that one map or list, later edits of it write in place. So the document that the view was made of is
// never written, and an edit costs what it touches, not what exists.
//
// Each edit that alters something answers with a [Change]: where, what was there, what is there now. The changes, in
// order, are the whole difference between the document and the view; as RFC 6902 operations they turn one into the other.
//
// # The verbs
//
// [Tree.Add], [Tree.Remove], [Tree.Replace] and [Tree.Test] are the operations of RFC 6902 with the meaning that
// github.com/evanphx/json-patch v5.9 gives them under its default options; [Tree.Set] is the upsert that json-patch
// v5.6.0+incompatible, and the systems built on it, call replace. Where json-patch goes beyond the RFC, or falls short of it, this package does as follows, and a fuzz test
// holds the two together:
//
//  1. A list index is whatever strconv.Atoi reads: "+01" is 1. A negative index counts from the end; Add at -1 appends.
//  2. An empty token that is not the last finds nothing, except for Set. (json-patch does so below the root; at the root it edits a copy
//     that it then drops, so that nothing happens. Here that is an error.)
//  3. An empty last token names the key "" when a map is written, Replace included, which then inserts a missing key.
//     For Test it names nothing, which equals null.
//  4. Remove at the root removes the key "".
//  5. The whole document may be replaced by an object, a list or null, and null has no places inside.
//  6. Test compares numbers by the text that a JSON encoder writes for them: 1.0 equals 1. A missing key equals null. A
//     null inside a list equals nothing (json-patch panics there), and a null that was written is like any other (json-patch
//     lets one written by the same patch differ from null).
//  7. A "~" that is not followed by 0 or 1 stands for itself.
//
// A pointer without a leading slash is refused; json-patch drops its first token.
//
// # Limits
//
// Nesting beyond [MaxDepth] is an error wherever a value is walked, and so are more than [MaxSize] values. A map that a Go program
// refers to from several places counts at each of them; one that contains itself is beyond both limits. A Tree is for one goroutine; a document may be shared
// by any number of trees and readers, as long as nobody writes it.
package jsontree
