package api

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
)

// ResourceBindingStatus is the status of a binding.
type ResourceBindingStatus struct {
	SchedulerObservedGeneration int64 `json:"schedulerObservedGeneration,omitempty"`
	// SchedulerObservedAffinityName names the [ClusterAffinityTerm] of the last successful scheduling.
	SchedulerObservedAffinityName string                 `json:"schedulerObservingAffinityName,omitempty"`
	LastScheduledTime             *metav1.Time           `json:"lastScheduledTime,omitempty"`
	Conditions                    []metav1.Condition     `json:"conditions,omitempty"`
	AggregatedStatus              []AggregatedStatusItem `json:"aggregatedStatus,omitempty"`
}

// The types of a binding's conditions.
const (
	BindingScheduled    = "Scheduled"
	BindingFullyApplied = "FullyApplied"
)

// The reasons and messages of [BindingFullyApplied].
const (
	FullyAppliedSuccessReason  = "FullyAppliedSuccess"
	FullyAppliedFailedReason   = "FullyAppliedFailed"
	FullyAppliedSuccessMessage = "All works have been successfully applied"
	FullyAppliedFailedMessage  = "Failed to apply all works, see status.aggregatedStatus for details"
)

// AggregatedStatusItem is the status of the object in a member cluster. The status is JSON text, because Karmada compares
// it as text; null is read as no status.
type AggregatedStatusItem struct {
	ClusterName    string             `json:"clusterName"`
	Status         *JSON              `json:"status,omitempty"`
	Applied        bool               `json:"applied,omitempty"`
	AppliedMessage string             `json:"appliedMessage,omitempty"`
	Health         interpreter.Health `json:"health,omitempty"`
}

// Item returns the item with a decoded status, as interpreters take it. A status that is not JSON, which only Go code can
// build, is an error.
func (i AggregatedStatusItem) Item() (interpreter.StatusItem, error) {
	item := interpreter.StatusItem{ClusterName: i.ClusterName, Applied: i.Applied, AppliedMessage: i.AppliedMessage, Health: i.Health}
	if i.Status == nil {
		return item, nil
	}
	status, err := i.Status.Decode()
	if err != nil {
		return interpreter.StatusItem{}, fmt.Errorf("the status of cluster %s is not valid JSON: %w", i.ClusterName, err)
	}
	item.Status = status
	return item, nil
}
