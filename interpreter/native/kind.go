package native

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// kind is the kind that an interpreter understands.
type kind struct{ apiVersion, name string }

// kinds is this one kind, which may be interpreter.Any.
func (k kind) kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{schema.FromAPIVersionAndKind(k.apiVersion, k.name)}
}

func (k kind) objectType() *typed.Type { return typed.Of(k.apiVersion, k.name) }
func (k kind) statusType() *typed.Type { return typed.Named(k.name + "Status") }

// check is an error if a field of the object, wherever it is, has the wrong type: upstream decodes all of it. That goes for an
// integer too large for its field, which upstream wraps, and for a quantity too long to be parsed.
func (k kind) check(op interpreter.Operation, o *unstructured.Unstructured) error {
	return failTyped(op, o, nil, k.objectType().Check(content(o)))
}

// dependencies is what the pods need of which the spec is at a path. The whole object is decoded, see check.
func (k kind) dependencies(o *unstructured.Unstructured, podSpec ...string) ([]interpreter.Dependency, error) {
	if err := k.check(interpreter.InterpretDependency, o); err != nil {
		return nil, err
	}
	return podDependencies(text(object(content(o), "metadata"), "namespace"), object(content(o), podSpec...)), nil
}

// fail says which hook failed on which object, and where; nil if err is nil.
func fail(op interpreter.Operation, o *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	return interpreter.NewError(op, o, at, err)
}

// failTyped is fail for an error about what is at a place; an error of package typed says where inside of it.
func failTyped(op interpreter.Operation, o *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	var bad *typed.Error
	if errors.As(err, &bad) {
		at, err = at.Child(bad.Pointer...), errors.New("is "+bad.Found+", expected "+bad.Expected)
	}
	return fail(op, o, at, err)
}
