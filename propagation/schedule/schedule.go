package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Input is what a binding is scheduled by. Nothing of it is written, and a [Result] shares nothing with it.
type Input struct {
	Spec     *api.ResourceBindingSpec   // with its placement
	Status   *api.ResourceBindingStatus // nil: the binding was never scheduled
	Clusters []*api.Cluster             // all that there are; those that are nil do not count
	// Peers has the bindings that workload affinity puts this one beside or away from. It may have the binding itself. Nil: workload
	// affinity does not count, as without Karmada's feature gate WorkloadAffinity.
	Peers   *Peers
	Options Options
}

// Result is where a binding goes, and why it goes nowhere else.
type Result struct {
	// Clusters are in Karmada's order, which depends on the strategy; see [Divide].
	Clusters []api.TargetCluster
	// AffinityName is the affinity term that was met. Without clusterAffinities it is the one that the status had.
	AffinityName string
	// Rejected is every other cluster, sorted by name.
	Rejected []Rejection
	// Warnings are for people: what of the placement does not do what it seems to. Those beside an error, [Warnings] has.
	Warnings []string
}

// Rejection is a cluster that was not chosen, and every reason for that. Where Karmada has a text for a reason it is the same, but a reason
// of workload affinity ends with the first binding that rules the cluster out, as ": namespace/name". Karmada reports the first reason.
type Rejection struct {
	Cluster string
	Reasons []string
}

// Schedule chooses clusters for a binding and divides its replicas among them:
//
//  1. Without clusterAffinities there is one run of the stages: the filters, see [Rejection]; the order of what passes; what
//     the spread constraints take of it; the division, see [Divide].
//  2. With clusterAffinities a run is made for each term from the one on that was met last, or from the first if that is gone or a
//     reschedule was asked for since. The first run that works counts. No term before is ever tried, even if it is preferred, but
//     with [Options].PreferredAffinityFirst.
//  3. If none works the error is that of the first run.
//  4. Of terms with one name the first counts for all of them.
//  5. An empty list of clusterAffinities, as opposed to none, leaves everything as it is.
//
// A run takes time in proportion to the clusters that its affinity takes, n log n, where the affinity names them or asks for one of the values
// of a label or a field; any other is held against every cluster. Equal affinities are tried once. Warnings cut long errors.
//
// The error is or wraps a [FitError] if no cluster passes the filters, an [UnschedulableError] if those that do have no room, an [OverflowError] if
// numbers do not fit, and is a plain one otherwise. If there is something to say beside it, it is wrapped in a [WarnedError], whose text is
// the same. What becomes of the binding then, [StatusAfter] says.
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
		return &Result{
			Clusters: copyTargets(in.Spec.Clusters), AffinityName: observed, Rejected: s.rejected(in.Spec.Clusters, nil, "nothing was scheduled"),
			Warnings: []string{"the list of clusterAffinities is empty: nothing is scheduled"},
		}, nil
	}
	return s.terms(s.firstTerm(observed))
}

// observedOf is the name of the affinity term that was met last.
func observedOf(in Input) string {
	if in.Status == nil {
		return ""
	}
	return in.Status.SchedulerObservedAffinityName
}

// rescheduled tells whether somebody has asked for everything to be scheduled anew since it was scheduled last.
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
