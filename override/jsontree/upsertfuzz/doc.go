// Package upsertfuzz compares [jsontree.Tree] with json-patch v5.6.0+incompatible, whose replace inserts a missing key.
// It is a separate module, so that importing jsontree does not require that old version. It contains only tests.
//
// Set is that replace, with one difference:
//
//  1. A pointer without a leading slash is an error; json-patch drops its first token.
//
// The other verbs follow json-patch v5.9. They also differ from the old version in these points:
//
//  2. A pointer may name the whole document: Add replaces it, Remove removes its key "", Test compares it. The old
//     version returns an error.
//  3. An empty token that is not the last finds nothing. The old version takes it as the key "".
//  4. For Test an empty last token names nothing. The old version takes it as the key "".
//
// Inputs on which json-patch panics are errors: testing a list that contains null, and writing inside null, which
// json-patch detects only if the same patch has written the null.
//
// [jsontree.Tree]: https://pkg.go.dev/github.com/overridekit/overridekit/override/jsontree#Tree
package upsertfuzz
