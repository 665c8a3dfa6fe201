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
//  2. The permanent id of the Work becomes a label: that in the labels of work, else that of the stored Work, as [Merge] merges them.
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
	f, err := finish(finished, metadata{}, work, stored)
	if err != nil {
		return nil, err
	}
	f.list()
	return finished, nil
}

// finishedMetadata is the labels and annotations of a finished object, not copied.
type finishedMetadata struct{ labels, annotations map[string]any }

// finish implements [Finish] in place except for its last step, after it has added the labels and annotations of the owner. After an error the
// object must not be used.
func finish(o *unstructured.Unstructured, owner metadata, work metav1.ObjectMeta, stored *api.Work) (finishedMetadata, error) {
	own := metadata{
		labels: map[string]string{api.ManagedLabel: "true"},
		annotations: map[string]string{
			api.TemplateUIDAnnotation:   string(o.GetUID()),
			api.WorkNameAnnotation:      work.Name,
			api.WorkNamespaceAnnotation: work.Namespace,
		},
	}
	id, found := work.Labels[api.WorkIDLabel]
	if !found && stored != nil {
		id, found = stored.Labels[api.WorkIDLabel]
	}
	if found {
		own.labels[api.WorkIDLabel] = id
	}
	if resolution, found := work.Annotations[api.ConflictResolutionAnnotation]; found {
		own.annotations[api.ConflictResolutionAnnotation] = resolution
	}
	var f finishedMetadata
	var err error
	if f.labels, err = setMetadata(o, "labels", owner.labels, own.labels); err != nil {
		return f, err
	}
	if f.annotations, err = setMetadata(o, "annotations", owner.annotations, own.annotations); err != nil {
		return f, err
	}
	return f, prune(o)
}

// list is the last step of [Finish].
func (f finishedMetadata) list() {
	f.annotations[api.ManagedLabelsAnnotation], f.annotations[api.ManagedAnnotationsAnnotation] = joined(f.labels), ""
	f.annotations[api.ManagedAnnotationsAnnotation] = joined(f.annotations)
}

// joined returns the sorted keys of a map.
func joined(values map[string]any) string {
	keys := slices.AppendSeq(make([]string, 0, len(values)), maps.Keys(values))
	slices.Sort(keys)
	return strings.Join(keys, ",")
}
