package native

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// workload is what the kinds of apps/v1 have in common.
type workload struct {
	kind     string
	reported []string // the fields of the status that InterpretStatus gives
	counted  []string // the fields of the status that AggregateStatus adds up

	ownGeneration bool // see isCurrent
	wholeStatus   bool // see changes
}

func (w workload) objectType() *typed.Type { return typed.Of("apps/v1", w.kind) }
func (w workload) statusType() *typed.Type { return typed.Named(w.kind + "Status") }

// check is an error if a field of the object, wherever it is, has the wrong type. That goes for an integer too large for its field,
// which upstream wraps, and for a quantity too long to be parsed.
func (w workload) check(op interpreter.Operation, o *unstructured.Unstructured) error {
	return failTyped(op, o, nil, w.objectType().Check(content(o)))
}

// replicas is spec.replicas, 0 if absent, and the requirements of spec.template. The whole object is decoded, see check.
func (w workload) replicas(o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	const op = interpreter.InterpretReplica
	if err := w.check(op, o); err != nil {
		return 0, nil, err
	}
	at := jsontree.Pointer{"spec", "template", "spec"}
	requirements, err := requirementsOf(object(content(o), at...))
	if err != nil {
		return 0, nil, failTyped(op, o, at, err)
	}
	return int32(number(object(content(o), "spec")["replicas"])), requirements, nil
}

// dependencies is what the pods of spec.template need. The whole object is decoded, see check.
func (w workload) dependencies(o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	if err := w.check(interpreter.InterpretDependency, o); err != nil {
		return nil, err
	}
	return podDependencies(text(object(content(o), "metadata"), "namespace"), object(content(o), "spec", "template", "spec")), nil
}

// revise gives an object with another number at a path. The object is not decoded: what else is in it does not matter.
//
//  1. A path that is not there, or leads through a null, leaves the object as it is: who runs without a number keeps none.
//  2. What is there must be an integer: a null and 3.0 are errors, and so is a path through anything but objects.
//  3. Any number of replicas is written, one beyond int32 too.
func revise(o *unstructured.Unstructured, replicas int64, path ...string) (*unstructured.Unstructured, error) {
	const op = interpreter.ReviseReplica
	_, found, bad := integerField(content(o), path...)
	if bad != nil {
		return nil, fail(op, o, bad.at, bad)
	}
	revised, err := copyOf(op, o)
	if err != nil || !found {
		return revised, err
	}
	if bad := put(revised.Object, replicas, path...); bad != nil {
		return nil, fail(op, o, bad.at, bad)
	}
	return revised, nil
}

// integerField is a field that must be an integer if it is found. A null is none, and neither is 3.0.
func integerField(m map[string]any, path ...string) (n int64, found bool, bad *misfit) {
	v, found, bad := field(m, path...)
	if bad != nil || !found {
		return 0, false, bad
	}
	n, isInteger := v.(int64)
	if !isInteger {
		return 0, false, &misfit{path, v, "an integer"}
	}
	return n, true, nil
}

// failTyped is fail for an error about what is at a place; an error of package typed says where inside of it.
func failTyped(op interpreter.Operation, o *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	var bad *typed.Error
	if errors.As(err, &bad) {
		at, err = at.Child(bad.Pointer...), errors.New("is "+bad.Found+", expected "+bad.Expected)
	}
	return fail(op, o, at, err)
}
