package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
)

// ResourceBinding binds an object of its own namespace to clusters (work.karmada.io/v1alpha2).
type ResourceBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ResourceBindingSpec   `json:"spec"`
	Status            ResourceBindingStatus `json:"status,omitzero"`
}

// ClusterResourceBinding binds an object without a namespace to clusters (work.karmada.io/v1alpha2).
type ClusterResourceBinding struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ResourceBindingSpec   `json:"spec"`
	Status            ResourceBindingStatus `json:"status,omitzero"`
}

// ResourceBindingList is a list of bindings, as an API server returns it.
type ResourceBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ResourceBinding `json:"items"`
}

// ClusterResourceBindingList is a list of bindings, as an API server returns it.
type ClusterResourceBindingList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterResourceBinding `json:"items"`
}

// Binding is a [ResourceBinding] or a [ClusterResourceBinding], by pointer.
type Binding interface {
	runtime.Object
	metav1.Object
	// Ref names the binding. The apiVersion and kind are those of the Go type.
	Ref() override.Ref
	// BindingSpec and BindingStatus are the parts that both kinds have in common. They are not copies.
	BindingSpec() *ResourceBindingSpec
	BindingStatus() *ResourceBindingStatus
}

var (
	_ Binding = (*ResourceBinding)(nil)
	_ Binding = (*ClusterResourceBinding)(nil)
)

// Ref names the binding.
func (b *ResourceBinding) Ref() override.Ref {
	return override.Ref{APIVersion: bindingAPIVersion, Kind: "ResourceBinding", Namespace: b.Namespace, Name: b.Name}
}

// Ref names the binding.
func (b *ClusterResourceBinding) Ref() override.Ref {
	return override.Ref{APIVersion: bindingAPIVersion, Kind: "ClusterResourceBinding", Name: b.Name}
}

// BindingSpec returns the spec of the binding, not a copy.
func (b *ResourceBinding) BindingSpec() *ResourceBindingSpec {
	return &b.Spec
}

// BindingSpec returns the spec of the binding, not a copy.
func (b *ClusterResourceBinding) BindingSpec() *ResourceBindingSpec {
	return &b.Spec
}

// BindingStatus returns the status of the binding, not a copy.
func (b *ResourceBinding) BindingStatus() *ResourceBindingStatus {
	return &b.Status
}

// BindingStatus returns the status of the binding, not a copy.
func (b *ClusterResourceBinding) BindingStatus() *ResourceBindingStatus {
	return &b.Status
}

// ResourceBindingSpec has the bound object, the settings of its policy, and its clusters.
type ResourceBindingSpec struct {
	Resource      ObjectReference `json:"resource"`
	PropagateDeps bool            `json:"propagateDeps,omitempty"`

	// Replicas and their requirements; or Components, each with its own replicas.
	ReplicaRequirements *interpreter.ReplicaRequirements `json:"replicaRequirements,omitempty"`
	Replicas            int32                            `json:"replicas,omitempty"`
	Components          []interpreter.Component          `json:"components,omitempty"`

	Clusters                    []TargetCluster          `json:"clusters,omitempty"`  // the clusters that get the object
	Placement                   *Placement               `json:"placement,omitempty"` // nil: the object only follows those in RequiredBy
	GracefulEvictionTasks       []GracefulEvictionTask   `json:"gracefulEvictionTasks,omitempty"`
	RequiredBy                  []BindingSnapshot        `json:"requiredBy,omitempty"`
	SchedulerName               string                   `json:"schedulerName,omitempty"`
	Failover                    *FailoverBehavior        `json:"failover,omitempty"`
	ConflictResolution          ConflictResolution       `json:"conflictResolution,omitempty"`
	RescheduleTriggeredAt       *metav1.Time             `json:"rescheduleTriggeredAt,omitempty"`
	Suspension                  *BindingSuspension       `json:"suspension,omitempty"`
	PreserveResourcesOnDeletion *bool                    `json:"preserveResourcesOnDeletion,omitempty"`
	SchedulePriority            *BindingSchedulePriority `json:"schedulePriority,omitempty"`
	WorkloadAffinityGroups      *WorkloadAffinityGroups  `json:"workloadAffinityGroups,omitempty"`
}

// ObjectReference names the bound object, with the resourceVersion that was read.
type ObjectReference struct {
	APIVersion      string    `json:"apiVersion"`
	Kind            string    `json:"kind"`
	Namespace       string    `json:"namespace,omitempty"`
	Name            string    `json:"name"`
	UID             types.UID `json:"uid,omitempty"`
	ResourceVersion string    `json:"resourceVersion,omitempty"`
}

// TargetCluster is a cluster that gets the object, with its number of replicas.
type TargetCluster struct {
	Name       string            `json:"name"`
	Replicas   int32             `json:"replicas,omitempty"`
	Components []TargetComponent `json:"components,omitempty"`
}

// TargetComponent is the number of replicas of a component in a cluster.
type TargetComponent struct {
	Name     string `json:"name"`
	Replicas int32  `json:"replicas,omitempty"`
}

// BindingSnapshot is another binding whose object needs this one, with its clusters at the time of writing.
type BindingSnapshot struct {
	Namespace string          `json:"namespace,omitempty"`
	Name      string          `json:"name"`
	Clusters  []TargetCluster `json:"clusters,omitempty"`
}

// BindingSuspension is the suspension of the policy, and whether scheduling is suspended too.
type BindingSuspension struct {
	Suspension `json:",inline"`
	Scheduling *bool `json:"scheduling,omitempty"`
}

// BindingSchedulePriority is the value of the priority class that the policy names.
type BindingSchedulePriority struct {
	Priority int32 `json:"priority,omitempty"`
}

// WorkloadAffinityGroups are the groups of the object, each as <label key>=<value>; empty: no group.
type WorkloadAffinityGroups struct {
	AffinityGroup     string `json:"affinityGroup,omitempty"`
	AntiAffinityGroup string `json:"antiAffinityGroup,omitempty"`
}
