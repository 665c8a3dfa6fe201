package api

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
)

// ResourceBindingStatus is what became of a binding.
type ResourceBindingStatus struct {
	SchedulerObservedGeneration int64 `json:"schedulerObservedGeneration,omitempty"`
	// SchedulerObservedAffinityName is the [ClusterAffinityTerm] that was met last.
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

// AggregatedStatusItem is what a member cluster says about its object. The status is text, because Karmada takes two texts of
// one value for two; null is read as none.
type AggregatedStatusItem struct {
	ClusterName    string             `json:"clusterName"`
	Status         *JSON              `json:"status,omitempty"`
	Applied        bool               `json:"applied,omitempty"`
	AppliedMessage string             `json:"appliedMessage,omitempty"`
	Health         interpreter.Health `json:"health,omitempty"`
}

// Item is the same with a decoded status, as interpreters are told it. A status that is no JSON, which only Go code can
// give, is an error.
func (i AggregatedStatusItem) Item() (interpreter.StatusItem, error) {
	item := interpreter.StatusItem{ClusterName: i.ClusterName, Applied: i.Applied, AppliedMessage: i.AppliedMessage, Health: i.Health}
	if i.Status == nil {
		return item, nil
	}
	status, err := i.Status.Decode()
	if err != nil {
		return interpreter.StatusItem{}, fmt.Errorf("the status of cluster %s is no JSON: %w", i.ClusterName, err)
	}
	item.Status = status
	return item, nil
}
