package native

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// retainedField is a field that a member cluster decides.
type retainedField struct {
	path []string
	// worth reports whether a value is kept; expected describes the expected value if v is not of that type.
	worth func(v any) (keep bool, expected string)
}

// retain returns a copy of desired with the kept fields of observed. A field of a wrong type is an error even if desired has the same
// value; so is a place in desired that cannot hold it.
func retain(desired, observed *unstructured.Unstructured, fields ...retainedField) (*unstructured.Unstructured, error) {
	result, err := copyOf(interpreter.Retain, desired)
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		v, found, bad := field(content(observed), f.path...)
		if bad == nil && found {
			keep, expected := f.worth(v)
			if expected != "" {
				bad = &typeError{f.path, v, expected}
			}
			found = keep
		}
		if bad != nil {
			return nil, failObserved(desired, bad.at, bad)
		}
		if !found {
			continue
		}
		if v, err = jsontree.Clone(v); err != nil {
			return nil, failObserved(desired, f.path, err)
		}
		if bad := put(result.Object, v, f.path...); bad != nil {
			return nil, fail(interpreter.Retain, desired, bad.at, bad)
		}
	}
	return result, nil
}

func failObserved(desired *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	return fail(interpreter.Retain, desired, at, &observedError{err})
}

// observedError is an error about the observed object.
type observedError struct{ err error }

func (e *observedError) Error() string { return "of the observed object " + e.err.Error() }
func (e *observedError) Unwrap() error { return e.err }

// WithoutValues returns the error without the value, see [interpreter.NewError].
func (e *observedError) WithoutValues() error {
	if bad := (*typeError)(nil); errors.As(e.err, &bad) {
		return &observedError{bad.WithoutValues()}
	}
	return &observedError{redact.Hide(e.err, "cannot be kept")}
}

func anything(any) (bool, string) { return true, "" }

func aText(v any) (keep bool, expected string) {
	s, ok := v.(string)
	if !ok {
		return false, "a string"
	}
	return s != "", ""
}

// aPort accepts integers only: a port written as 3.0 is not kept.
func aPort(v any) (keep bool, expected string) {
	n, ok := v.(int64)
	if !ok {
		return false, "an integer"
	}
	return n > 0, ""
}

func texts(v any) (keep bool, expected string) {
	m, ok := v.(map[string]any)
	for _, e := range m {
		if _, text := e.(string); !text {
			ok = false
		}
	}
	if !ok {
		return false, "an object of strings"
	}
	return true, ""
}
