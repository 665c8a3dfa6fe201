package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// horizontalPodAutoscaler interprets HorizontalPodAutoscaler.
type horizontalPodAutoscaler struct{}

var horizontalPodAutoscalerKind = kind{"autoscaling/v2", "HorizontalPodAutoscaler"}

func (horizontalPodAutoscaler) Kinds() []schema.GroupVersionKind {
	return horizontalPodAutoscalerKind.kinds()
}

// InterpretStatus returns currentReplicas and desiredReplicas.
func (horizontalPodAutoscaler) InterpretStatus(_ context.Context, o *unstructured.Unstructured) (any, error) {
	return horizontalPodAutoscalerKind.report(o, "currentReplicas", "desiredReplicas")
}

// AggregateStatus adds currentReplicas and desiredReplicas up, and drops the rest of the status.
//
// A total beyond int32 is an error; upstream it wraps.
func (horizontalPodAutoscaler) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	if err := horizontalPodAutoscalerKind.check(op, o); err != nil {
		return nil, err
	}
	members, err := horizontalPodAutoscalerKind.members(o, items)
	if err != nil {
		return nil, err
	}
	status := map[string]any{}
	if err := total(members, status, "currentReplicas", "desiredReplicas"); err != nil {
		return nil, fail(op, o, nil, err)
	}
	return horizontalPodAutoscalerKind.replace(o, status)
}
