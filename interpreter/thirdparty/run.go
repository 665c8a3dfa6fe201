package thirdparty

import (
	"errors"
	"fmt"
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
		if v == nil || r.err != nil {
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
