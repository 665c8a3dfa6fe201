package jsontree

import (
	"encoding/json"
	"fmt"
)

// Error is an edit that failed, or a value that is not JSON.
type Error struct {
	Op      Verb    // add, remove, replace, set, test or revert; empty for an invalid value
	Pointer Pointer // the pointer of the edit
	Where   Pointer // where the edit failed, or the invalid value
	Reason  string  // what was found there, and what was expected

	masked string // the reason without values; empty if Reason has no values
}

// WithoutValues returns a copy of the error whose reason has "***" instead of values of the document and of the edit.
func (e *Error) WithoutValues() *Error {
	c := *e
	if e.masked != "" {
		c.Reason = e.masked
	}
	return &c
}

// Error returns, for example: replace /spec/replicaz: /spec has no key "replicaz". Of a pointer, it has at most 1000 bytes, without characters that are
// not printable.
func (e *Error) Error() string {
	text := e.Where.clipped() + " " + e.Reason
	if len(e.Where) == 0 {
		text = "the document " + e.Reason
	}
	if e.Op == "" {
		return text
	}
	at := e.Pointer.clipped()
	if at == "" {
		at = "the document"
	}
	return string(e.Op) + " " + at + ": " + text
}

// Describe describes a decoded JSON value for a message: "null", "the string \"x\"", "the number 5", "a list",
// "an object". A long string is shortened.
func Describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return "the string " + quote(v)
	case bool:
		return fmt.Sprintf("the boolean %t", v)
	case int64, float64:
		return fmt.Sprintf("the number %v", v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("a Go %T", v)
}

// described formats a value in a reason.
type described struct{ value any }

func (d described) String() string { return Describe(d.value) }

// DescribeHidden is [Describe] for a value that must not be shown: it returns "***" for everything but null, a list and
// an object.
func DescribeHidden(v any) string {
	switch v.(type) {
	case nil, []any, map[string]any:
		return Describe(v)
	}
	return "***"
}

// show formats a value as JSON, for a message that compares two values. A long one is shortened.
func show(v any) string {
	if !Fits(v) {
		return Describe(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return Describe(v)
	}
	head, ellipsis := shorten(string(text), maxQuoted)
	return head + ellipsis
}
