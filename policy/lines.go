package policy

import (
	"bytes"
	"slices"
)

// A line of a stream ends with LF, CR LF or CR, as in YAML 1.2 and in editors. The YAML parsers also end lines with the other line breaks of YAML 1.1: NEL,
// LS and PS.

// breaks counts the line breaks of a text.
func breaks(text []byte) int {
	count := bytes.Count(text, []byte("\n"))
	if bytes.IndexByte(text, '\r') >= 0 {
		count += bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
	}
	return count
}

// isBreak reports whether a character is a line break of YAML 1.1. It ends a comment.
func isBreak(c rune) bool {
	return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029'
}

// otherBreak returns the length of the NEL, LS or PS with which a text begins, or 0.
func otherBreak(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("\u0085")):
		return len("\u0085")
	case bytes.HasPrefix(text, []byte("\u2028")), bytes.HasPrefix(text, []byte("\u2029")):
		return len("\u2028")
	}
	return 0
}

// hasOtherBreaks reports whether a text has NEL, LS or PS.
func hasOtherBreaks(text []byte) bool {
	for _, other := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(text, []byte(other)) {
			return true
		}
	}
	return false
}

// lineMap translates lines of a document, as the YAML parsers count them, into lines of the stream.
type lineMap struct {
	first int   // of the document, in the stream
	other []int // the lines of the parser that end with NEL, LS or PS, ascending
}

func (d document) lineMap() lineMap {
	m := lineMap{first: d.line}
	if !hasOtherBreaks(d.text) {
		return m
	}
	line := 1
	for at := 0; at < len(d.text); at++ {
		switch c := d.text[at]; {
		case c == '\n', c == '\r' && (at+1 == len(d.text) || d.text[at+1] != '\n'):
			line++
		case c == 0xc2 || c == 0xe2: // the first byte of the others
			if otherBreak(d.text[at:]) > 0 {
				m.other = append(m.other, line)
				line++
			}
		}
	}
	return m
}

// line returns the line of the stream for a line of the parser. Both count from 1.
func (m lineMap) line(ofParser int) int {
	others, _ := slices.BinarySearch(m.other, ofParser)
	return m.first - 1 + ofParser - others
}
