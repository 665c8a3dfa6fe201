package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Input is the input of [Schedule]. It is never written, and a [Result] shares no memory with it.
type Input struct {
	Spec     *api.ResourceBindingSpec   // with its placement
	Status   *api.ResourceBindingStatus // nil: the binding was never scheduled
	Clusters []*api.Cluster             // all clusters; nil entries are ignored
	Fleet    *Fleet                     // index of Clusters, made by NewFleet(Clusters...): Schedule then reads only Fleet; nil: Schedule makes one
	// Peers has the bindings that count for workload affinity. It may have the binding itself. Nil: workload affinity is ignored.
	Peers   *Peers
	Options Options
	// ChosenOnly leaves Rejected of a [Result] empty, which saves time and memory for each cluster that is not chosen. A
	// [FitError] has all reasons.
	ChosenOnly bool
	// FeatureGates: CustomizedClusterResourceModeling and MultiplePodTemplatesScheduling are read, and WorkloadAffinity, without which Peers does
	// not count.
	FeatureGates api.FeatureGates
}

// Result is where a binding goes, and why it does not go elsewhere.
type Result struct {
	// Clusters are in Karmada's order, which depends on the strategy; see [Divide].
	Clusters []api.TargetCluster
	// AffinityName is the name of the successful affinity term. Without clusterAffinities it is the name in the status.
	AffinityName string
	// Rejected is every other cluster, sorted by name. Empty with ChosenOnly.
	Rejected []Rejection
	// Warnings are for people: parts of the placement that do not do what they seem to. Beside an error, [Warnings] returns them.
	Warnings []string
}

// Rejection is a cluster that was not chosen, and every reason for that. A reason that Karmada has is in Karmada's words, but one of workload
// affinity ends with the first binding that rules the cluster out, as ": namespace/name". Karmada reports only the first reason.
type Rejection struct {
	Cluster string   `json:"cluster"`
	Reasons []string `json:"reasons"`
}

// Schedule chooses clusters for a binding and divides its replicas among them:
//
//  1. Without clusterAffinities there is one run of the stages: the filters, see [Rejection]; the order of the clusters that pass; the spread
//     constraints; the division, see [Divide].
//  2. With clusterAffinities there is a run for each term, starting with the last successful one. It starts with the first term if that one
//     is gone, if a reschedule was requested since, or with [Options].PreferredAffinityFirst. The first run without an error counts.
//  3. If all runs fail, the error is that of the first.
//  4. Among terms with the same name, the first counts for all.
//  5. An empty but non-nil list of clusterAffinities changes nothing.
//
// A run takes n log n time in the clusters that its affinity matches if the affinity names them or selects one value of a label or field;
// otherwise it checks every cluster. Equal affinities are tried once. Warnings truncate long errors.
//
// The error is or wraps a [FitError] if no cluster passes the filters, an [UnschedulableError] if the clusters do not have enough capacity, or an
// [OverflowError] if numbers overflow. Any other error has no type. If there are also warnings or rejections, the error is a
// [WarnedError] with the same message. [StatusAfter] returns what the binding gets.
func Schedule(in Input) (*Result, error) {
	switch {
	case in.Spec == nil:
		return nil, errors.New("found no spec of a binding, expected one")
	case in.Spec.Placement == nil:
		return nil, fmt.Errorf("found no placement for %s %s, expected one", in.Spec.Resource.Kind, in.Spec.Resource.Name)
	}
	s, p, observed := newScheduler(in), in.Spec.Placement, observedOf(in)
	if p.ClusterAffinities == nil {
		term := newTerm(p, nil)
		result, warnings, err := s.run(&term, observed, false)
		return warned(result, append(s.warnings(), warnings...), err)
	}
	if len(p.ClusterAffinities) == 0 {
		result := &Result{
			Clusters: copyTargets(in.Spec.Clusters), AffinityName: observed,
			Warnings: []string{"the list of clusterAffinities is empty: nothing is scheduled"},
		}
		if !in.ChosenOnly {
			result.Rejected = s.rejected(in.Spec.Clusters, nil, "nothing was scheduled")
		}
		return result, nil
	}
	return s.terms(s.firstTerm(observed))
}

// observedOf returns the name of the last successful affinity term.
func observedOf(in Input) string {
	if in.Status == nil {
		return ""
	}
	return in.Status.SchedulerObservedAffinityName
}

// rescheduled reports whether a reschedule was requested after the last scheduling.
func rescheduled(in Input) bool {
	return in.Spec.RescheduleTriggeredAt != nil && in.Status != nil && in.Status.LastScheduledTime != nil &&
		in.Spec.RescheduleTriggeredAt.After(in.Status.LastScheduledTime.Time)
}

func copyTargets(list []api.TargetCluster) []api.TargetCluster {
	out := slices.Clone(list)
	for i := range out {
		out[i].Components = slices.Clone(out[i].Components)
	}
	return out
}
