package events

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/override/words"
)

// Error is an event that cannot be decoded.
type Error struct {
	Number int    // of the event, counted from 1
	Title  string // "" if it is not known
	Line   int    // where the event begins in the stream, counted from 1; 0: Err has the line
	Err    error
}

// Error returns, for example: event 2 (m2 is lost): /cutOff is an empty list, expected a list of cluster names.
func (e *Error) Error() string { return name(e.Number, e.Title) + ": " + e.Err.Error() }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// name names an event in messages.
func name(number int, title string) string {
	const most = 60
	runes := []rune(words.OneLine(oneSpace(title)))
	switch {
	case len(runes) == 0:
		return fmt.Sprintf("event %d", number)
	case len(runes) > most:
		return fmt.Sprintf("event %d (%s…)", number, string(runes[:most]))
	}
	return fmt.Sprintf("event %d (%s)", number, string(runes))
}

// each returns an [Error] for each of the joined errors.
func each(number, line int, title string, err error) error {
	var errs []error
	for _, one := range joined(err) {
		errs = append(errs, &Error{number, title, line, one})
	}
	return errors.Join(errs...)
}

// joined returns the errors that were joined.
func joined(err error) []error {
	if e, ok := err.(interface{ Unwrap() []error }); ok {
		return e.Unwrap()
	}
	return []error{err}
}
