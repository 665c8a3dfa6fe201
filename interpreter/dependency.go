package interpreter

import (
	"cmp"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Dependency is an object, or all objects that a selector matches, that another object needs in the same clusters.
type Dependency struct {
	APIVersion    string                `json:"apiVersion"`
	Kind          string                `json:"kind"`
	Namespace     string                `json:"namespace,omitempty"`
	Name          string                `json:"name,omitempty"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"` // ignored if there is a name
}

// Compare orders dependencies by API version, kind, namespace, name and the label selector as [metav1.FormatLabelSelector] writes it. It
// is negative if d comes first, and 0 if all of these are equal.
func (d Dependency) Compare(other Dependency) int {
	if order := cmp.Or(
		cmp.Compare(d.APIVersion, other.APIVersion), cmp.Compare(d.Kind, other.Kind),
		cmp.Compare(d.Namespace, other.Namespace), cmp.Compare(d.Name, other.Name),
	); order != 0 || d.LabelSelector == other.LabelSelector {
		return order
	}
	return cmp.Compare(metav1.FormatLabelSelector(d.LabelSelector), metav1.FormatLabelSelector(other.LabelSelector))
}
