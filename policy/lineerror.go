package policy

import (
	"fmt"
)

// lineError is an error in a line of the stream.
type lineError struct {
	line int // 0: not known
	err  error
}

func (e lineError) Error() string {
	if e.line == 0 {
		return e.err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.line, e.err)
}

func (e lineError) Unwrap() error { return e.err }

// inError says in what an error is: "items[3]: " or "OverridePolicy default/p: ".
type inError struct {
	in  string
	err error
}

func (e inError) Error() string { return e.in + e.err.Error() }

func (e inError) Unwrap() error { return e.err }

// byLine returns the errors that an error of a document joins, each with its line.
func byLine(err error) []lineError {
	switch e := err.(type) {
	case lineError:
		return []lineError{e}
	case inError:
		errs := byLine(e.err)
		for i := range errs {
			errs[i].err = inError{e.in, errs[i].err}
		}
		return errs
	case interface{ Unwrap() []error }:
		var errs []lineError
		for _, err := range e.Unwrap() {
			errs = append(errs, byLine(err)...)
		}
		return errs
	}
	return []lineError{{0, err}}
}
