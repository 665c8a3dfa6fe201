package declared

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// valueError is the error of a value of a wrong type.
type valueError struct {
	at     jsontree.Pointer
	owner  string // whose status or object the value is in; empty for the object itself
	reason string
}

func (m *valueError) Error() string {
	if m.owner != "" {
		return "of " + m.owner + " " + m.reason
	}
	return m.reason
}

func unexpected(at jsontree.Pointer, v any, expected string) error {
	return &valueError{at: at, reason: "is " + jsontree.Describe(v) + ", expected " + expected}
}

// of returns the error with its owner.
func of(owner string, err error) error {
	var m *valueError
	if errors.As(err, &m) {
		return &valueError{m.at, owner, m.reason}
	}
	return err
}

// fail returns an error of a hook about an object, with the place.
func fail(op interpreter.Operation, object *unstructured.Unstructured, err error) error {
	var m *valueError
	if errors.As(err, &m) {
		return interpreter.NewError(op, object, m.at, err)
	}
	return interpreter.NewError(op, object, nil, err)
}
