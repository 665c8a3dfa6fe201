package declared

import (
	"context"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
)

// number is the place of a number of replicas, and its default.
type number struct {
	at     jsontree.Pointer
	absent int32
}

func (n number) in(root map[string]any) (int32, error) {
	v, err := find(root, n.at)
	if err != nil {
		return 0, err
	}
	if v == nil {
		return n.absent, nil
	}
	i, err := integer(n.at, v)
	if err != nil {
		return 0, err
	}
	if i < 0 || i > math.MaxInt32 {
		return 0, unexpected(n.at, i, "0 to 2147483647 replicas")
	}
	return int32(i), nil
}

// replicaInterpreter finds how many replicas an object has, and what each of them needs.
type replicaInterpreter struct {
	kind
	number   number
	template jsontree.Pointer // may be nil
}

// InterpretReplica reads the integer at the pointer.
//
//  1. If it is absent, it is the default.
//  2. A negative integer, or one beyond int32, is an error.
//  3. The requirements are those of the template, or nil.
func (r replicaInterpreter) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	n, needs, err := r.read(object)
	if err != nil {
		return 0, nil, fail(interpreter.InterpretReplica, object, err)
	}
	return n, needs, nil
}

func (r replicaInterpreter) read(object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	root, err := content(object)
	if err != nil {
		return 0, nil, err
	}
	n, err := r.number.in(root)
	if err != nil {
		return 0, nil, err
	}
	needs, err := requirements(root, r.template)
	return n, needs, err
}

// requirements returns what a replica of the template needs.
func requirements(root map[string]any, template jsontree.Pointer) (*interpreter.ReplicaRequirements, error) {
	if template == nil {
		return nil, nil
	}
	v, err := find(root, template)
	if err != nil || v == nil {
		return nil, err
	}
	needs, err := native.PodRequirements(v)
	if err != nil {
		return nil, notATemplate(template, err)
	}
	return needs, nil
}

func notATemplate(at jsontree.Pointer, err error) error {
	return &valueError{at: at, reason: "is not a pod template: " + err.Error()}
}

// ReviseReplica writes the integer at the pointer.
//
//  1. A negative number, or one beyond int32, is an error.
//  2. The present value must be an integer, or absent.
func (r replicaInterpreter) ReviseReplica(_ context.Context, object *unstructured.Unstructured, n int64) (*unstructured.Unstructured, error) {
	revised, err := r.revise(object, n)
	if err != nil {
		return nil, fail(interpreter.ReviseReplica, object, err)
	}
	return revised, nil
}

func (r replicaInterpreter) revise(object *unstructured.Unstructured, n int64) (*unstructured.Unstructured, error) {
	if n < 0 || n > math.MaxInt32 {
		return nil, fmt.Errorf("found %d replicas, expected 0 to 2147483647", n)
	}
	revised, err := fresh(object)
	if err != nil {
		return nil, err
	}
	old, err := find(revised.Object, r.number.at)
	if err != nil {
		return nil, err
	}
	if _, err := integer(r.number.at, old); err != nil {
		return nil, err
	}
	return revised, put(revised.Object, r.number.at, n)
}
