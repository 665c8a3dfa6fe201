package schedule

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// DefaultScheduler is the name of the scheduler of bindings that name none.
const DefaultScheduler = "default-scheduler"

// Need tells whether a binding is to be scheduled now, and says why or why not: it is, if it is [Accepted] and [Triggered]. binding is the
// object whose spec is in.Spec; of it the labels, annotations and the deletion timestamp count. nil has none of them. Without a placement there is
// a need that [Schedule] answers with an error.
func ShouldSchedule(in Input, binding metav1.Object) (needed bool, reason string) {
	if accepted, why := Accepted(in, binding); !accepted {
		return false, why
	}
	needed, reason, err := Triggered(in, binding)
	if err != nil {
		return true, err.Error()
	}
	return needed, reason
}

// Accepted tells whether a binding is for this scheduler at all:
//
//  1. It names this scheduler.
//  2. Its scheduling is not suspended.
//  3. A label says who made it: a policy, or somebody else that manages it.
func Accepted(in Input, binding metav1.Object) (accepted bool, reason string) {
	if in.Spec == nil {
		return false, "there is no spec"
	}
	its, mine := orDefault(in.Spec.SchedulerName), orDefault(in.Options.SchedulerName)
	if its != mine {
		return false, fmt.Sprintf("it is for the scheduler %s, not for %s", its, mine)
	}
	if s := in.Spec.Suspension; s != nil && s.Scheduling != nil && *s.Scheduling {
		return false, "its scheduling is suspended"
	}
	if binding != nil {
		labels := binding.GetLabels()
		for _, key := range []string{api.PropagationPolicyIDLabel, api.ClusterPropagationPolicyIDLabel, api.ManagedByLabel} {
			if labels[key] != "" {
				return true, "it has the label " + key
			}
		}
	}
	return false, "no label says that it is of a policy"
}

// Triggered tells whether a binding that is accepted has a reason to be scheduled. The first of these is given:
//
//  1. The placement has changed, see [PlacementChanged].
//  2. Its clusters do not have the replicas that they should: each all of them where they are duplicated, or all of them together where they are
//     divided. Without replicaScheduling this is not looked at.
//  3. A reschedule was asked for since it was scheduled last.
//  4. It is no workload, or its replicas are duplicated: then clusters may have come to fit.
//  5. The affinity that was met last is not the first, if [Options].PreferredAffinityFirst is set.
//  6. A cluster of it is being deleted.
//
// A binding that is being deleted has no reason. One without a placement is an error.
func Triggered(in Input, binding metav1.Object) (triggered bool, reason string, err error) {
	applied, what := "", "the binding"
	if binding != nil {
		if binding.GetDeletionTimestamp() != nil {
			return false, "it is being deleted", nil
		}
		applied = binding.GetAnnotations()[api.AppliedPlacementAnnotation]
		what += " " + api.NamespacedKey(binding.GetNamespace(), binding.GetName())
	}
	if in.Spec == nil || in.Spec.Placement == nil {
		return false, "", fmt.Errorf("found no placement in %s, expected one", what)
	}
	if PlacementChanged(in.Spec.Placement, applied, observedOf(in)) {
		return true, "the placement has changed", nil
	}
	if why := replicasChanged(in.Spec); why != "" {
		return true, why, nil
	}
	switch {
	case rescheduled(in):
		return true, "a reschedule was asked for", nil
	case !isWorkload(in.Spec):
		return true, "it is no workload, and clusters may have come to fit", nil
	case duplicates(in.Spec.Placement):
		return true, "its replicas are duplicated, and clusters may have come to fit", nil
	case in.Options.PreferredAffinityFirst && metTerm(in.Spec.Placement, observedOf(in)) > 0:
		return true, "it has not met its first affinity, and clusters may have come to fit", nil
	}
	deleted := map[string]bool{}
	for _, c := range in.Clusters {
		if c != nil && c.DeletionTimestamp != nil {
			deleted[c.Name] = true
		}
	}
	for _, t := range in.Spec.Clusters {
		if deleted[t.Name] {
			return true, "cluster " + t.Name + " is being deleted", nil
		}
	}
	return false, "nothing has changed", nil
}

// replicasChanged says how the replicas of the clusters differ from what is wanted.
func replicasChanged(spec *api.ResourceBindingSpec) string {
	r := spec.Placement.ReplicaScheduling
	if r == nil {
		return ""
	}
	sum := int64(0)
	for _, t := range spec.Clusters {
		sum += int64(t.Replicas)
		if r.ReplicaSchedulingType == api.Duplicated && t.Replicas != spec.Replicas {
			return fmt.Sprintf("cluster %s has %d replicas, wanted are %d", t.Name, t.Replicas, spec.Replicas)
		}
	}
	if r.ReplicaSchedulingType == api.Divided && sum != int64(spec.Replicas) {
		return fmt.Sprintf("the clusters have %d replicas together, wanted are %d", sum, spec.Replicas)
	}
	return ""
}

func orDefault(scheduler string) string {
	if scheduler == "" {
		return DefaultScheduler
	}
	return scheduler
}
