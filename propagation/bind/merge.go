package bind

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// OwnerError means that a binding still belongs to an earlier object with the same name. Try again: it is deleted with that object.
type OwnerError struct {
	Binding  override.Ref
	Found    metav1.OwnerReference // the object that controls it
	Expected metav1.OwnerReference // the object that would control it
}

// Error returns, for example: ResourceBinding shop/web-deployment belongs to Deployment web with uid 1, expected uid 2.
func (e *OwnerError) Error() string {
	return fmt.Sprintf("%s belongs to %s %s with uid %s, expected uid %s",
		content.ClipRef(e.Binding), content.Clip(e.Found.Kind), content.Clip(e.Found.Name), content.Clip(string(e.Found.UID)), content.Clip(string(e.Expected.UID)))
}

// Merge merges a desired binding, see [Bind], into the stored one, and returns the fields that differ from the stored one. Without a difference,
// nothing must be written. The result shares no memory with the arguments.
//
//  1. If an object with another uid controls the stored binding, the error is an [OwnerError]. An object without a uid, which was not read
//     from a control plane, may be any.
//  2. Labels, annotations and finalizers are added or replaced, not removed. The exception is a binding that now belongs to a
//     PropagationPolicy: if it has the label of a ClusterPropagationPolicy, that and its annotation are removed. The other way round, those
//     of the PropagationPolicy stay.
//  3. The owner is replaced, and these fields of the spec: resource, replicas, replicaRequirements, components, propagateDeps,
//     schedulerName, placement, failover, conflictResolution, preserveResourcesOnDeletion, schedulePriority and workloadAffinityGroups. A
//     ClusterResourceBinding keeps its propagateDeps, schedulePriority and workloadAffinityGroups.
//  4. The suspension is replaced, except suspension.scheduling, which stays.
//  5. Other fields stay: clusters, gracefulEvictionTasks, requiredBy, rescheduleTriggeredAt and the status.
//  6. If nothing differs, quantities that are written in another way stay as they are stored.
//
// It is an error if the kinds or names differ.
func Merge(stored, desired api.Binding) (merged api.Binding, changed []string, err error) {
	if content.NoBinding(stored) || content.NoBinding(desired) {
		return nil, nil, errors.New("found no binding to merge, expected a stored and a desired one")
	}
	if stored.Ref() != desired.Ref() {
		return nil, nil, fmt.Errorf("cannot merge %s into %s, expected the same binding", desired.Ref(), stored.Ref())
	}
	expected := metav1.OwnerReference{UID: desired.BindingSpec().Resource.UID}
	if owner := metav1.GetControllerOf(desired); owner != nil {
		expected = *owner
	}
	if err := cmp.Or(content.CheckBinding(stored), content.CheckBinding(desired), checkOwner(stored, expected)); err != nil {
		return nil, nil, err
	}
	merged, _ = stored.DeepCopyObject().(api.Binding)
	wanted, _ := desired.DeepCopyObject().(api.Binding)
	mergeMetadata(merged, wanted)
	_, isCluster := merged.(*api.ClusterResourceBinding)
	mergeSpec(merged.BindingSpec(), wanted.BindingSpec(), isCluster)
	if changed = ChangedFields(stored, merged); len(changed) == 0 {
		merged, _ = stored.DeepCopyObject().(api.Binding)
	}
	return merged, changed, nil
}

// mergeMetadata writes into merged, which may share memory with wanted afterwards.
func mergeMetadata(merged, wanted api.Binding) {
	labels := content.MergeMap(merged.GetLabels(), wanted.GetLabels())
	annotations := content.MergeMap(merged.GetAnnotations(), wanted.GetAnnotations())
	_, namespaced := wanted.GetLabels()[api.PropagationPolicyIDLabel]
	if _, cluster := labels[api.ClusterPropagationPolicyIDLabel]; cluster && namespaced {
		delete(labels, api.ClusterPropagationPolicyIDLabel)
		delete(annotations, api.ClusterPropagationPolicyNameAnnotation)
	}
	merged.SetLabels(labels)
	merged.SetAnnotations(annotations)
	merged.SetFinalizers(addedFinalizers(merged.GetFinalizers(), wanted.GetFinalizers()...))
	merged.SetOwnerReferences(wanted.GetOwnerReferences())
}

// mergeSpec writes into spec, which may share memory with wanted afterwards.
func mergeSpec(spec, wanted *api.ResourceBindingSpec, isCluster bool) {
	spec.Resource = wanted.Resource
	spec.Replicas, spec.ReplicaRequirements, spec.Components = wanted.Replicas, wanted.ReplicaRequirements, wanted.Components
	spec.SchedulerName, spec.Placement, spec.Failover = wanted.SchedulerName, wanted.Placement, wanted.Failover
	spec.ConflictResolution, spec.PreserveResourcesOnDeletion = wanted.ConflictResolution, wanted.PreserveResourcesOnDeletion
	if !isCluster {
		spec.PropagateDeps = wanted.PropagateDeps
		spec.SchedulePriority, spec.WorkloadAffinityGroups = wanted.SchedulePriority, wanted.WorkloadAffinityGroups
	}
	var scheduling *bool
	if spec.Suspension != nil {
		scheduling = spec.Suspension.Scheduling
	}
	switch {
	case wanted.Suspension != nil:
		spec.Suspension = &api.BindingSuspension{Suspension: wanted.Suspension.Suspension, Scheduling: scheduling}
	case scheduling != nil:
		spec.Suspension = &api.BindingSuspension{Scheduling: scheduling}
	default:
		spec.Suspension = nil
	}
}

// checkOwner returns an [OwnerError] if another object controls the stored binding.
func checkOwner(stored api.Binding, expected metav1.OwnerReference) error {
	if found := metav1.GetControllerOf(stored); found != nil && found.UID != expected.UID && found.UID != "" && expected.UID != "" {
		return &OwnerError{Binding: stored.Ref(), Found: *found, Expected: expected}
	}
	return nil
}

// addedFinalizers appends the finalizers that are missing.
func addedFinalizers(to []string, more ...string) []string {
	for _, finalizer := range more {
		if !slices.Contains(to, finalizer) {
			to = append(to, finalizer)
		}
	}
	return to
}
