package schedule

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Outcome is what scheduling writes into a binding, whether it succeeded or not.
type Outcome struct {
	Clusters     []api.TargetCluster
	AffinityName string // for schedulerObservingAffinityName
	// Applied is true if the placement must be recorded as the last applied one, see [PlacementChanged].
	Applied bool
	// Condition has the type Scheduled, without a time and a generation.
	Condition metav1.Condition
	// Retry is true if the binding must be scheduled again even if nothing changes.
	Retry bool
}

// The reasons of the condition Scheduled.
const (
	ReasonSuccess        = "Success"
	ReasonUnschedulable  = "Unschedulable"
	ReasonNoClusterFit   = "NoClusterFit"
	ReasonSchedulerError = "SchedulerError"
)

// StatusAfter returns what a binding gets from the result and the error of [Schedule]:
//
//  1. A result is written. With an empty list of clusterAffinities nothing changes, though it is a success.
//  2. If no cluster fits, the binding loses all clusters. It is not retried: a cluster that fits later is an event of its own.
//  3. After any other error the binding keeps its clusters, and there is a retry.
//
// After a success the caller must also set the observed generation and the time of the last scheduling.
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
