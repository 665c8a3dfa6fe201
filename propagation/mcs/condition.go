package mcs

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// The types of the conditions of a MultiClusterService, and their reasons.
const (
	ConditionServiceApplied          = "ServiceApplied"          // the Service and its binding are written
	ConditionEndpointSliceDispatched = "EndpointSliceDispatched" // the EndpointSlices are written for the consumers

	ReasonServiceAppliedSucceed          = "ServiceAppliedSucceed"
	ReasonServiceAppliedFailed           = "ServiceAppliedFailed"
	ReasonEndpointSliceDispatchedSucceed = "EndpointSliceDispatchedSucceed"
	ReasonEndpointSliceDispatchedFailed  = "EndpointSliceDispatchedFailed"

	serviceAppliedMessage          = "Service is propagated to target clusters."
	endpointSliceDispatchedMessage = "EndpointSlice are dispatched successfully"
)

// maxMessage limits the message of a condition, as the API does (metav1.Condition).
const maxMessage = 32768

// appliedCondition is [ConditionServiceApplied].
func appliedCondition(err error) metav1.Condition {
	return condition(ConditionServiceApplied, ReasonServiceAppliedSucceed, ReasonServiceAppliedFailed, serviceAppliedMessage, err)
}

// dispatchedCondition is [ConditionEndpointSliceDispatched].
func dispatchedCondition(err error) metav1.Condition {
	return condition(ConditionEndpointSliceDispatched, ReasonEndpointSliceDispatchedSucceed, ReasonEndpointSliceDispatchedFailed, endpointSliceDispatchedMessage, err)
}

func condition(kind, succeeded, failed, message string, err error) metav1.Condition {
	if err != nil {
		return metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Reason: failed, Message: clip(err.Error())}
	}
	return metav1.Condition{Type: kind, Status: metav1.ConditionTrue, Reason: succeeded, Message: message}
}

// clip cuts a message to the limit of the API.
func clip(message string) string {
	message = strings.ToValidUTF8(message, "�")
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage-len("…")], "") + "…"
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
