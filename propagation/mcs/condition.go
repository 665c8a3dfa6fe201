package mcs

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// The types of the conditions of a MultiClusterService. The reason of each is its type with Succeed or Failed.
const (
	ConditionServiceApplied          = "ServiceApplied"          // the Service and its binding are written
	ConditionEndpointSliceDispatched = "EndpointSliceDispatched" // the EndpointSlices are written for the consumers
)

// appliedCondition is [ConditionServiceApplied].
func appliedCondition(err error) metav1.Condition {
	return condition(ConditionServiceApplied, "Service is propagated to target clusters.", err)
}

// dispatchedCondition is [ConditionEndpointSliceDispatched].
func dispatchedCondition(err error) metav1.Condition {
	return condition(ConditionEndpointSliceDispatched, "EndpointSlice are dispatched successfully", err)
}

func condition(kind, message string, err error) metav1.Condition {
	if err != nil {
		return metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Reason: kind + "Failed", Message: content.ClipMessage(err.Error())}
	}
	return metav1.Condition{Type: kind, Status: metav1.ConditionTrue, Reason: kind + "Succeed", Message: message}
}

// conditionsOf returns the conditions of a valid MultiClusterService.
func conditionsOf(mcs *unstructured.Unstructured) ([]metav1.Condition, error) {
	status, _ := mcs.Object["status"].(map[string]any)
	if status["conditions"] == nil {
		return nil, nil
	}
	var typed struct {
		Conditions []metav1.Condition `json:"conditions"`
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(map[string]any{"conditions": status["conditions"]}, &typed); err != nil {
		return nil, fmt.Errorf("%s: /status/conditions: %w", multiClusterServiceKind.ref(mcs), err)
	}
	return typed.Conditions, nil
}
