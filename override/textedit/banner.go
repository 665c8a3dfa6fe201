package textedit

// commentsOf returns the start of the comment lines directly above the i-th entry of a block collection, or the start of its line
// without any. They begin at floor or later. line is the start of the line of the entry.
//
// The first block of comment lines of a document belongs to the document, not to its first entry: it may be a license or a warning.
// A blank line or a marker (---) ends a block. If there is another block, directly above the first entry, that one belongs to the
// entry.
func (p *yamlCursor) commentsOf(i, line, floor int) int {
	top := commentsAbove(p.text, line, p.depth(), floor)
	if p.node == p.top && i == 0 && top < line && !p.commentedBefore(top) {
		return line
	}
	return top
}

// commentedBefore reports whether the document has a comment line above the line that begins at p.
func (t *yamlText) commentedBefore(p int) bool {
	line := 0
	if t.document > 0 {
		line = t.history.now(t.columns.lines[t.head], 0)
	}
	for ; line < p; line = nextLine(t.text, line) {
		if _, comment := isComment(t.text, line); comment {
			return true
		}
	}
	return false
}
