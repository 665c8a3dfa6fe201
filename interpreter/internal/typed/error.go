package typed

import (
	"math"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Error is a value that a field cannot hold.
type Error struct {
	Pointer  jsontree.Pointer // the place; empty for the value as a whole
	Found    string           // such as: the string "3"
	Expected string           // such as: an integer of 32 bits
}

// Error returns text such as: /spec/replicas is the string "3", expected an integer of 32 bits.
func (e *Error) Error() string {
	at := e.Pointer.String()
	if at == "" {
		at = "the value"
	}
	return at + " is " + e.Found + ", expected " + e.Expected
}

// Describe is jsontree.Describe, with the Go type of a whole number of 32 bits where an integer is expected: it looks like one.
func Describe(v any, expected string) string {
	text := jsontree.Describe(v)
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) <= math.MaxInt32 && strings.HasPrefix(expected, "an integer") {
		text += " of the Go type float64"
	}
	return text
}

// partialError is an Error under construction, with the tokens of its place from the inside out.
type partialError struct {
	found    any
	expected string
	tokens   []string
	source   found // where several values are decoded into one place: the one that is, or contains, the wrong value
}

func (m *partialError) under(token string) *partialError {
	m.tokens = append(m.tokens, token)
	return m
}

func (m *partialError) from(f found) *partialError {
	m.source = f
	return m
}

// within adds the token of one of several values.
func (m *partialError) within(all []found) *partialError {
	return m.under(m.source.key).from(all[m.source.in])
}

func (m *partialError) err() error {
	slices.Reverse(m.tokens)
	return &Error{m.tokens, Describe(m.found, m.expected), m.expected}
}
