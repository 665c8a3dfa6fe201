package webhook

import (
	"strconv"
	"strings"
)

// Limits of what an error shows, in bytes.
const (
	maxShown = 1000    // of a message from the other side
	maxCause = 8 << 10 // of the cause of a failed call
)

// shown returns the beginning of a message, of at most limit bytes. Characters that are not printable, such as line breaks and the escapes
// of a terminal, are escaped as in Go.
func shown(message string, limit int) string {
	var b strings.Builder
	for _, r := range message {
		piece := string(r)
		if !strconv.IsPrint(r) {
			piece = strings.Trim(strconv.QuoteRune(r), "'")
		}
		if b.Len()+len(piece) > limit {
			return b.String() + "…"
		}
		b.WriteString(piece)
	}
	return b.String()
}

// messageOf returns what is shown of the message of an answer.
func messageOf(message string) string { return shown(strings.TrimSpace(message), maxShown) }

// clip returns the error with what is shown of its text. errors.Is and errors.As find the error itself.
func clip(err error) error {
	text := err.Error()
	if short := shown(text, maxCause); short != text {
		return &clipped{short, err}
	}
	return err
}

type clipped struct {
	text string
	err  error
}

func (c *clipped) Error() string { return c.text }

func (c *clipped) Unwrap() error { return c.err }
