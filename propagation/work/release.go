package work

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Release returns a copy of a manifest for the last update of an object that stays in the cluster after its Work is deleted:
//
//  1. It lacks the labels with the ids of the binding and the Work, and karmada.io/managed.
//  2. It lacks the annotations that name the Work, the ResourceBinding and the template, and those that list the managed keys.
//  3. It lacks the claim: that of a PropagationPolicy if it has a namespace, else that of a ClusterPropagationPolicy.
//
// As in Karmada, a claim of a ClusterPropagationPolicy stays on an object with a namespace, the reference to a ClusterResourceBinding
// stays, and so does the conflict resolution. Labels and annotations that are not strings are an error.
func Release(manifest *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	released, err := copyOf(manifest)
	if err != nil {
		return nil, err
	}
	labels := []string{api.BindingIDLabel, api.WorkIDLabel, api.ManagedLabel}
	annotations := []string{
		api.ManagedAnnotationsAnnotation, api.ManagedLabelsAnnotation, api.BindingNamespaceAnnotation, api.BindingNameAnnotation,
		api.TemplateUIDAnnotation, api.TemplateGenerationAnnotation, api.WorkNameAnnotation, api.WorkNamespaceAnnotation,
	}
	if released.GetNamespace() != "" {
		labels = append(labels, api.PropagationPolicyIDLabel)
		annotations = append(annotations, api.PropagationPolicyNamespaceAnnotation, api.PropagationPolicyNameAnnotation)
	} else {
		labels = append(labels, api.ClusterPropagationPolicyIDLabel)
		annotations = append(annotations, api.ClusterPropagationPolicyNameAnnotation)
	}
	for _, r := range []struct {
		field string
		keys  []string
	}{{"labels", labels}, {"annotations", annotations}} {
		all, metadata, err := readMetadata(released, r.field)
		if err != nil {
			return nil, err
		}
		for _, key := range r.keys {
			delete(all, key)
		}
		if metadata[r.field] != nil {
			metadata[r.field] = all
		}
	}
	return released, nil
}
