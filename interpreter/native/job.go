package native

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// job interprets Job. AggregateStatus calls now for the time of the conditions that it sets.
type job struct{ now func() time.Time }

var jobKind = kind{"batch/v1", "Job"}

func (job) Kinds() []schema.GroupVersionKind { return jobKind.kinds() }

// InterpretReplica returns how many pods run at the same time: spec.parallelism, but at most spec.completions if that is set. Without
// parallelism it is 0; a negative number stays. The requirements are those of spec.template.
//
// A number beyond int32 is an error; upstream it wraps.
func (job) InterpretReplica(_ context.Context, o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	if err := jobKind.check(interpreter.InterpretReplica, o); err != nil {
		return 0, nil, err
	}
	spec := object(content(o), "spec")
	replicas := number(spec["parallelism"])
	if completions := spec["completions"]; completions != nil {
		replicas = min(replicas, number(completions))
	}
	requirements, err := requirementsIn(o, "spec", "template", "spec")
	if err != nil {
		return 0, nil, err
	}
	return int32(replicas), requirements, nil
}

// ReviseReplica writes spec.parallelism.
func (job) ReviseReplica(_ context.Context, o *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	return revise(o, replicas, "spec", "parallelism")
}

// Retain keeps what the Job controller of the member has added, without which a Job cannot be updated: spec.selector.matchLabels,
// and the labels of spec.template.
//
//  1. They are copied as a whole, so an edit of the template's labels does not reach a running Job.
//  2. What the observed Job lacks, or has below a null, stays as desired.
//  3. Labels that are null, not an object, or not all strings are an error, and so is anything but an object above them in the
//     desired Job. The rest of the objects is not decoded.
func (job) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return retain(desired, observed,
		retainedField{[]string{"spec", "selector", "matchLabels"}, texts},
		retainedField{[]string{"spec", "template", "metadata", "labels"}, texts},
	)
}

// InterpretStatus returns the counters, the conditions and the times.
func (job) InterpretStatus(_ context.Context, o *unstructured.Unstructured) (any, error) {
	return jobKind.report(o, "active", "succeeded", "failed", "conditions", "startTime", "completionTime")
}

// InterpretDependency returns what the pods of spec.template need.
func (job) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return jobKind.dependencies(o, "spec", "template", "spec")
}
