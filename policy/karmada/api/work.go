package api

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Work has the manifests for one member cluster (work.karmada.io/v1alpha1). The cluster follows from its namespace.
type Work struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WorkSpec   `json:"spec"`
	Status            WorkStatus `json:"status,omitzero"`
}

// WorkList is a list of Works, as an API server returns it.
type WorkList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Work `json:"items"`
}

// Ref names the Work.
func (w *Work) Ref() override.Ref {
	return override.Ref{APIVersion: workAPIVersion, Kind: "Work", Namespace: w.Namespace, Name: w.Name}
}

// WorkSpec has the manifests, and whether they are dispatched and deleted.
type WorkSpec struct {
	Workload                    WorkloadTemplate `json:"workload,omitzero"`
	SuspendDispatching          *bool            `json:"suspendDispatching,omitempty"`
	PreserveResourcesOnDeletion *bool            `json:"preserveResourcesOnDeletion,omitempty"`
}

// WorkloadTemplate has the manifests of a Work.
type WorkloadTemplate struct {
	Manifests []Manifest `json:"manifests,omitempty"`
}

// Manifest is an object as decoded JSON. Integers are int64 and other numbers float64, with any decoder.
type Manifest map[string]any

// UnmarshalJSON decodes an object; null is a nil Manifest.
func (m *Manifest) UnmarshalJSON(text []byte) error {
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

// WorkStatus is the status of the manifests.
type WorkStatus struct {
	Conditions       []metav1.Condition `json:"conditions,omitempty"`
	ManifestStatuses []ManifestStatus   `json:"manifestStatuses,omitempty"`
}

// The types of a Work's conditions, and their reasons.
const (
	WorkApplied     = "Applied"     // the objects match the manifests
	WorkDispatching = "Dispatching" // false if dispatching is suspended

	AppliedSuccessfulReason  = "AppliedSuccessful"
	AppliedFailedReason      = "AppliedFailed"
	DispatchingReason        = "Dispatching"
	SuspendDispatchingReason = "SuspendDispatching"
)

// ManifestStatus is the status of one object in the cluster. The status is JSON text, because Karmada compares it as text;
// null is read as no status.
type ManifestStatus struct {
	Identifier ResourceIdentifier `json:"identifier"`
	Status     *JSON              `json:"status,omitempty"`
	Health     interpreter.Health `json:"health,omitempty"`
}

// ResourceIdentifier names one object of a Work.
type ResourceIdentifier struct {
	Ordinal   int    `json:"ordinal"` // index of the manifest
	Group     string `json:"group,omitempty"`
	Version   string `json:"version"`
	Kind      string `json:"kind"`
	Resource  string `json:"resource"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}
