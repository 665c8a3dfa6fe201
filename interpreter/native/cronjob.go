package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// cronJob interprets CronJob.
type cronJob struct{}

var cronJobKind = kind{"batch/v1", "CronJob"}

func (cronJob) Kinds() []schema.GroupVersionKind { return cronJobKind.kinds() }

// AggregateStatus lists the active Jobs of all members in the order of the items, and uses the latest lastScheduleTime and the latest
// lastSuccessfulTime.
func (cronJob) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	if err := cronJobKind.check(interpreter.AggregateStatus, o); err != nil {
		return nil, err
	}
	members, err := cronJobKind.members(o, items)
	if err != nil {
		return nil, err
	}
	status := map[string]any{}
	var active []any
	for _, m := range members {
		jobs, _ := m.status["active"].([]any)
		active = append(active, jobs...)
	}
	if len(active) > 0 {
		status["active"] = active
	}
	for _, key := range []string{"lastScheduleTime", "lastSuccessfulTime"} {
		if _, last, n := span(members, key); n > 0 {
			status[key] = last
		}
	}
	return cronJobKind.replace(o, status)
}

// InterpretDependency returns what the pods of the Jobs need.
func (cronJob) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return cronJobKind.dependencies(o, "spec", "jobTemplate", "spec", "template", "spec")
}
