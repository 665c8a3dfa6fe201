// Package textedit edits JSON and YAML that is text, in place: an edit writes the lines it must and leaves every other byte as
// it was. It knows nothing of Kubernetes.
//
// # The model
//
// A [Patch] is a list of operations of RFC 6902, compiled once. [Patch.JSON] and [Patch.YAML] carry them out, one after the other,
// on a text. A text is read for where its keys, values and comments stand; an operation becomes a few splices of the text; nothing is
// ever encoded again. So comments, blank lines, the order and quotes of keys, 0777 and 1.10, anchors, further documents, the line
// ends and the end of the text stay, unless an operation is about them.
//
// # What it costs
//
// A text is read twice, however many operations there are: before the first, and after the last that writes something. What was
// read follows each edit, and only what the edit writes is read by itself. The second reading is compared with that, node by
// node. If they differ, the patch fails with [ErrNotInPlace]: an edit gives the text that it must, or no text. Besides the two readings, n
// operations take memory like n log n; each of them may move all bytes of the text that stand after it.
//
// # What a pointer means
//
// The verbs are those of package jsontree, whose rules for indexes and empty tokens hold here, too. The root of a text is an
// object, a list or null; a YAML text without content is null.
//
// YAML is read as Kubernetes reads it, which is YAML 1.1: yes and on are true, 0777 is 511, a key is named by the JSON text of
// what it reads as, and of equal keys the last one counts. So /true names the key on. Where no key reads as a token, the last one
// that is written so is meant: /on names it, too. A text that Kubernetes cannot read as JSON is an error.
//
// # What an edit writes
//
//  1. A value that is already there, in whatever words, is no edit.
//  2. A scalar takes the place of a scalar and keeps its kind of quotes. A text is plain only where readers of YAML 1.1 and
//     1.2 all take it for that text.
//  3. What is new looks like what surrounds it: flow or block, the indentation of maps and of lists, quotes in JSON,
//     separators, the line ends.
//  4. A new key stands behind the last one, a new element behind the one before it.
//  5. A key that is removed takes along the comment on its lines, the comment lines right above it (up to a blank line) and
//     those below that are indented deeper than it. What becomes empty is {} or [].
//  6. Of equal keys in one map, replacing writes the last, which counts; removing takes all.
//
// # Anchors
//
// A YAML alias repeats what is anchored elsewhere, and so does a merge key (<<). An edit that would have to write in one place what
// shows in several is an error that names both. An alias may be replaced or removed as a whole, and a key that only a merge
// key brings may be replaced: it is then written into the map itself.
//
// # Limits
//
// A text that is not UTF-8, or nests deeper than 10,000 levels, is an error, and so is a value of an operation that nests deeper
// than 500. Aliases are never written out, so that a small text cannot grow large. Everything here is safe for concurrent use.
package textedit
