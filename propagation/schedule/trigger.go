package schedule

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DefaultScheduler is the scheduler of bindings that do not name one.
const DefaultScheduler = "default-scheduler"

// Accepted reports whether a binding is for this scheduler. binding is the object whose spec is in.Spec; only its labels, annotations, name and
// deletion timestamp are read, and a nil binding has none of them. An accepted one is scheduled if it is [Triggered].
//
//  1. It names this scheduler.
//  2. Its scheduling is not suspended.
//  3. A label names the policy that made it, or something else that manages it.
func Accepted(in Input, binding metav1.Object) (accepted bool, reason string) {
	if accepted, reason = AcceptedForCluster(in); !accepted {
		return false, reason
	}
	if binding != nil {
		labels := binding.GetLabels()
		for _, key := range []string{api.PropagationPolicyIDLabel, api.ClusterPropagationPolicyIDLabel, api.ManagedByLabel} {
			if labels[key] != "" {
				return true, "it has the label " + key
			}
		}
	}
	return false, "no label names a policy that it belongs to"
}

// AcceptedForCluster is [Accepted] when a cluster has changed: Karmada then does not look at the labels. So a binding that no policy claims is
// scheduled again when it loses a cluster. Its reason is empty if the binding is accepted.
func AcceptedForCluster(in Input) (accepted bool, reason string) {
	if in.Spec == nil {
		return false, "it has no spec"
	}
	its, mine := orDefault(in.Spec.SchedulerName), orDefault(in.Options.SchedulerName)
	if its != mine {
		return false, fmt.Sprintf("it is for the scheduler %s, not for %s", content.Clip(its), content.Clip(mine))
	}
	if s := in.Spec.Suspension; s != nil && s.Scheduling != nil && *s.Scheduling {
		return false, "its scheduling is suspended"
	}
	return true, ""
}

// Triggered reports whether there is a reason to schedule an accepted binding. It returns the first of these reasons:
//
//  1. The placement has changed, see [PlacementChanged].
//  2. The clusters do not have the right number of replicas: each cluster all of them if they are duplicated, all clusters together if they
//     are divided. Without replicaScheduling this is not checked. With the feature gate MultiplePodTemplatesScheduling, a binding with components
//     needs at least one cluster.
//  3. A reschedule was requested after the last scheduling.
//  4. The object is not a workload, or its replicas are duplicated: more clusters may fit now. An object with components is a workload.
//  5. With [Options].PreferredAffinityFirst, the last successful affinity is not the first.
//  6. One of its clusters is being deleted.
//
// A binding that is being deleted has no reason. A binding without a placement is an error.
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
	if why := replicasChanged(in); why != "" {
		return true, why, nil
	}
	switch {
	case rescheduled(in):
		return true, "a reschedule was requested", nil
	case !isWorkload(in.Spec):
		return true, "it is not a workload, and more clusters may fit now", nil
	case duplicates(in.Spec.Placement):
		return true, "its replicas are duplicated, and more clusters may fit now", nil
	case in.Options.PreferredAffinityFirst && metTerm(in.Spec.Placement, observedOf(in)) > 0:
		return true, "it is not scheduled by its first affinity, and clusters may fit that now", nil
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

// replicasChanged returns how the replicas or components of the clusters differ from those of the spec, or "".
func replicasChanged(in Input) string {
	spec, r := in.Spec, in.Spec.Placement.ReplicaScheduling
	if r == nil {
		return ""
	}
	if len(spec.Components) > 0 && len(spec.Clusters) == 0 && in.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) {
		return "it has components, and no cluster has them"
	}
	sum := int64(0)
	for _, t := range spec.Clusters {
		sum += int64(t.Replicas)
		if r.ReplicaSchedulingType == api.Duplicated && t.Replicas != spec.Replicas {
			return fmt.Sprintf("cluster %s has %d replicas, expected %d", t.Name, t.Replicas, spec.Replicas)
		}
	}
	if r.ReplicaSchedulingType == api.Divided && sum != int64(spec.Replicas) {
		return fmt.Sprintf("the clusters have %d replicas together, expected %d", sum, spec.Replicas)
	}
	return ""
}

func orDefault(scheduler string) string {
	if scheduler == "" {
		return DefaultScheduler
	}
	return scheduler
}
