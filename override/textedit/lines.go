package textedit

import (
	"bytes"
	"strings"
)

// A line ends before "\n", "\r\n" or "\r", or with the text.

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// byteOrderMark may stand before the first line.
const byteOrderMark = "\ufeff"

func isMarked(text []byte) bool { return bytes.HasPrefix(text, []byte(byteOrderMark)) }

// nearby is how many bytes are looked at one by one before more are searched at once.
const nearby = 64

// lineStart is where the line that p stands in begins.
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

// lineEnd is where the line that p stands in ends, before its line break.
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

// nextLine is where the line behind the one that p stands in begins; the end of the text if there is none.
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

// skipBlankLines is where the lines of blanks end that begin at p.
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

// skipSpace skips blanks, line breaks and comments. No comment begins right behind something else.
func skipSpace(text []byte, p int) int {
	for p < len(text) {
		switch c := text[p]; {
		case isBlank(c) || isBreak(c):
			p++
		case c == '#' && (p == 0 || isBlank(text[p-1]) || isBreak(text[p-1])):
			p = lineEnd(text, p)
		default:
			return p
		}
	}
	return p
}

// first tells whether only blanks stand before p on its line.
func startsLine(text []byte, p int) bool {
	for p > 0 && isBlank(text[p-1]) {
		p--
	}
	return p == 0 || isBreak(text[p-1]) || string(text[:p]) == byteOrderMark
}

// isComment tells whether the line that begins at p is a comment, and how far it is indented.
func isComment(text []byte, p int) (indent int, ok bool) {
	q := skipBlanks(text, p)
	return q - p, q < len(text) && text[q] == '#'
}

// commentsAbove is where the comment lines begin that stand right above the line beginning at p, indented at least so far
// and behind floor; p if there are none.
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

// breakBefore is the length of the line break that ends at p, 0 if none does.
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
