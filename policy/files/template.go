package files

import (
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/overridekit/overridekit/policy"
)

// templateReader notes the lines with "{{" or "{%", which templates of Helm, Go and Jinja have.
type templateReader struct {
	io.Reader
	line  int // counted from 0
	last  byte
	found []int // the lines, counted from 1, ascending
}

// mostLines is the number of lines that are noted.
const mostLines = 10_000

// Read reads from the underlying reader.
func (t *templateReader) Read(p []byte) (int, error) {
	if t.Reader == nil {
		return 0, io.EOF
	}
	n, err := t.Reader.Read(p)
	for _, c := range p[:n] {
		if t.last == '{' && (c == '{' || c == '%') && len(t.found) < mostLines && (len(t.found) == 0 || t.found[len(t.found)-1] != t.line+1) {
			t.found = append(t.found, t.line+1)
		}
		if c == '\n' {
			t.line++
		}
		t.last = c
	}
	return n, err
}

// hint says that the document of an error looks like a template, or returns "".
func (t *templateReader) hint(err error) string {
	var failed *policy.Error
	if !errors.As(err, &failed) {
		return ""
	}
	i := sort.SearchInts(t.found, failed.Line)
	if i == len(t.found) {
		return ""
	}
	return fmt.Sprintf("; line %d looks like a template of Helm, Go or Jinja: read what it renders, or leave it out with --exclude", t.found[i])
}
