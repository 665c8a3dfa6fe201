package schedule

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Outcome is what a binding is left with when it has been scheduled, or could not be.
type Outcome struct {
	Clusters     []api.TargetCluster
	AffinityName string // for schedulerObservingAffinityName
	// Applied: the placement becomes the one that was applied last, see [PlacementChanged].
	Applied bool
	// Condition is of the type Scheduled. It has no time and no generation.
	Condition metav1.Condition
	// Retry: it is tried again although nothing has changed.
	Retry bool
}

// The reasons of the condition Scheduled.
const (
	ReasonSuccess        = "Success"
	ReasonUnschedulable  = "Unschedulable"
	ReasonNoClusterFit   = "NoClusterFit"
	ReasonSchedulerError = "SchedulerError"
)

// After tells what a binding is left with, from what [Schedule] said about it:
//
//  1. A result is what it gets. An empty list of clusterAffinities changes nothing, though it is a success.
//  2. If no cluster fits, it loses all clusters. It is not tried again: that a cluster comes to fit is an event of its own.
//  3. After any other error it keeps what it has, and is tried again.
//
// A success also makes the generation the observed one, and the time that of the last scheduling; these are the caller's to know.
func StatusAfter(in Input, result *Result, err error) Outcome {
	out := Outcome{
		AffinityName: observedOf(in), Retry: true,
		Condition: metav1.Condition{Type: api.BindingScheduled, Status: metav1.ConditionFalse, Reason: ReasonSchedulerError},
	}
	if in.Spec != nil {
		out.Clusters = copyTargets(in.Spec.Clusters)
	}
	var noFit *FitError
	var unschedulable *UnschedulableError
	switch {
	case err == nil && result == nil:
		out.Condition.Message = "nothing was scheduled"
		return out
	case err == nil:
		out.Clusters, out.AffinityName, out.Retry = copyTargets(result.Clusters), result.AffinityName, false
		out.Applied = in.Spec != nil && in.Spec.Placement != nil && (in.Spec.Placement.ClusterAffinities == nil || len(in.Spec.Placement.ClusterAffinities) > 0)
		out.Condition.Status, out.Condition.Reason, out.Condition.Message = metav1.ConditionTrue, ReasonSuccess, "Binding has been scheduled successfully."
		return out
	case errors.As(err, &unschedulable):
		out.Condition.Reason = ReasonUnschedulable
	case errors.As(err, &noFit):
		out.Clusters, out.Applied, out.Retry = nil, true, false
		out.Condition.Reason = ReasonNoClusterFit
	}
	out.Condition.Message = err.Error()
	return out
}
