package thirdparty

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// source is a document that a hook reads.
type source struct {
	name string // for errors; empty for the object that the hook is called with
	v    any
}

// readError is a value that a hook cannot use.
type readError struct {
	at     jsontree.Pointer // from the object; nil if the value is from elsewhere
	reason string
}

func (e *readError) Error() string { return e.reason }

var errNoClock = errors.New("the clock is nil, expected a function that returns the time")

// fail records the first error. The pointer is that of the object, or of the status of a member in a loop over the members.
func (r *run) fail(at jsontree.Pointer, format string, args ...any) {
	r.failIn(r.status, at, format, args...)
}

// failAt is fail for a value that is at a path from an object or a list. The error has no place if that is not part of a document, such
// as one that a hook has made.
func (r *run) failAt(from any, path []string, format string, args ...any) {
	if r.err != nil {
		return
	}
	for _, s := range append(r.documents, r.status) {
		if at, found := placeOf(s.v, from, nil); found {
			r.failIn(s, append(at, path...), format, args...)
			return
		}
	}
	r.fail(nil, format, args...)
}

func (r *run) failIn(s source, at jsontree.Pointer, format string, args ...any) {
	if r.err != nil {
		return
	}
	reason := fmt.Sprintf(format, args...)
	if s.name != "" {
		if len(at) > 0 {
			reason = fmt.Sprintf("%.300s %s", at, reason)
		}
		at, reason = nil, s.name+": "+reason
	}
	r.err = &readError{at, reason}
}

// placeOf returns the pointer from a document to an object or a list in it; false if it is elsewhere.
func placeOf(document, part any, at jsontree.Pointer) (jsontree.Pointer, bool) {
	if isScalar(document) || isScalar(part) {
		return nil, false
	}
	if reflect.TypeOf(document) == reflect.TypeOf(part) && reflect.ValueOf(document).Pointer() == reflect.ValueOf(part).Pointer() {
		return slices.Clone(at), true
	}
	switch t := document.(type) {
	case map[string]any:
		for key, e := range t {
			if place, found := placeOf(e, part, append(at, key)); found {
				return place, true
			}
		}
	case []any:
		for i, e := range t {
			if place, found := placeOf(e, part, append(at, strconv.Itoa(i))); found {
				return place, true
			}
		}
	}
	return nil, false
}
