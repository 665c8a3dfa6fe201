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

// OwnerError is a binding that still belongs to an earlier object of the same name. It goes together with that object, so
// trying again later helps.
type OwnerError struct {
	Binding  override.Ref
	Found    metav1.OwnerReference // who controls it
	Expected metav1.OwnerReference // who would
}

// Error says, for example: ResourceBinding shop/web-deployment belongs to Deployment web with uid 1, expected uid 2.
func (e *OwnerError) Error() string {
	return fmt.Sprintf("%s belongs to %s %s with uid %s, expected uid %s", e.Binding, e.Found.Kind, e.Found.Name, e.Found.UID, e.Expected.UID)
}

// Merge is a stored binding with what [Bind] wants of it, and the fields in which the two differ, in their order; without
// any there is nothing to write. The result shares nothing with the arguments.
//
//  1. A stored binding that an object of another uid controls is not touched: the error is an [OwnerError].
//  2. Labels and annotations are added or get another value, finalizers are added; none is removed. But a binding that is
//     now a PropagationPolicy's loses the label and the annotation of a ClusterPropagationPolicy, if it has that label. The
//     other way round, those of the PropagationPolicy stay.
//  3. The owner becomes the desired one, and so do in the spec: resource, replicas, replicaRequirements, components,
//     propagateDeps, schedulerName, placement, failover, conflictResolution, preserveResourcesOnDeletion, schedulePriority
//     and workloadAffinityGroups. A ClusterResourceBinding keeps the propagateDeps, schedulePriority and
//     workloadAffinityGroups that it was made with.
//  4. The suspension of the policy takes the place of the one before. Whether scheduling is suspended stays as it is.
//  5. All else stays: clusters, gracefulEvictionTasks, requiredBy, rescheduleTriggeredAt and the status.
//
// Two bindings of different kinds or names are an error.
func Merge(stored, desired api.Binding) (merged api.Binding, changed []string, err error) {
	if content.NoBinding(stored) || content.NoBinding(desired) {
		return nil, nil, errors.New("found no binding to merge, expected a stored and a desired one")
	}
	if stored.Ref() != desired.Ref() {
		return nil, nil, fmt.Errorf("found %s to be merged into %s, expected the same binding", desired.Ref(), stored.Ref())
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
	return merged, changedFields(stored, merged), nil
}

// mergeMetadata writes a into a binding. What is in wanted may be kept.
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

// mergeSpec writes into a spec. What is in wanted may be kept.
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

// checkOwner is an [OwnerError] if another object than the expected one controls the stored binding.
func checkOwner(stored api.Binding, expected metav1.OwnerReference) error {
	if found := metav1.GetControllerOf(stored); found != nil && found.UID != expected.UID {
		return &OwnerError{Binding: stored.Ref(), Found: *found, Expected: expected}
	}
	return nil
}

// addedFinalizers keeps the order and adds those that are missing.
func addedFinalizers(to []string, more ...string) []string {
	for _, finalizer := range more {
		if !slices.Contains(to, finalizer) {
			to = append(to, finalizer)
		}
	}
	return to
}
