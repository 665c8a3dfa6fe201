package declared

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

const observedObject = "the observed object"

// retainer retains the fields that a member cluster decides.
type retainer struct {
	kind
	places []jsontree.Pointer
}

// Retain copies the value of the observed object at each pointer.
//
//  1. If the observed object has no value, the desired object keeps its own.
//  2. A value is copied as a whole, whatever its type; nothing is merged.
func (r retainer) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	kept, err := r.retain(desired, observed)
	if err != nil {
		return nil, fail(interpreter.Retain, desired, err)
	}
	return kept, nil
}

func (r retainer) retain(desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	root, err := content(observed)
	if err != nil {
		return nil, errors.New("the observed object is nil")
	}
	kept, err := fresh(desired)
	if err != nil {
		return nil, err
	}
	for _, at := range r.places {
		v, err := find(root, at)
		if err != nil {
			return nil, of(observedObject, err)
		}
		if v == nil {
			continue
		}
		if v, err = jsontree.Clone(v); err != nil {
			return nil, &valueError{at, observedObject, "is not valid JSON: " + err.Error()}
		}
		if err := put(kept.Object, at, v); err != nil {
			return nil, err
		}
	}
	return kept, nil
}
