// Package textedit edits JSON and YAML text in place: an edit writes the lines that it must change and leaves every other
// byte alone. It knows nothing of Kubernetes objects.
//
// # The model
//
// A [Patch] is a list of operations of RFC 6902, compiled once. [Patch.JSON] and [Patch.YAML] apply them to a text, one
// after the other. They find the keys, values and comments in the text and turn an operation into a few splices; nothing
// is encoded again. Comments, blank lines, the order and quotes of keys, 0777 and 1.10, anchors, other documents, line
// breaks and the end of the text are preserved, unless an operation changes them.
//
// # Cost
//
// A text is parsed twice for any number of operations: before the first, and after the last that writes something. Each
// edit updates the parsed tree, and parses only what it has written. The second parse is compared with that tree, node by
// node. Its value, with aliases and merge keys resolved, must be what package jsontree makes of the decoded text, and the other documents
// must be the same bytes. Otherwise the patch writes more (see below) or fails with [ErrNotInPlace]: it returns the correct text or none. Beyond the two parses, n
// operations use O(n log n) memory. Each operation, and each alias that is written out, may move all bytes after it.
//
// # What a pointer means
//
// The verbs are those of package jsontree, with the same rules for indexes and empty tokens. The root of a text is an
// object, a list or null; a YAML text without content is null. An empty token that is not the last cannot be followed.
//
// YAML is read as Kubernetes reads it, as YAML 1.1: yes and on are true, 0777 is 511, the name of a key is the JSON form of
// its value, and the last of equal keys counts. The token true therefore names the key on. If no key reads as a token, the
// token names the last key that is written so: on names that key, too. A text that Kubernetes cannot convert to JSON is an
// error, and so is one with a key that is null, a list or a map in a value that a later equal key replaces.
//
// # What an edit writes
//
//  1. Nothing, if the value is already there, in any notation.
//  2. A scalar that replaces a scalar keeps the kind of quotes. A string is plain only if all parsers of YAML 1.1 and 1.2
//     read it as that string.
//  3. New text has the style of the text around it: flow or block, the indentation of maps and of lists, quotes in JSON,
//     separators, line breaks. In block style, an empty {} or [] that gets entries becomes block style, except at the root. A list
//     or map that replaces one in brackets stays in brackets unless it would end after column 80.
//     In JSON, a list or object is on one line if the entries around it are, or if it replaces one with entries on one line.
//     Otherwise it has the indentation of its nearest neighbor.
//  4. A new key follows the last key, a new element the element before it.
//  5. A removed key or element takes with it the comment on its lines, the comment lines directly above it (up to a blank line) and
//     those below that are indented deeper than the key or dash. An empty map or list becomes {} or [].
//  6. The first block of comment lines of a document, such as a license, belongs to the document and stays. Comment lines
//     directly above the first key belong to the key only if a blank line or a marker (---) separates them from the first block. So
//     the comment of a first key stays if it has no other comment above it.
//  7. Replacing one of several equal keys writes the last one, which counts; removing removes all of them.
//
// # Anchors
//
// A YAML alias repeats an anchored node, and so does a merge key (<<). An edit changes only the value that its path names,
// as if the document had no aliases. If necessary, an alias is first replaced by a copy (written out). As little text as possible
// is copied, and every other value stays the same:
//
//  1. An alias on the path is replaced by a copy of what it repeats. The anchored node stays as it is. An alias that is
//     replaced or removed as a whole is not copied.
//  2. A key that a merge key provides is copied into the map itself if something inside changes. If the key is replaced, only
//     the new value is written there. If it is removed, the merge key is replaced by the other keys that it provides.
//  3. An edit of an anchored node changes what its aliases repeat. A plain alias (not in <<) of the node is
//     replaced by a copy of the old node.
//  4. A map that merges the node and would get the new value keeps the old one: the key is copied into that map. A map that has
//     the key itself, or gets it from another map, stays as it is. A key above the merge key, which does not count, is removed.
//  5. Rule 4 does not apply if it would take more lines than the node has, if the key is new, if the node is removed, or if a
//     plain alias repeats the node, too. Then the merge key is replaced by the keys that it provides.
//  6. If rules 3 and 5 apply to several aliases, only the first in the text is replaced by a copy. The copy gets the anchor, and
//     the other aliases repeat the copy.
//
// A copy has the comments of the original and the indentation of its new place; in flow style it is on one line without
// comments. It has no other anchors, and its aliases stay if they repeat the same nodes there.
//
// If a map has a key of its own above a merge key that also provides it, YAML parsers disagree on the value. Such a key can be
// replaced or removed, which removes it from its old place, unless its value contains what is merged. Then replace the map as a
// whole. An edit below such a key and a test of it are errors.
//
// # Where an edit is not possible in place
//
// A few edits of YAML are not possible in place, such as that of the value of a key after a question mark without a colon, or some of values
// with a comment directly after their brackets. Then the innermost list or map around the place with which the text has the right value
// is written as a whole, at most the document. Its keys keep their order; comments, tags, anchors and notations in it are lost, which
// [Patch.YAMLLosses] reports.
// This takes more time. If the product of the bytes of the text, the operations and the attempts would be more than 16 Mi, it is
// [ErrNotInPlace] or another error instead.
//
// # Limits
//
// A text that is not UTF-8, nests deeper than 10,000 levels or is refused by package yamltext is an error, and so is a value of an
// operation that nests deeper than 500 levels. The maps of a document get at most 1,048,576 keys through merge keys. A patch writes out at
// most 1,000 aliases, as at most 1 MiB of copies. Anything more is an error. Everything here is safe for concurrent use.
package textedit
