package textedit

// banner is the first block of comment lines of a document, which belongs to the document. It may be a license or a warning.
type banner struct {
	known bool
	last  int // its last byte, before the line break
	edits int // the number of edits before last was read
}

// commentsOf returns the start of the comment lines directly above the i-th entry of a block collection, or the start of its line
// without comments. They begin at floor or later. line is the start of the line of the entry.
//
// The first block of comment lines of a document belongs to the document, not to its first entry. A blank line or a marker (---)
// ends a block. Other comment lines directly above the first entry belong to the entry.
func (p *yamlCursor) commentsOf(i, line, floor int) int {
	if p.node == p.top && i == 0 && p.belowBanner(line) {
		return line
	}
	return commentsAbove(p.text, line, p.depth(), floor)
}

// belowBanner reports whether the line that begins at p, in the first entry of the document, is directly below the first block of
// comment lines. No edit removes that block, so it is searched once for all operations.
func (t *yamlText) belowBanner(p int) bool {
	if !t.banner.known {
		above := p - breakBefore(t.text, p)
		if _, comment := isComment(t.text, lineStart(t.text, above)); above == p || !comment {
			return false
		}
		t.banner = banner{true, t.bannerEnd(above) - 1, t.history.edits}
	}
	return skipBreak(t.text, t.history.now(t.banner.last, t.banner.edits)+1) == p
}

// bannerEnd returns the end of the first block of comment lines of the document. The line that ends at p is a comment.
func (t *yamlText) bannerEnd(p int) int {
	line, end := lineStart(t.text, 0), -1
	if t.document > 0 {
		line = t.history.now(t.columns.lines[t.head], 0)
	}
	for ; line < p; line = nextLine(t.text, line) {
		if _, comment := isComment(t.text, line); comment {
			end = lineEnd(t.text, line)
		} else if end >= 0 {
			return end
		}
	}
	return p
}
