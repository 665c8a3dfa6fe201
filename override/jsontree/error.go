package jsontree

import (
	"encoding/json"
	"fmt"
)

// Error is an edit that the document does not allow.
type Error struct {
	Op      Verb    // add, remove, replace, set or test; empty where a value was refused rather than an edit
	Pointer Pointer // the place that the edit named
	Where   Pointer // the place where it came to an end
	Reason  string  // what was found there, and what was expected

	masked string // the reason without values; empty if it has none
}

// WithoutValues is the error with "***" in the place of each value of the document, and of the edit, that its reason shows.
func (e *Error) WithoutValues() *Error {
	if e == nil {
		return nil
	}
	c := *e
	if e.masked != "" {
		c.Reason = e.masked
	}
	return &c
}

// Error says, for example: replace /spec/replicaz: /spec has no key "replicaz".
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	text := e.Where.String() + " " + e.Reason
	if len(e.Where) == 0 {
		text = "the document " + e.Reason
	}
	if e.Op == "" {
		return text
	}
	at := e.Pointer.String()
	if at == "" {
		at = "the document"
	}
	return string(e.Op) + " " + at + ": " + text
}

// Describe names the kind of a decoded JSON value for a message: "null", "the string \"x\"", "the number 5", "a list",
// "an object". A long string is cut.
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

// described is a value in a reason.
type described struct{ value any }

func (d described) String() string { return Describe(d.value) }

// DescribeHidden is [Describe] for a value that must not be shown: null, a list and an object are named, and "***" stands for all else.
func DescribeHidden(v any) string {
	switch v.(type) {
	case nil, []any, map[string]any:
		return Describe(v)
	}
	return "***"
}

// show is a value as JSON, for a message that compares two of them. A long one is cut.
func show(v any) string {
	if !Fits(v) {
		return Describe(v)
	}
	text, err := json.Marshal(v)
	switch {
	case err != nil:
		return Describe(v)
	case len(text) > 80:
		return string(text[:80]) + "…"
	}
	return string(text)
}
