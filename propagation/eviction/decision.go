package eviction

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Decision is what is decided about a task, or about an object in a cluster.
type Decision struct {
	Cluster string `json:"cluster"` // the cluster that the object leaves, or may leave
	Dropped bool   `json:"dropped,omitempty"`
	Kind    Kind   `json:"kind"`
	Reason  string `json:"reason"` // in words for a person

	// Until is the end of the grace period, nil if the task has suppressDeletion. With the kind Tolerated it is when the object is evicted.
	Until *metav1.Time `json:"until,omitempty"`
}

// Kind is why an object leaves a cluster or stays, or why a task is made, kept or dropped.
type Kind string

// The kinds of decisions: about an object in a cluster, about a task that is kept, and about one that is dropped.
const (
	Evicted   Kind = "Evicted"   // it leaves the cluster, and there is a task
	Tolerated Kind = "Tolerated" // it is evicted later, unless something changes
	Stays     Kind = "Stays"     // it is not evicted

	Created    Kind = "Created"    // it has just got its creation time
	Suppressed Kind = "Suppressed" // suppressDeletion is true
	Waiting    Kind = "Waiting"    // for a target to become healthy, or for the scheduler

	Released Kind = "Released" // suppressDeletion is false
	TimedOut Kind = "TimedOut" // its grace period is over
	Healthy  Kind = "Healthy"  // the object is healthy in all targets
)

// String returns, for example: the eviction from m2 may wait until 2026-08-21T12:10:00Z: the object is Unhealthy in cluster m1.
func (d Decision) String() string {
	switch {
	case d.Kind == Evicted:
		return "the object is evicted from " + d.Cluster + ": " + d.Reason
	case d.Kind == Tolerated && d.Until != nil:
		return "the object stays in " + d.Cluster + " until " + d.Until.UTC().Format(time.RFC3339) + ": " + d.Reason
	case d.Kind == Tolerated, d.Kind == Stays:
		return "the object stays in " + d.Cluster + ": " + d.Reason
	}
	what := " is kept"
	switch {
	case d.Dropped && d.Kind == TimedOut && d.Until != nil:
		what = " ended at " + d.Until.UTC().Format(time.RFC3339)
	case d.Dropped:
		what = " ends"
	case d.Until != nil:
		what = " may wait until " + d.Until.UTC().Format(time.RFC3339)
	}
	return "the eviction from " + d.Cluster + what + ": " + d.Reason
}
