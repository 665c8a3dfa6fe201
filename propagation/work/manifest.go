package work

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Finish returns a copy of an object with the labels and annotations of every manifest. work is the metadata of its Work, stored the stored Work
// or nil.
//
//  1. The label karmada.io/managed is true.
//  2. The id of the stored Work becomes a label. A new Work has no id yet.
//  3. Annotations have the uid of the object, even if it is empty, the name of the Work, and its conflict resolution, if it has one.
//  4. The object is pruned, see [Prune].
//  5. Two annotations list the keys of all labels and of all annotations, including these two, sorted and joined by commas. With
//     them a cluster can later find out what was removed.
//
// Labels or annotations that are not strings are an error. Null is read as empty.
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

// finish implements [Finish] in place, after it has added the labels and annotations of the owner. After an error the object must not be used.
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

// joined returns the sorted keys of a map.
func joined(values map[string]any) string {
	return strings.Join(slices.Sorted(maps.Keys(values)), ",")
}
