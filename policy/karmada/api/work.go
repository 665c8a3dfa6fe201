package api

import (
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Work is what one member cluster is to have (work.karmada.io/v1alpha1). Its namespace tells which cluster.
type Work struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WorkSpec   `json:"spec"`
	Status            WorkStatus `json:"status,omitzero"`
}

// WorkList is a list of works, as an API server gives it.
type WorkList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Work `json:"items"`
}

// Ref names the work; nil has no name.
func (w *Work) Ref() override.Ref {
	if w == nil {
		return override.Ref{}
	}
	return override.Ref{APIVersion: WorkGroupVersion.String(), Kind: "Work", Namespace: w.Namespace, Name: w.Name}
}

// WorkSpec is the objects, and whether they are sent and deleted.
type WorkSpec struct {
	Workload                    WorkloadTemplate `json:"workload,omitzero"`
	SuspendDispatching          *bool            `json:"suspendDispatching,omitempty"`
	PreserveResourcesOnDeletion *bool            `json:"preserveResourcesOnDeletion,omitempty"`
}

// WorkloadTemplate is the objects of a work.
type WorkloadTemplate struct {
	Manifests []Manifest `json:"manifests,omitempty"`
}

// Manifest is an object as decoded JSON: integers are int64, other numbers float64, whatever decodes it.
type Manifest map[string]any

// UnmarshalJSON reads an object, or null as none.
func (m *Manifest) UnmarshalJSON(text []byte) error {
	if m == nil {
		return errors.New("there is nothing to read the manifest into")
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	content, ok := v.(map[string]any)
	if !ok && v != nil {
		return fmt.Errorf("a manifest is %s, expected an object", jsontree.Describe(v))
	}
	*m = content
	return nil
}

// WorkStatus is what became of the objects.
type WorkStatus struct {
	Conditions       []metav1.Condition `json:"conditions,omitempty"`
	ManifestStatuses []ManifestStatus   `json:"manifestStatuses,omitempty"`
}

// WorkApplied is the type of the condition that tells whether the objects are in the cluster.
const WorkApplied = "Applied"

// ManifestStatus is what the cluster says about one object. The status is text, because Karmada takes two texts of one value
// for two; null is read as none.
type ManifestStatus struct {
	Identifier ResourceIdentifier `json:"identifier"`
	Status     *JSON              `json:"status,omitempty"`
	Health     interpreter.Health `json:"health,omitempty"`
}

// ResourceIdentifier names one object of a work.
type ResourceIdentifier struct {
	Ordinal   int    `json:"ordinal"` // its place among the manifests, from 0
	Group     string `json:"group,omitempty"`
	Version   string `json:"version"`
	Kind      string `json:"kind"`
	Resource  string `json:"resource"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}
