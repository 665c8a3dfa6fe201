package work

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// finishedMetadata is the labels and annotations of a finished object, not copied.
type finishedMetadata struct{ labels, annotations map[string]any }

// finish implements the rules of [NewDraft] in place except for the last one, after it has added the labels and annotations of the owner. After an error the
// object must not be used.
func finish(o *unstructured.Unstructured, owner metadata, work metav1.ObjectMeta) (finishedMetadata, error) {
	own := metadata{
		labels: map[string]string{api.ManagedLabel: "true"},
		annotations: map[string]string{
			api.TemplateUIDAnnotation:   string(o.GetUID()),
			api.WorkNameAnnotation:      work.Name,
			api.WorkNamespaceAnnotation: work.Namespace,
		},
	}
	if id, found := work.Labels[api.WorkIDLabel]; found {
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

// list implements the last rule of [NewDraft].
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
