package claim

import "maps"

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
