package work

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Finish gives an object what every manifest carries, however it came to be. work is the metadata of the Work that is to have it,
// stored the Work that is there already, or nil. The object is copied.
//
//  1. The label karmada.io/managed is true.
//  2. The id of the stored Work becomes a label. A Work that is new has none yet.
//  3. Annotations name the object's uid, be it empty, and the Work; and how to resolve a conflict, if the Work says so.
//  4. What does not belong into a cluster is pruned, see [Prune].
//  5. Two annotations list the keys of all labels and of all annotations, these two included, sorted and joined by commas. By
//     them a cluster knows later what was taken away.
//
// Labels or annotations that are not all strings are an error; null reads as none, or as the empty string.
func Finish(object *unstructured.Unstructured, work metav1.ObjectMeta, stored *api.Work) (*unstructured.Unstructured, error) {
	finished, err := copyOf(object)
	if err != nil {
		return nil, err
	}
	if err := finish(finished, metadata{}, work, stored); err != nil {
		return nil, err
	}
	return finished, nil
}

// finish writes the object itself, which on an error is of no use. Before the rules it gets the marks of what owns it.
func finish(o *unstructured.Unstructured, owner metadata, work metav1.ObjectMeta, stored *api.Work) error {
	own := metadata{
		labels: map[string]string{api.ManagedLabel: "true"},
		annotations: map[string]string{
			api.TemplateUIDAnnotation:   string(o.GetUID()),
			api.WorkNameAnnotation:      work.Name,
			api.WorkNamespaceAnnotation: work.Namespace,
		},
	}
	if stored != nil {
		if id, found := stored.Labels[api.WorkIDLabel]; found {
			own.labels[api.WorkIDLabel] = id
		}
	}
	if resolution, found := work.Annotations[api.ConflictResolutionAnnotation]; found {
		own.annotations[api.ConflictResolutionAnnotation] = resolution
	}
	labels, err := setMetadata(o, "labels", owner.labels, own.labels)
	if err != nil {
		return err
	}
	annotations, err := setMetadata(o, "annotations", owner.annotations, own.annotations)
	if err != nil {
		return err
	}
	if err = prune(o); err != nil {
		return err
	}
	annotations[api.ManagedLabelsAnnotation], annotations[api.ManagedAnnotationsAnnotation] = joined(labels), ""
	annotations[api.ManagedAnnotationsAnnotation] = joined(annotations)
	return nil
}

// joined is the keys of a map, sorted.
func joined(texts map[string]any) string {
	return strings.Join(slices.Sorted(maps.Keys(texts)), ",")
}
