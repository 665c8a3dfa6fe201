package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
)

// PropagationPolicy propagates objects of its own namespace (policy.karmada.io/v1alpha1).
type PropagationPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PropagationSpec `json:"spec"`
}

// ClusterPropagationPolicy propagates objects of any namespace and objects without a namespace (policy.karmada.io/v1alpha1).
type ClusterPropagationPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PropagationSpec `json:"spec"`
}

// PropagationPolicyList is a list of policies, as an API server returns it.
type PropagationPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []PropagationPolicy `json:"items"`
}

// ClusterPropagationPolicyList is a list of policies, as an API server returns it.
type ClusterPropagationPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterPropagationPolicy `json:"items"`
}

// PropagationSource is a [PropagationPolicy] or a [ClusterPropagationPolicy], by pointer.
type PropagationSource interface {
	runtime.Object
	metav1.Object
	// Ref names the policy. The apiVersion and kind are those of the Go type.
	Ref() override.Ref
	// PropagationSpec is the part that both kinds have in common. It is not a copy.
	PropagationSpec() *PropagationSpec
}

var (
	_ PropagationSource = (*PropagationPolicy)(nil)
	_ PropagationSource = (*ClusterPropagationPolicy)(nil)
)

// Ref names the policy.
func (p *PropagationPolicy) Ref() override.Ref {
	return override.Ref{APIVersion: policyAPIVersion, Kind: "PropagationPolicy", Namespace: p.Namespace, Name: p.Name}
}

// Ref names the policy.
func (p *ClusterPropagationPolicy) Ref() override.Ref {
	return override.Ref{APIVersion: policyAPIVersion, Kind: "ClusterPropagationPolicy", Name: p.Name}
}

// PropagationSpec returns the spec of the policy, not a copy.
func (p *PropagationPolicy) PropagationSpec() *PropagationSpec {
	return &p.Spec
}

// PropagationSpec returns the spec of the policy, not a copy.
func (p *ClusterPropagationPolicy) PropagationSpec() *PropagationSpec {
	return &p.Spec
}

// PropagationSpec is the spec of both kinds of policy. A comment with "default" means that an API server sets this value;
// decoding a policy here does not.
type PropagationSpec struct {
	// ResourceSelectors: an object is selected if any of them matches.
	ResourceSelectors []ResourceSelector `json:"resourceSelectors"`
	Association       bool               `json:"association,omitempty"` // has no effect
	// PropagateDeps also propagates the dependencies of an object, such as its ConfigMaps and Secrets.
	PropagateDeps bool      `json:"propagateDeps,omitempty"`
	Placement     Placement `json:"placement,omitzero"`
	// Priority decides between policies that select the same object: the highest one wins. Default 0.
	Priority *int32 `json:"priority,omitempty"`
	// DependentOverrides are names of override policies that must exist before objects are propagated.
	DependentOverrides          []string             `json:"dependentOverrides,omitempty"`
	SchedulerName               string               `json:"schedulerName,omitempty"` // default: default-scheduler
	Failover                    *FailoverBehavior    `json:"failover,omitempty"`
	ConflictResolution          ConflictResolution   `json:"conflictResolution,omitempty"`
	ActivationPreference        ActivationPreference `json:"activationPreference,omitempty"`
	Preemption                  PreemptionBehavior   `json:"preemption,omitempty"`
	Suspension                  *Suspension          `json:"suspension,omitempty"`
	PreserveResourcesOnDeletion *bool                `json:"preserveResourcesOnDeletion,omitempty"` // nil is false
	SchedulePriority            *SchedulePriority    `json:"schedulePriority,omitempty"`
}

// ConflictResolution is what happens to an object that already exists in a member cluster.
type ConflictResolution string

// The resolutions. Default: ConflictAbort.
const (
	ConflictOverwrite ConflictResolution = "Overwrite"
	ConflictAbort     ConflictResolution = "Abort"
)

// ActivationPreference is when a changed policy takes effect. Empty: at once.
type ActivationPreference string

// LazyActivation waits for the next change of the object.
const LazyActivation ActivationPreference = "Lazy"

// PreemptionBehavior is whether a policy takes objects from policies of lower priority.
type PreemptionBehavior string

// The behaviors. Default: PreemptNever.
const (
	PreemptAlways PreemptionBehavior = "Always"
	PreemptNever  PreemptionBehavior = "Never"
)

// Suspension suspends dispatching to all clusters, or to some.
type Suspension struct {
	Dispatching           *bool            `json:"dispatching,omitempty"`
	DispatchingOnClusters *SuspendClusters `json:"dispatchingOnClusters,omitempty"`
}

// SuspendClusters names the clusters for which dispatching is suspended.
type SuspendClusters struct {
	ClusterNames []string `json:"clusterNames,omitempty"`
}

// SchedulePriority is the source of the priority of bindings that wait for scheduling.
type SchedulePriority struct {
	PriorityClassSource PriorityClassSource `json:"priorityClassSource"`
	PriorityClassName   string              `json:"priorityClassName"`
}

// PriorityClassSource is a kind of priority class.
type PriorityClassSource string

// The sources. Only KubePriorityClass, the PriorityClass of scheduling.k8s.io, is admitted.
const (
	KubePriorityClass      PriorityClassSource = "KubePriorityClass"
	PodPriorityClass       PriorityClassSource = "PodPriorityClass"
	FederatedPriorityClass PriorityClassSource = "FederatedPriorityClass"
)
