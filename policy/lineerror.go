package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
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

var leadingLine = regexp.MustCompile(`^\s*line (\d+): `)

// parsedByLine returns the error of a parser, whose text may begin with a line in each of its rows, as errors with lines.
func parsedByLine(err error) error {
	text := err.Error()
	if !leadingLine.MatchString(text) {
		return err
	}
	var errs []error
	for row := range strings.SplitSeq(text, "\n") {
		at := leadingLine.FindStringSubmatch(row)
		if at == nil {
			errs = append(errs, errors.New(strings.TrimSpace(row)))
			continue
		}
		line, _ := strconv.Atoi(at[1])
		errs = append(errs, lineError{line, errors.New(row[len(at[0]):])})
	}
	return errors.Join(errs...)
}
