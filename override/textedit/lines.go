package textedit

import (
	"bytes"
	"strings"
)

// A line ends before "\n", "\r\n" or "\r", or with the text.

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// byteOrderMark may precede the first line.
const byteOrderMark = "\ufeff"

func isMarked(text []byte) bool { return bytes.HasPrefix(text, []byte(byteOrderMark)) }

// nearby is the number of bytes that are searched one by one before larger blocks.
const nearby = 64

// lineStart returns the start of the line of p.
func lineStart(text []byte, p int) int {
	for searched, size := 0, nearby; p > 0 && !isBreak(text[p-1]); searched++ {
		if searched < nearby {
			p--
			continue
		}
		from := max(p-size, 0)
		if hasBreak(text[from:p]) {
			for !isBreak(text[p-1]) {
				p--
			}
			break
		}
		p, size = from, 2*size
	}
	if p == 0 && isMarked(text) {
		p = len(byteOrderMark)
	}
	return p
}

func hasBreak(text []byte) bool {
	return bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0
}

// lineEnd returns the end of the line of p, before the line break.
func lineEnd(text []byte, p int) int {
	for searched, size := 0, nearby; p < len(text) && !isBreak(text[p]); searched++ {
		if searched < nearby {
			p++
			continue
		}
		to := min(p+size, len(text))
		if hasBreak(text[p:to]) {
			for !isBreak(text[p]) {
				p++
			}
			break
		}
		p, size = to, 2*size
	}
	return p
}

// nextLine returns the start of the line after the line of p, or the end of the text.
func nextLine(text []byte, p int) int { return skipBreak(text, lineEnd(text, p)) }

func skipBreak(text []byte, p int) int {
	switch {
	case p+1 < len(text) && text[p] == '\r' && text[p+1] == '\n':
		return p + 2
	case p < len(text) && isBreak(text[p]):
		return p + 1
	}
	return p
}

func skipBlanks(text []byte, p int) int {
	for p < len(text) && isBlank(text[p]) {
		p++
	}
	return p
}

// skipBlankLines skips the blank lines that begin at p.
func skipBlankLines(text []byte, p int) int {
	for p < len(text) {
		q := skipBlanks(text, p)
		if q < len(text) && !isBreak(text[q]) {
			break
		}
		p = skipBreak(text, q)
	}
	return p
}

// skipSpace skips blanks, line breaks and comments. A comment must follow a blank, a line break or, at p, the end of a token, such as a quote.
func skipSpace(text []byte, p int) int {
	for from := p; p < len(text); {
		switch c := text[p]; {
		case isBlank(c) || isBreak(c):
			p++
		case c == '#' && (p == from || isBlank(text[p-1]) || isBreak(text[p-1])):
			p = lineEnd(text, p)
		default:
			return p
		}
	}
	return p
}

// startsLine reports whether only blanks precede p on its line.
func startsLine(text []byte, p int) bool {
	for p > 0 && isBlank(text[p-1]) {
		p--
	}
	return p == 0 || isBreak(text[p-1]) || string(text[:p]) == byteOrderMark
}

// isComment reports whether the line that begins at p is a comment, and returns its indentation.
func isComment(text []byte, p int) (indent int, ok bool) {
	q := skipBlanks(text, p)
	return q - p, q < len(text) && text[q] == '#'
}

// commentsAbove returns the start of the comment lines directly above the line that begins at p, or p without comments.
// They are indented at least by indent and begin at floor or later.
func commentsAbove(text []byte, p, indent, floor int) int {
	for breakBefore(text, p) > 0 {
		above := lineStart(text, p-breakBefore(text, p))
		if column, ok := isComment(text, above); !ok || column < indent || above < floor {
			break
		}
		p = above
	}
	return p
}

// breakBefore returns the length of the line break that ends at p, or 0.
func breakBefore(text []byte, p int) int {
	switch {
	case p > 1 && text[p-1] == '\n' && text[p-2] == '\r':
		return 2
	case p > 0 && isBreak(text[p-1]):
		return 1
	}
	return 0
}

func spaces(n int) string { return strings.Repeat(" ", n) }
