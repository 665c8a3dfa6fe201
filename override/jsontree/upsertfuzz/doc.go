// Package upsertfuzz holds [jsontree.Tree] against json-patch v5.6.0+incompatible, whose replace inserts a missing key. It is a
// module of its own so that nobody who imports jsontree gets to know that old version; its tests are all there is.
//
// Set is that replace, and does the same in every case but one:
//
//  1. A pointer without a leading slash is refused; json-patch drops its first token.
//
// The other verbs follow json-patch v5.9. From the old version they differ in this as well:
//
//  2. The whole document is a place: Add puts another one there, Remove takes away its key "", Test looks at it. The old
//     version finds no place there.
//  3. An empty token that is not the last finds nothing. To the old version it is the key "".
//  4. For Test an empty last token names nothing. To the old version it is the key "".
//
// What json-patch panics on is an error: a null in a list that is tested, and null as a place to write to, which it
// tells from any other only if the same patch has written it.
//
// [jsontree.Tree]: https://pkg.go.dev/github.com/overridekit/overridekit/override/jsontree#Tree
package upsertfuzz
