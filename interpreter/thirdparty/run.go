package thirdparty

import (
	"time"
)

// run is one call of a hook. It computes with values as the scripts do, see toTable for the values. The first error ends it: from
// then on, every method returns zero, so a hook needs to look at err only once.
type run struct {
	err       error
	now       func() time.Time
	documents []source // the object, and the observed one of Retain
	status    source   // of the member whose turn it is in a loop over the members
}

// get returns the member at a path.
//
//  1. Everything before the last member must be there and be an object, a list or a string; anything else is an error.
//  2. A member of a list or of a string is absent. Absent is nil.
func (r *run) get(from any, path ...string) any {
	v := from
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
			r.failAt(from, path[:i], "is %s, expected an object with %s", describe(v), key)
			return nil
		}
	}
	return v
}

// find is get for a path that may end anywhere: it returns nil if something on the way is absent.
func (r *run) find(from any, path ...string) any {
	v := from
	for i := range path {
		if v == nil || r.err != nil {
			return nil
		}
		v = r.get(from, path[:i+1]...)
	}
	return v
}

// table returns a value that a member is written to. Only an object can have members.
func (r *run) table(from any, path ...string) map[string]any {
	v := r.get(from, path...)
	m, ok := v.(map[string]any)
	if !ok {
		r.failAt(from, path, "is %s, expected an object", describe(v))
		return map[string]any{}
	}
	return m
}

// list returns the elements of a list. An object has none; an absent value and a scalar are errors.
func (r *run) list(from any, path ...string) []any {
	switch t := r.get(from, path...).(type) {
	case []any:
		return t
	case map[string]any:
	case string:
		if t != "" {
			r.failAt(from, path, "is %s, expected a list", describe(t))
		}
	default:
		r.failAt(from, path, "is %s, expected a list", describe(t))
	}
	return nil
}

// each is list for a value that may be absent.
func (r *run) each(from any, path ...string) []any {
	if r.find(from, path...) == nil {
		return nil
	}
	return r.list(from, path...)
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
