package thirdparty

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overridekit/overridekit/override/jsontree"
)

// run is one call of a hook. It computes with values as the scripts do, see toTable for the values. The first error ends it: from
// then on, every method returns zero, so a hook needs to look at err only once.
type run struct {
	err   error
	now   func() time.Time
	where string // whose values are read, for errors; empty for the object
}

// readError is a value that a hook cannot use.
type readError struct {
	at     jsontree.Pointer // from the object; nil if the value is from elsewhere
	reason string
}

func (e *readError) Error() string { return e.reason }

var errNoClock = errors.New("the clock is nil, expected a function that returns the time")

// fail records the first error.
func (r *run) fail(at jsontree.Pointer, format string, args ...any) {
	if r.err != nil {
		return
	}
	reason := fmt.Sprintf(format, args...)
	if r.where != "" {
		if len(at) > 0 {
			reason = at.String() + " " + reason
		}
		at, reason = nil, r.where+": "+reason
	}
	r.err = &readError{at, reason}
}

// get returns the member at a path.
//
//  1. Everything before the last member must be there and be an object, a list or a string; anything else is an error.
//  2. A member of a list or of a string is absent. Absent is nil.
func (r *run) get(v any, path ...string) any {
	for i, key := range path {
		if r.err != nil {
			return nil
		}
		switch t := v.(type) {
		case map[string]any:
			v = t[key]
		case []any, string:
			v = nil
		default:
			r.fail(path[:i], "is %s, expected an object with %s", describe(v), key)
			return nil
		}
	}
	return v
}

// find is get for a path that may end anywhere: it returns nil if something on the way is absent.
func (r *run) find(v any, path ...string) any {
	for i, key := range path {
		if v == nil {
			return nil
		}
		if v = r.get(v, key); r.err != nil {
			if e := (*readError)(nil); r.where == "" && errors.As(r.err, &e) {
				e.at = path[:i:i]
			}
			return nil
		}
	}
	return v
}

// object returns a value that a member is written to. Only an object can have members.
func (r *run) object(v any, path ...string) map[string]any {
	v = r.get(v, path...)
	m, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "is %s, expected an object", describe(v))
		return map[string]any{}
	}
	return m
}

// list returns the elements of a list. An object has none; an absent value and a scalar are errors.
func (r *run) list(v any, path ...string) []any {
	switch t := r.get(v, path...).(type) {
	case []any:
		return t
	case map[string]any:
	case string:
		if t != "" {
			r.fail(path, "is %s, expected a list", describe(t))
		}
	default:
		r.fail(path, "is %s, expected a list", describe(t))
	}
	return nil
}

// each is list for a value that may be absent.
func (r *run) each(v any, path ...string) []any {
	if v = r.find(v, path...); v == nil {
		return nil
	}
	return r.list(v)
}

// number returns an operand of arithmetic: a number, or a string that is one.
func (r *run) number(v any, path ...string) float64 {
	v = r.get(v, path...)
	switch t := v.(type) {
	case float64:
		return t
	case string:
		if n, ok := operand(t); ok {
			return n
		}
	}
	r.fail(path, "is %s, expected a number", describe(v))
	return 0
}

// operand reads a string in arithmetic.
func operand(s string) (float64, bool) {
	s = strings.Trim(s, " \t\n")
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return float64(n), true
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// toNumber converts a value to a number where the scripts ask for it; false if it is not one. A string without a point is a decimal
// integer, or a hexadecimal one after 0x, that int64 holds.
func toNumber(v any) (float64, bool) {
	switch t := v.(type) {
	case float64:
		return t, true
	case string:
		s := strings.Trim(t, " \n\t")
		if strings.Contains(s, ".") {
			n, err := strconv.ParseFloat(s, 64)
			return n, err == nil
		}
		base := 10
		if len(s) >= 2 && strings.EqualFold(s[:2], "0x") {
			base, s = 16, s[2:]
		}
		n, err := strconv.ParseInt(s, base, 64)
		return float64(n), err == nil
	}
	return 0, false
}

// less compares two numbers or two strings.
func (r *run) less(a, b any) bool {
	switch x := a.(type) {
	case float64:
		if y, ok := b.(float64); ok {
			return x < y
		}
	case string:
		if y, ok := b.(string); ok {
			return x < y
		}
	}
	r.fail(nil, "%s and %s cannot be compared, expected two numbers or two strings", describe(a), describe(b))
	return false
}

// text returns an operand of a concatenation: a string or a number.
func (r *run) text(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case float64:
		return numberText(t)
	}
	r.fail(nil, "%s cannot be part of a text, expected a string", describe(v))
	return ""
}

// numberText writes a number as the scripts do.
func numberText(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1<<63 {
		return strconv.FormatInt(int64(n), 10)
	}
	return fmt.Sprint(n)
}

// clock returns the current time as the scripts write it.
func (r *run) clock() string {
	if r.now == nil {
		if r.err == nil {
			r.err = errNoClock
		}
		return ""
	}
	return r.now().UTC().Format("2006-01-02T15:04:05Z")
}

// or returns v, or a default if v is absent or false.
func or(v, otherwise any) any {
	if v == nil || v == false {
		return otherwise
	}
	return v
}

// same reports whether two values are the same string, number, boolean, or both absent. Two lists or objects never are.
func same(a, b any) bool {
	return isScalar(a) && isScalar(b) && a == b
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// isEmpty reports whether a value is an object or a list without anything in it.
func isEmpty(v any) bool {
	switch t := v.(type) {
	case map[string]any:
		return len(t) == 0
	case []any:
		return len(t) == 0
	}
	return false
}

// inOrder iterates over the members of an object by name, so that the first error is always the same. The object may be written meanwhile.
func inOrder(m map[string]any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

// set writes a member; nil removes it.
func set(m map[string]any, key string, v any) {
	if v == nil {
		delete(m, key)
		return
	}
	m[key] = v
}

// describe describes a value for a message.
func describe(v any) string {
	if v == nil {
		return "absent"
	}
	return jsontree.Describe(v)
}
