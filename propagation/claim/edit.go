package claim

import "maps"

// Edit is what to write to the labels and annotations of an object. What it does not name stays.
type Edit struct {
	SetLabels         map[string]string `json:"setLabels,omitempty"`
	SetAnnotations    map[string]string `json:"setAnnotations,omitempty"`
	RemoveLabels      []string          `json:"removeLabels,omitempty"` // in order
	RemoveAnnotations []string          `json:"removeAnnotations,omitempty"`
}

// Empty tells whether there is nothing to write.
func (e Edit) Empty() bool {
	return len(e.SetLabels) == 0 && len(e.SetAnnotations) == 0 && len(e.RemoveLabels) == 0 && len(e.RemoveAnnotations) == 0
}

// Labels is the labels after the edit, as a map of its own; nil if there are none.
func (e Edit) Labels(labels map[string]string) map[string]string {
	return edited(labels, e.SetLabels, e.RemoveLabels)
}

// Annotations is the annotations after the edit, as a map of its own; nil if there are none.
func (e Edit) Annotations(annotations map[string]string) map[string]string {
	return edited(annotations, e.SetAnnotations, e.RemoveAnnotations)
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
