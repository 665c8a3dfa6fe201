package interpreter

import "github.com/overridekit/overridekit/override/quantity"

// ReplicaRequirements is what one replica needs. The JSON is that of Karmada's work.karmada.io/v1alpha2.
type ReplicaRequirements struct {
	NodeClaim         *NodeClaim    `json:"nodeClaim,omitempty"`
	ResourceRequest   quantity.List `json:"resourceRequest,omitempty"` // by the name of the resource
	Namespace         string        `json:"namespace,omitempty"`
	PriorityClassName string        `json:"priorityClassName,omitempty"`
}

// NodeClaim is what a pod requires of its node. The affinity and the tolerations are decoded JSON, as in a pod spec.
type NodeClaim struct {
	HardNodeAffinity map[string]any    `json:"hardNodeAffinity,omitempty"` // of requiredDuringSchedulingIgnoredDuringExecution
	NodeSelector     map[string]string `json:"nodeSelector,omitempty"`
	Tolerations      []any             `json:"tolerations,omitempty"`
}

// Component is a part of an object that has its own number of replicas.
type Component struct {
	Name         string               `json:"name"`
	Replicas     int32                `json:"replicas"`
	Requirements *ReplicaRequirements `json:"replicaRequirements,omitempty"` // without a namespace: Karmada's requirements of components have none
}

// Health is what is known about the health of a member's object.
type Health string

// The values of Health.
const (
	Healthy       Health = "Healthy"
	Unhealthy     Health = "Unhealthy"
	UnknownHealth Health = "Unknown"
)

// StatusItem is the report of a member cluster about its object.
type StatusItem struct {
	ClusterName    string `json:"clusterName"`
	Status         any    `json:"status,omitempty"` // decoded JSON, or nil
	Applied        bool   `json:"applied,omitempty"`
	AppliedMessage string `json:"appliedMessage,omitempty"`
	Health         Health `json:"health,omitempty"`
}
