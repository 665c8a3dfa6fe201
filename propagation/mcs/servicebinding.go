package mcs

import (
	"errors"
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ErrNoService means that a MultiClusterService has no Service to propagate. Try again when there is one.
var ErrNoService = errors.New("the Service does not exist")

// bindService implements the rules 5 and 6 of [PropagateService].
func (in ServiceInput) bindService(p *Propagation, clusters sets.Set[string]) error {
	ref := multiClusterServiceKind.ref(in.MultiClusterService)
	if in.Service == nil {
		return fmt.Errorf("%s: %w", ref, ErrNoService)
	}
	claimed := in.claimed()
	if !equality.Semantic.DeepEqual(claimed.Object, in.Service.Object) {
		p.Service = claimed
	}
	bound, err := in.bound(sets.List(clusters))
	if err != nil {
		return err
	}
	if in.Binding != nil {
		stored := *in.Binding
		stored.TypeMeta = bound.TypeMeta // a typed client leaves it empty
		if equality.Semantic.DeepEqual(bound, &stored) {
			return nil
		}
	}
	p.Binding = bound
	return nil
}

// claimed returns the Service for the MultiClusterService: without the labels and annotations of policies, and with its own. The label
// resourcetemplate.karmada.io/claimed-by keeps policies away.
func (in ServiceInput) claimed() *unstructured.Unstructured {
	name := nameOf(in.MultiClusterService)
	service := in.Service.DeepCopy()
	labels := withoutKeys(content.Labels(service), api.PropagationPolicyIDLabel, api.ClusterPropagationPolicyIDLabel)
	labels[api.ClaimedByLabel] = multiClusterServiceKind.kind
	labels[api.MultiClusterServiceIDLabel] = in.id()
	annotations := withoutKeys(content.Annotations(service),
		api.PropagationPolicyNamespaceAnnotation, api.PropagationPolicyNameAnnotation, api.ClusterPropagationPolicyNameAnnotation)
	annotations[api.MultiClusterServiceNamespaceAnnotation], annotations[api.MultiClusterServiceNameAnnotation] = name.Namespace, name.Name
	service.SetLabels(labels)
	service.SetAnnotations(annotations)
	return service
}

// bound returns the binding of the Service, merged with the stored one. An owner without a uid matches any object.
func (in ServiceInput) bound(clusters []string) (*api.ResourceBinding, error) {
	name := nameOf(in.MultiClusterService)
	resource := api.ObjectReference{
		APIVersion: serviceKind.apiVersion, Kind: serviceKind.kind, Namespace: name.Namespace, Name: name.Name,
		UID: in.Service.GetUID(), ResourceVersion: in.Service.GetResourceVersion(),
	}
	owner := metav1.OwnerReference{APIVersion: resource.APIVersion, Kind: resource.Kind, Name: resource.Name, UID: resource.UID}
	bound := &api.ResourceBinding{}
	if in.Binding != nil {
		if found := metav1.GetControllerOf(in.Binding); found != nil && found.UID != owner.UID && found.UID != "" && owner.UID != "" {
			return nil, &bind.OwnerError{Binding: in.Binding.Ref(), Found: *found, Expected: owner}
		}
		bound = in.Binding.DeepCopy()
	}
	bound.APIVersion, bound.Kind = api.BindingGroupVersion.String(), "ResourceBinding"
	bound.Namespace, bound.Name = name.Namespace, api.BindingName(resource.Kind, resource.Name)
	bound.Labels = content.MergeMap(bound.Labels, map[string]string{
		api.ManagedByLabel: multiClusterServiceKind.kind, api.MultiClusterServiceIDLabel: in.id(),
	})
	bound.Annotations = content.MergeMap(bound.Annotations, map[string]string{
		api.MultiClusterServiceNamespaceAnnotation: name.Namespace, api.MultiClusterServiceNameAnnotation: name.Name,
	})
	bound.OwnerReferences = []metav1.OwnerReference{owner}
	if bound.DeletionTimestamp == nil { // an API server refuses new ones at the end, and the others keep the binding until their work is done
		bound.Finalizers = []string{api.BindingFinalizer}
	}
	bound.Spec.Resource = resource
	bound.Spec.Placement = &api.Placement{ClusterAffinity: &api.ClusterAffinity{ClusterNames: clusters}}
	bound.Spec.ConflictResolution = api.ConflictOverwrite
	return bound, nil
}

// releaseService removes the claims of a Service and of its binding. The Service keeps the annotations, as in Karmada. Without a
// Service nothing happens: its binding is deleted with it.
func (in ServiceInput) releaseService(p *Propagation) {
	if in.Service == nil {
		return
	}
	labels := content.Labels(in.Service)
	if released := withoutKeys(labels, api.ClaimedByLabel, api.MultiClusterServiceIDLabel); len(released) != len(labels) {
		p.Service = in.Service.DeepCopy()
		p.Service.SetLabels(released)
	}
	if in.Binding == nil {
		return
	}
	labels = withoutKeys(in.Binding.Labels, api.ManagedByLabel, api.MultiClusterServiceIDLabel)
	annotations := withoutKeys(in.Binding.Annotations, api.MultiClusterServiceNamespaceAnnotation, api.MultiClusterServiceNameAnnotation)
	if len(labels) != len(in.Binding.Labels) || len(annotations) != len(in.Binding.Annotations) {
		p.Binding = in.Binding.DeepCopy()
		p.Binding.Labels, p.Binding.Annotations = labels, annotations
	}
}

// withoutKeys returns a copy of a map without some keys. It is never nil.
func withoutKeys(all map[string]string, keys ...string) map[string]string {
	kept := make(map[string]string, len(all))
	maps.Copy(kept, all)
	for _, key := range keys {
		delete(kept, key)
	}
	return kept
}
