package files

import (
	"fmt"
	"io"
	"sort"
)

// templateReader records the lines with "{{" or "{%", which templates of Helm, Go and Jinja have, and the document separators.
type templateReader struct {
	io.Reader
	line  int     // counted from 0
	begin [3]byte // of the line
	at    int     // bytes of the line
	last  byte

	found  []int // the lines of templates, counted from 1, ascending
	breaks []int // the lines that begin with "---" or "...", ascending
}

// maxLines is the number of lines of each that are recorded.
const maxLines = 100_000

// Read reads from the underlying reader.
func (t *templateReader) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	for _, c := range p[:n] {
		if t.last == '{' && (c == '{' || c == '%') {
			t.found = note(t.found, t.line+1)
		}
		if t.at < len(t.begin) {
			t.begin[t.at] = c
			if begin := string(t.begin[:]); t.at == len(begin)-1 && (begin == "---" || begin == "...") {
				t.breaks = note(t.breaks, t.line+1)
			}
		}
		t.at++
		if c == '\n' {
			t.at = 0 // only LF separates documents
		}
		if c == '\r' || c == '\n' && t.last != '\r' {
			t.line++
		}
		t.last = c
	}
	return n, err
}

// note adds a line unless it is the last one.
func note(lines []int, line int) []int {
	if len(lines) == maxLines || len(lines) > 0 && lines[len(lines)-1] == line {
		return lines
	}
	return append(lines, line)
}

// hint says that the document with a line looks like a template, or returns "". It names the first line of a template at the line or after it, else the
// last one before it.
func (t *templateReader) hint(line int) string {
	begin, end := 0, t.line+2
	if next := sort.SearchInts(t.breaks, line+1); next < len(t.breaks) {
		end = t.breaks[next]
	} else if len(t.breaks) == maxLines {
		return ""
	}
	if before := sort.SearchInts(t.breaks, line+1); before > 0 {
		begin = t.breaks[before-1]
	}
	i := sort.SearchInts(t.found, line)
	if i == len(t.found) || t.found[i] >= end {
		i--
	}
	if i < 0 || t.found[i] < begin || t.found[i] >= end {
		return ""
	}
	return fmt.Sprintf("; line %d looks like a template of Helm, Go or Jinja: read what it renders, or exclude the file", t.found[i])
}
