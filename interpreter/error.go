package interpreter

import (
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// Error is a hook that could not answer. Its text does not have the values of a Secret, see [NewError].
type Error struct {
	Operation Operation               // empty for an error of no hook
	Kind      schema.GroupVersionKind // of the object
	Namespace string                  // of the object; empty if it is in none
	Name      string                  // of the object
	Pointer   jsontree.Pointer        // the place in the object, or in a status, where one is known
	Err       error

	said *error // what Err hides; nil: nothing
}

// NewError is an [Error] about an object, which may be nil; nil if err is nil.
//
// Where the object is a Secret and err is about its data, or it is not known what err is about, Err does not say why: err may
// quote what no text shows. An error that has a method WithoutValues() error says itself what may be shown. errors.Is finds what is in
// err all the same, and [Error.Reveal] shows it. Other places are hidden by [Registry.Hiding].
func NewError(op Operation, object *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	if err == nil {
		return nil
	}
	if object == nil {
		object = &unstructured.Unstructured{}
	}
	facts := selector.ObjectOf(object.Object) // which, unlike object, makes no text of what is not as it should be
	e := &Error{Operation: op, Namespace: facts.Namespace, Name: facts.Name, Pointer: at, Err: err}
	if gv, err := schema.ParseGroupVersion(facts.APIVersion); err == nil {
		e.Kind = gv.WithKind(facts.Kind)
	}
	return e.hide(object, nil)
}

// hide is the error without what an object hides.
func (e *Error) hide(object *unstructured.Unstructured, places redact.Places) *Error {
	c := e.Reveal()
	region := places.Of(selector.ObjectOf(object.Object))
	if len(region) == 0 || e.Pointer != nil && !region.Touches(e.Pointer) {
		return c
	}
	said := c.Err
	c.said = &said
	var quiet interface{ WithoutValues() error }
	if errors.As(said, &quiet) {
		c.Err = quiet.WithoutValues()
	} else {
		c.Err = region.Error(e.Pointer, said)
	}
	return c
}

// Reveal is the error with everything that the hook said, also the values of a Secret.
func (e *Error) Reveal() *Error {
	if e == nil {
		return nil
	}
	c := *e
	if e.said != nil {
		c.Err, c.said = *e.said, nil
	}
	return &c
}

// Error says, for example: InterpretReplica: Deployment shop/web: /spec/replicas is the string "3", expected an integer.
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	name := e.Name
	if e.Namespace != "" {
		name = e.Namespace + "/" + e.Name
	}
	text := ""
	if e.Operation != "" {
		text = string(e.Operation) + ": "
	}
	if about := strings.TrimSpace(e.Kind.Kind + " " + name); about != "" {
		text += about + ": "
	}
	if len(e.Pointer) > 0 {
		text += e.Pointer.String() + " "
	}
	if e.Err == nil {
		return text + "no error"
	}
	return text + e.Err.Error()
}

// Unwrap is Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}
