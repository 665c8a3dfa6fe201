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
	Line   int    // where the event begins in the stream, counted from 1; 0: Err begins with the line
	Err    error
}

// Error returns, for example: event 2 (m2 is lost): /cutOff is an empty list, expected a list of cluster names.
func (e *Error) Error() string { return fmt.Sprintf("%s: %v", name(e.Number, e.Title), e.Err) }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// name names an event in messages.
func name(number int, title string) string {
	short := words.Clip(words.OneLine(oneSpace(title)), 60)
	if short == "" {
		return fmt.Sprintf("event %d", number)
	}
	return fmt.Sprintf("event %d (%s)", number, short)
}

// each returns an [Error] for each fault of an event.
func each(number, line int, title string, faults []error) error {
	var errs []error
	for _, fault := range faults {
		errs = append(errs, &Error{number, title, line, fault})
	}
	return errors.Join(errs...)
}

// joined returns the errors that were joined, or none for nil.
func joined(err error) []error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return []error{err}
}
