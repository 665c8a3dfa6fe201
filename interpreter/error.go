package interpreter

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Error is a hook that could not answer.
type Error struct {
	Operation Operation
	Kind      schema.GroupVersionKind // of the object
	Namespace string                  // of the object; empty if it is in none
	Name      string                  // of the object
	Pointer   jsontree.Pointer        // the place in the object, or in a status, where one is known
	Err       error
}

// NewError is an [Error] about an object, which may be nil; nil if err is nil.
func NewError(op Operation, object *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	if err == nil {
		return nil
	}
	if object == nil {
		object = &unstructured.Unstructured{}
	}
	return &Error{op, object.GroupVersionKind(), object.GetNamespace(), object.GetName(), at, err}
}

// Error says, for example: InterpretReplica: Deployment shop/web: /spec/replicas is the string "3", expected an integer.
func (e *Error) Error() string {
	name := e.Name
	if e.Namespace != "" {
		name = e.Namespace + "/" + e.Name
	}
	text := string(e.Operation) + ": "
	if about := strings.TrimSpace(e.Kind.Kind + " " + name); about != "" {
		text += about + ": "
	}
	if len(e.Pointer) > 0 {
		text += e.Pointer.String() + " "
	}
	return text + e.Err.Error()
}

// Unwrap is Err.
func (e *Error) Unwrap() error { return e.Err }
