package native

import (
	"time"

	"github.com/overridekit/overridekit/interpreter"
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
