package input

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Notes are the warnings and errors of a command, and the exit status that they come to.
type Notes struct {
	Out    io.Writer
	Status int
}

// Warn tells what may be wrong.
func (n *Notes) Warn(format string, args ...any) {
	n.print("warning", fmt.Sprintf(format, args...))
}

// Fail tells an error. The exit status is 1 then.
func (n *Notes) Fail(err error) {
	n.Status = 1
	n.print("error", err.Error())
}

// print sets the further lines of a text in, so that every note begins with its kind.
func (n *Notes) print(kind, text string) {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = OneLine(lines[i])
	}
	fmt.Fprintf(n.Out, "%s: %s\n", kind, strings.Join(lines, "\n    "))
}

// OneLine keeps a text from documents from breaking out of its line, or from steering the terminal.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
