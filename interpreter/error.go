package interpreter

import (
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// Error is the error of a hook. Its text does not contain the values of a Secret, see [NewError].
type Error struct {
	Operation Operation               // empty if no hook was called
	Kind      schema.GroupVersionKind // of the object
	Namespace string                  // of the object; empty if it has none
	Name      string                  // of the object
	Pointer   jsontree.Pointer        // the place in the object, or in a status, where one is known
	Err       error

	original *error // the error before its values were hidden; nil if nothing is hidden
}

// NewError returns an [Error] about an object, which may be nil; nil if err is nil.
//
// If the object is a Secret, and err is about its data or about an unknown place, the text of err is hidden, because it may quote a
// value. An error with a method WithoutValues() error chooses what is shown. errors.Is still finds what err wraps, and [Error.Reveal]
// shows it. [Registry.Hiding] hides other places.
func NewError(op Operation, object *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	if err == nil {
		return nil
	}
	if object == nil {
		object = &unstructured.Unstructured{}
	}
	facts := selector.ObjectOf(object.Object) // unlike object's methods it does not convert values of a wrong type to strings
	e := &Error{Operation: op, Namespace: facts.Namespace, Name: facts.Name, Pointer: at, Err: err}
	if gv, err := schema.ParseGroupVersion(facts.APIVersion); err == nil {
		e.Kind = gv.WithKind(facts.Kind)
	}
	return e.hide(object, nil)
}

// hide returns the error without the values that an object hides.
func (e *Error) hide(object *unstructured.Unstructured, places redact.Places) *Error {
	c := e.Reveal()
	region := places.Of(selector.ObjectOf(object.Object))
	if len(region) == 0 || e.Pointer != nil && !region.Touches(e.Pointer) {
		return c
	}
	original := c.Err
	c.original = &original
	var quiet interface{ WithoutValues() error }
	if errors.As(original, &quiet) {
		c.Err = quiet.WithoutValues()
	} else {
		c.Err = region.Error(e.Pointer, original)
	}
	return c
}

// Reveal returns the error with its full text, including the values of a Secret.
func (e *Error) Reveal() *Error {
	c := *e
	if e.original != nil {
		c.Err, c.original = *e.original, nil
	}
	return &c
}

// Error returns text such as: InterpretReplica: Deployment shop/web: /spec/replicas is the string "3", expected an integer. Longer names and pointers than
// an API server stores are cut.
func (e *Error) Error() string {
	name := clip(e.Name)
	if e.Namespace != "" {
		name = clip(e.Namespace) + "/" + name
	}
	text := ""
	if e.Operation != "" {
		text = string(e.Operation) + ": "
	}
	if about := strings.TrimSpace(clip(e.Kind.Kind) + " " + name); about != "" {
		text += about + ": "
	}
	if len(e.Pointer) > 0 {
		text += clip(e.Pointer.String()) + " "
	}
	if e.Err == nil {
		return text + "no error"
	}
	return text + e.Err.Error()
}

// clip cuts a name or a pointer that no API server stores.
func clip(s string) string { return words.Clip(s, 300) }

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	return e.Err
}
