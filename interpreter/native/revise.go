package native

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// revise returns an object with another number at a path. The object is not decoded: the rest of it does not matter.
//
//  1. If the path does not exist, or leads through a null, the object does not change: a workload without a number keeps none.
//  2. The present value must be an integer: null and 3.0 are errors, and so is a path through anything but objects.
//  3. Any number of replicas is written, even one beyond int32.
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

// integerField reads a field that must be an integer if it is found. Null and 3.0 are not integers.
func integerField(m map[string]any, path ...string) (n int64, found bool, bad *typeError) {
	v, found, bad := field(m, path...)
	if bad != nil || !found {
		return 0, false, bad
	}
	n, isInteger := v.(int64)
	if !isInteger {
		return 0, false, &typeError{path, v, "an integer"}
	}
	return n, true, nil
}
