package native

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Interpreters is every interpreter of this package, in an order in which they may be registered. now is asked for the time of
// conditions that AggregateStatus sets; it must not be nil.
func Interpreters(now func() time.Time) []interpreter.Interpreter {
	return []interpreter.Interpreter{
		persistentVolume{},
		persistentVolumeClaim{},
		pod{},
		secret{},
		service{},
		serviceAccount{},
		daemonSet{},
		deployment{},
		replicaSet{},
		statefulSet{},
		horizontalPodAutoscaler{},
		cronJob{},
		job{now},
		serviceImport{},
		ingress{},
		podDisruptionBudget{},
		wholeStatus{},
	}
}

// of is one kind.
func of(group, version, kind string) []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: group, Version: version, Kind: kind}}
}

// fail says which hook failed on which object.
func fail(op interpreter.Operation, object *unstructured.Unstructured, at jsontree.Pointer, err error) error {
	return interpreter.NewError(op, object, at, err)
}
