package native

import (
	"fmt"
	"iter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Check returns an error if an object cannot be decoded into the Go type of a kind, as Karmada decodes it. The kind may differ from that
// of the object. It must be a kind that the package documentation lists, except ServiceImport. Unknown fields are ignored, null is the
// zero value, and a nil object is empty.
//
// The error is an [interpreter.Error] without an operation. Its Pointer is the first field found with a wrong type.
func Check(kind schema.GroupVersionKind, object *unstructured.Unstructured) error {
	t := typed.Of(kind.GroupVersion().String(), kind.Kind)
	if t == nil {
		return interpreter.NewError("", object, nil, fmt.Errorf("kind %s is not native, expected one that is", kind))
	}
	return failTyped("", object, nil, t.Check(content(object)))
}

// Misfits yields each place that keeps runtime.DefaultUnstructuredConverter from decoding an object into the Go type of a kind, with the value there. v is
// the value at a place of the object, decoded JSON; the places are those in the object. A place that the type does not have, and a kind without type,
// yield nothing. Unlike [Check], it lets integers wrap around, as the converter does. The values are shared: do not write them.
func Misfits(kind schema.GroupVersionKind, at jsontree.Pointer, v any) iter.Seq2[jsontree.Pointer, any] {
	return typed.Of(kind.GroupVersion().String(), kind.Kind).Misfits(at, v)
}

// HasType reports whether [Check] and [UnknownFields] know the type of a kind.
func HasType(kind schema.GroupVersionKind) bool {
	return typed.Of(kind.GroupVersion().String(), kind.Kind) != nil
}

// UnknownFields returns the fields of an object that the Go type of a kind in k8s.io/api v0.35 does not have, such as misspelt ones: an API server
// drops them. They are in the order of their names, at most limit of them. An object of a kind without type, and a nil object, have none.
func UnknownFields(kind schema.GroupVersionKind, object *unstructured.Unstructured, limit int) []jsontree.Pointer {
	return typed.Of(kind.GroupVersion().String(), kind.Kind).Unknown(content(object), limit)
}
