package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// podDisruptionBudget interprets PodDisruptionBudget.
type podDisruptionBudget struct{}

var podDisruptionBudgetKind = kind{"policy/v1", "PodDisruptionBudget"}

func (podDisruptionBudget) Kinds() []schema.GroupVersionKind { return podDisruptionBudgetKind.kinds() }

// InterpretStatus returns the counters and disruptedPods.
func (podDisruptionBudget) InterpretStatus(_ context.Context, o *unstructured.Unstructured) (any, error) {
	return podDisruptionBudgetKind.report(o, "disruptionsAllowed", "expectedPods", "desiredHealthy", "currentHealthy", "disruptedPods")
}

// AggregateStatus adds the counters up, and joins the disruptedPods of all members, as "member/pod", because several members may have
// a pod of one name. The conditions and observedGeneration are dropped.
//
// A total beyond int32 is an error; upstream it wraps.
func (podDisruptionBudget) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	if err := podDisruptionBudgetKind.check(op, o); err != nil {
		return nil, err
	}
	members, err := podDisruptionBudgetKind.members(o, items)
	if err != nil {
		return nil, err
	}
	pods := map[string]any{}
	for _, m := range members {
		for name, since := range object(m.status, "disruptedPods") {
			pods[m.cluster+"/"+name] = since
		}
	}
	status := map[string]any{"disruptedPods": pods}
	if err := total(members, status, "currentHealthy", "desiredHealthy", "expectedPods", "disruptionsAllowed"); err != nil {
		return nil, fail(op, o, nil, err)
	}
	return podDisruptionBudgetKind.replace(o, status)
}

// InterpretHealth reports whether enough pods are healthy. It is true without a status.
func (podDisruptionBudget) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	if err := podDisruptionBudgetKind.check(interpreter.InterpretHealth, o); err != nil {
		return false, err
	}
	status := object(content(o), "status")
	return number(status["currentHealthy"]) >= number(status["desiredHealthy"]), nil
}
