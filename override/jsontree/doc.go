// Package jsontree reads and edits decoded JSON as a tree. It knows nothing of Kubernetes.
//
// # The model
//
// A document is what a JSON decoder returns: nil, bool, int64, float64, string, []any and map[string]any. A [Pointer]
// (RFC 6901) names a value in it. A [Tree] is an editable view of a document: the first edit of a map or list copies
// that one map or list, later edits write to the copy. The document itself is never written, and an edit costs as much
// as what it touches, not as much as the document.
//
// Each edit that alters something returns a [Change]: the pointer, the old value and the new value. The changes, in
// order, are the whole difference between the document and the view; as RFC 6902 operations they turn one into the
// other.
//
// [Encode] makes the JSON of a document, from which [Encoding.Append] makes that of each view: only what was edited is
// encoded again.
//
// # The verbs
//
// [Tree.Add], [Tree.Remove], [Tree.Replace] and [Tree.Test] are the operations of RFC 6902, as
// github.com/evanphx/json-patch v5.9 implements them with its default options. [Tree.Set] is the upsert that json-patch
// v5.6.0+incompatible, and the systems built on it, call replace. Where json-patch deviates from the RFC, this package
// follows these rules. A fuzz test compares the two.
//
//  1. A list index is whatever strconv.Atoi parses: "+01" is 1. A negative index counts from the end; Add at -1 appends.
//  2. An empty token that is not the last finds nothing, except for Set. (So does json-patch below the root; at the root
//     it edits a copy and drops it, so nothing happens. Here that is an error.)
//  3. An empty last token names the key "" of a map for edits, including Replace, which then inserts a missing key.
//     For Test it names nothing, which equals null.
//  4. Remove at the root removes the key "".
//  5. The whole document may be replaced by an object, a list or null. Null has no children.
//  6. Test compares numbers as a JSON encoder writes them: 1.0 equals 1. A missing key equals null. A null inside a list
//     equals nothing (json-patch panics), and a null that an edit wrote is like any other null (for json-patch, one
//     written by the same patch differs from null).
//  7. A "~" that is not followed by 0 or 1 is a literal tilde.
//
// A pointer without a leading slash is an error; json-patch drops its first token.
//
// # Limits
//
// Wherever a value is walked, nesting beyond [MaxDepth] and more than [MaxSize] values are errors. A map that is
// referenced several times counts once per reference; a map that contains itself exceeds both limits. A Tree is for one
// goroutine; any number of trees and readers may share a document, as long as it is not written.
package jsontree
