package native

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// kind is the kind that an interpreter supports.
type kind struct{ apiVersion, name string }

// kinds returns this one kind, which may be interpreter.Any.
func (k kind) kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{schema.FromAPIVersionAndKind(k.apiVersion, k.name)}
}

func (k kind) objectType() *typed.Type { return typed.Of(k.apiVersion, k.name) }
func (k kind) statusType() *typed.Type { return typed.Named(k.name + "Status") }

// check returns an error if a field anywhere in the object has the wrong type: upstream decodes the whole object. An integer too large
// for its field, which upstream wraps, and a quantity too long to be parsed are errors, too.
func (k kind) check(op interpreter.Operation, o *unstructured.Unstructured) error {
	return failTyped(op, o, nil, k.objectType().Check(content(o)))
}

// dependencies returns what the pods with the spec at a path need. The whole object is decoded, see check.
func (k kind) dependencies(o *unstructured.Unstructured, podSpec ...string) ([]interpreter.Dependency, error) {
	if err := k.check(interpreter.InterpretDependency, o); err != nil {
		return nil, err
	}
	return podDependencies(text(object(content(o), "metadata"), "namespace"), object(content(o), podSpec...)), nil
}

// fail returns an error of a hook about an object, with the place; nil if err is nil.
func fail(op interpreter.Operation, o *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	return interpreter.NewError(op, o, at, err)
}

// failTyped is fail for an error about the value at a place; an error of package typed has the place inside of it.
func failTyped(op interpreter.Operation, o *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	var bad *typed.Error
	if errors.As(err, &bad) {
		at, err = at.Child(bad.Pointer...), errors.New("is "+bad.Found+", expected "+bad.Expected)
	}
	return fail(op, o, at, err)
}
