package claim

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Edit is a change of the labels and annotations of an object. Keys that it does not name stay.
type Edit struct {
	SetLabels         map[string]string `json:"setLabels,omitempty"`
	SetAnnotations    map[string]string `json:"setAnnotations,omitempty"`
	RemoveLabels      []string          `json:"removeLabels,omitempty"` // sorted
	RemoveAnnotations []string          `json:"removeAnnotations,omitempty"`
}

// Empty reports whether the edit changes nothing.
func (e Edit) Empty() bool {
	return len(e.SetLabels) == 0 && len(e.SetAnnotations) == 0 && len(e.RemoveLabels) == 0 && len(e.RemoveAnnotations) == 0
}

// Labels returns the labels after the edit as a new map, or nil.
func (e Edit) Labels(labels map[string]string) map[string]string {
	return edited(labels, e.SetLabels, e.RemoveLabels)
}

// Annotations returns the annotations after the edit as a new map, or nil.
func (e Edit) Annotations(annotations map[string]string) map[string]string {
	return edited(annotations, e.SetAnnotations, e.RemoveAnnotations)
}

// Apply returns an object after the edit. Everything but the labels and annotations is shared with the object, which is not written. Without a change it is the
// object itself.
func (e Edit) Apply(object *unstructured.Unstructured) *unstructured.Unstructured {
	if object == nil || e.Empty() {
		return object
	}
	content := maps.Clone(object.Object)
	if content == nil {
		content = map[string]any{}
	}
	metadata, _ := content["metadata"].(map[string]any)
	if metadata = maps.Clone(metadata); metadata == nil {
		metadata = map[string]any{}
	}
	content["metadata"] = metadata
	after := &unstructured.Unstructured{Object: content}
	after.SetLabels(e.Labels(object.GetLabels()))
	after.SetAnnotations(e.Annotations(object.GetAnnotations()))
	return after
}

func edited(values, set map[string]string, remove []string) map[string]string {
	after := make(map[string]string, len(values)+len(set))
	maps.Copy(after, values)
	for _, key := range remove {
		delete(after, key)
	}
	maps.Copy(after, set)
	if len(after) == 0 {
		return nil
	}
	return after
}
