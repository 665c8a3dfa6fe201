package native

import (
	"time"

	"github.com/overridekit/overridekit/interpreter"
)

// Interpreters returns every interpreter of this package, in an order in which they may be registered. AggregateStatus of a Job calls
// now for the time of the conditions that it sets; if now is nil, it returns an error.
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
