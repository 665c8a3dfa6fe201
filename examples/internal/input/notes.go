package input

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Notes prints the warnings and errors of a command, and has its exit status.
type Notes struct {
	Out    io.Writer
	Status int
}

// Warn prints a warning.
func (n *Notes) Warn(format string, args ...any) {
	n.print("warning", fmt.Sprintf(format, args...))
}

// Fail prints an error and sets the exit status to 1.
func (n *Notes) Fail(err error) {
	n.Status = 1
	n.print("error", err.Error())
}

// print indents all lines after the first: every line that is not indented begins with its kind.
func (n *Notes) print(kind, text string) {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = OneLine(lines[i])
	}
	fmt.Fprintf(n.Out, "%s: %s\n", kind, strings.Join(lines, "\n    "))
}

// OneLine replaces line breaks and control characters, because a string from a document must not start a line or control the terminal.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
