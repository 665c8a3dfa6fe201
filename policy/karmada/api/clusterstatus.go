package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override/quantity"
)

// ClusterStatus is the last observed state of a cluster.
type ClusterStatus struct {
	KubernetesVersion string             `json:"kubernetesVersion,omitempty"`
	APIEnablements    []APIEnablement    `json:"apiEnablements,omitempty"`
	Conditions        []metav1.Condition `json:"conditions,omitempty"`
	NodeSummary       *NodeSummary       `json:"nodeSummary,omitempty"`
	ResourceSummary   *ResourceSummary   `json:"resourceSummary,omitempty"` // nil: nothing is known
	RemedyActions     []string           `json:"remedyActions,omitempty"`
}

// The types of a cluster's conditions.
const (
	ClusterReady                  = "Ready"
	ClusterCompleteAPIEnablements = "CompleteAPIEnablements" // True: the cluster has only the APIs in APIEnablements
)

// APIEnablement lists the resources of one group and version in a cluster.
type APIEnablement struct {
	GroupVersion string        `json:"groupVersion"`
	Resources    []APIResource `json:"resources,omitempty"`
}

// APIResource is the name of a resource and its kind.
type APIResource struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// NodeSummary counts the nodes of a cluster.
type NodeSummary struct {
	TotalNum int32 `json:"totalNum,omitempty"`
	ReadyNum int32 `json:"readyNum,omitempty"`
}

// ResourceSummary is the sum of the resources of all nodes, by the name of the resource.
type ResourceSummary struct {
	Allocatable quantity.List `json:"allocatable,omitempty"`
	Allocating  quantity.List `json:"allocating,omitempty"` // requested by pods without a node
	Allocated   quantity.List `json:"allocated,omitempty"`  // requested by pods on nodes
	// AllocatableModelings counts the nodes of each grade of the cluster's ResourceModels.
	AllocatableModelings []AllocatableModeling `json:"allocatableModelings,omitempty"`
}

// AllocatableModeling counts the nodes of one grade.
type AllocatableModeling struct {
	Grade uint64 `json:"grade"`
	Count int64  `json:"count"`
}
