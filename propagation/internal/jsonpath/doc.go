// Package jsonpath evaluates the JSONPath templates of Kubernetes on decoded JSON, with the results of k8s.io/client-go/util/jsonpath v0.35.3 when
// missing keys are errors.
//
// # The grammar
//
//	template   = { text | "{" action "}" }                text is any string without "{"
//	action     = { " " | "@" | "$" | step | literal | word }
//	step       = "." field | ".." [ field ] | "[" index "]" | "[?(" filter ")]"
//	field      = "*" | { char | "\" char }                up to a space, a line end, or one of . , [ ] $ @ { }
//	index      = "*" | "'" field "'" | [ n ] [ ":" [ n ] [ ":" [ n ] ] ] | index "," index
//	filter     = action | action operator action          the operators are == != < <= > >=
//	literal    = number | "true" | "false" | a string in double or single quotes
//	word       = "range" | "end"
//
// "@" and "$" are both the current value. The steps of an action apply one after the other, each to all results of the one before.
//
// # Surprises
//
//   - Numbers are floating point, so 1000000 is "1e+06". An integer in a filter cannot be compared with a number of the data.
//   - A key that is quoted in brackets is a field like any other: ['a.b'] is b in a. Double quotes are an error there.
//   - The body of a range without elements is evaluated once, and is an error if it reads a field.
//   - A filter without an operator keeps the elements for which the action has results, even if it fails with some.
//   - The elements of a string are its bytes.
//
// # Differences
//
//   - The members of an object are in the order of their keys. They have no order in client-go.
//   - Where client-go panics, this package returns an error.
//   - A template has at most 64 KiB and nests at most 100 levels deep. An evaluation has a result of at most 1 MiB. It has at
//     most 2^20 steps, together with other evaluations for the same caller.
//
// No function writes to its input, except to Steps. All are safe for concurrent use with different Steps.
package jsonpath
