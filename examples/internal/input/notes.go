package input

import (
	"fmt"
	"io"
	"strings"

	"github.com/overridekit/overridekit/override/words"
)

// The exit statuses of commands.
const (
	Findings = 1 // what the caller asked to fail on
	Trouble  = 2 // something cannot be read, computed or written
)

// Notes prints the notes, warnings and errors of a command, and collects its exit status.
type Notes struct {
	Out      io.Writer
	Verbose  bool // list everything that a note counts
	Status   int  // the exit status
	Warnings int  // number of warnings
	Changed  bool // something is changed
}

// Note prints what is neither a warning nor an error.
func (n *Notes) Note(format string, args ...any) {
	n.print("note", fmt.Sprintf(format, args...))
}

// Warn prints a warning.
func (n *Notes) Warn(format string, args ...any) {
	n.Warnings++
	n.print("warning", fmt.Sprintf(format, args...))
}

// Find prints an error that the caller asked for, and sets the exit status to at least [Findings].
func (n *Notes) Find(format string, args ...any) {
	n.Status = max(n.Status, Findings)
	n.print("error", fmt.Sprintf(format, args...))
}

// Fail prints an error and sets the exit status to [Trouble].
func (n *Notes) Fail(err error) {
	n.Status = Trouble
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
func OneLine(s string) string { return words.OneLine(s) }

// Nearest returns the word that is most like the wrong one, or "" if none is near.
func Nearest(wrong string, known []string) string { return words.Nearest(wrong, known) }

// DidYouMean returns, for example, ", did you mean member1?", or "" if no word is near.
func DidYouMean(wrong string, known []string) string { return words.DidYouMean(wrong, known) }

// Noted is what was printed to Notes, to print it again.
type Noted struct {
	Text     string `json:"text,omitempty"`
	Status   int    `json:"status,omitempty"`
	Warnings int    `json:"warnings,omitempty"`
	Changed  bool   `json:"changed,omitempty"`
}

// Add prints again what was noted elsewhere.
func (n *Notes) Add(noted Noted) {
	n.Status, n.Warnings, n.Changed = max(n.Status, noted.Status), n.Warnings+noted.Warnings, n.Changed || noted.Changed
	if noted.Text != "" {
		_, _ = io.WriteString(n.Out, noted.Text)
	}
}
