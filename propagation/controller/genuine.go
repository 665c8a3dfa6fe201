package controller

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/work"
)

// isGenuine reports whether a binding with the name of its template's is one that a [Hub] or a control plane of Karmada has made. Whoever may write bindings
// in a namespace can copy names, permanent ids and claims, and choose any cluster. They can neither write Works in the namespaces of clusters, nor
// the status of a binding, which is a resource of its own.
//
//  1. A binding with a condition of a Hub, or of Karmada's scheduler, has gone through one.
//  2. Works name it, and have its permanent id.
//  3. Another binding of rule 1 with propagateDeps requires it, and has its template in its list of dependencies. A Hub writes both before it attaches
//     a binding.
func (h *Hub) isGenuine(ctx context.Context, template *unstructured.Unstructured, b api.Binding) (bool, error) {
	if isReported(b) {
		return true, nil
	}
	works, err := h.worksOf(ctx, b)
	if err != nil {
		return false, err
	}
	if owned, err := work.Owned(b, works); err != nil || len(owned) > 0 {
		return err == nil, err
	}
	for _, by := range b.BindingSpec().RequiredBy {
		if by.Namespace != b.GetNamespace() {
			continue
		}
		independent := &api.ResourceBinding{}
		err := h.client.Get(ctx, types.NamespacedName{Namespace: b.GetNamespace(), Name: by.Name}, independent, client.UnsafeDisableDeepCopy)
		if client.IgnoreNotFound(err) != nil {
			return false, err
		}
		if err == nil && requires(independent, template) {
			return true, nil
		}
	}
	return false, nil
}

// isReported reports whether a Hub or the scheduler of Karmada has written conditions of a binding.
func isReported(b api.Binding) bool {
	conditions := b.BindingStatus().Conditions
	return meta.FindStatusCondition(conditions, ConditionRendered) != nil || meta.FindStatusCondition(conditions, api.BindingScheduled) != nil
}

// requires reports whether a genuine binding has an object in its list of dependencies.
func requires(independent *api.ResourceBinding, object *unstructured.Unstructured) bool {
	if !independent.Spec.PropagateDeps || !isReported(independent) || !isOwn(independent) {
		return false
	}
	dependencies, _ := bind.Recorded(independent) // one that cannot be read requires nothing
	find := bind.FindIn(object)
	return slices.ContainsFunc(dependencies, func(d interpreter.Dependency) bool {
		found, err := find(context.Background(), d)
		return err == nil && len(found) > 0
	})
}

// withoutPlaces returns a copy of a binding without the fields that only the scheduler, evictions, other bindings and administrators set: the clusters
// of a binding that is not genuine are not those of its policy. It is scheduled like a new one.
func withoutPlaces(b api.Binding) api.Binding {
	b = copyBinding(b)
	spec, annotations := b.BindingSpec(), b.GetAnnotations()
	spec.Clusters, spec.RequiredBy, spec.GracefulEvictionTasks = nil, nil, nil
	spec.Suspension, spec.RescheduleTriggeredAt = nil, nil
	delete(annotations, api.AppliedPlacementAnnotation)
	b.SetAnnotations(annotations)
	return b
}
