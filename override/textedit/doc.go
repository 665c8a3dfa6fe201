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
// node. If they differ, the patch fails with [ErrNotInPlace]: a patch returns the correct text or none. Besides the two
// parses, n operations need memory in O(n log n); each of them may move all bytes of the text after it.
//
// # What a pointer means
//
// The verbs are those of package jsontree, with the same rules for indexes and empty tokens. The root of a text is an
// object, a list or null; a YAML text without content is null. An empty token that is not the last cannot be followed.
//
// YAML is read as Kubernetes reads it, as YAML 1.1: yes and on are true, 0777 is 511, the name of a key is the JSON form of
// its value, and the last of equal keys counts. The token true therefore names the key on. If no key reads as a token, the
// token names the last key that is written so: on names that key, too. A text that Kubernetes cannot convert to JSON is an
// error.
//
// # What an edit writes
//
//  1. Nothing, if the value is already there, in any notation.
//  2. A scalar that replaces a scalar keeps the kind of quotes. A string is plain only if all parsers of YAML 1.1 and 1.2
//     read it as that string.
//  3. New text has the style of the text around it: flow or block, the indentation of maps and of lists, quotes in JSON,
//     separators, line breaks. In block style, an empty {} or [] that gets entries becomes block style, and a list or map that
//     replaces one in brackets stays in brackets unless it would end after column 80. JSON has the indentation of its nearest
//     neighbor.
//  4. A new key follows the last key, a new element the element before it.
//  5. A removed key takes with it the comment on its lines, the comment lines directly above it (up to a blank line) and
//     those below that are indented deeper than the key. An empty map or list becomes {} or [].
//  6. The first block of comment lines of a document, such as a license, belongs to the document and stays. Comment lines
//     directly above the first key belong to the key only if they are another block: a blank line or a marker is between.
//  7. Replacing one of several equal keys writes the last one, which counts; removing removes all of them.
//
// # Anchors
//
// A YAML alias repeats an anchored node, and so does a merge key (<<). An edit that would change a node that appears several
// times is an error that names both lines. An alias can be replaced or removed as a whole. A key that only a merge key
// provides can be replaced: the edit writes it into the map itself.
//
// # Limits
//
// A text that is not UTF-8 or nests deeper than 10,000 levels is an error, and so is a value of an operation that nests
// deeper than 500 levels. Aliases are never expanded, so a small text cannot become large. Everything here is safe for
// concurrent use.
package textedit
