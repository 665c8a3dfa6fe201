package api

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// GracefulEvictionTask is an object on its way out of a cluster.
type GracefulEvictionTask struct {
	FromCluster string    `json:"fromCluster"`
	PurgeMode   PurgeMode `json:"purgeMode,omitempty"`
	Replicas    *int32    `json:"replicas,omitempty"` // how many it had there
	Reason      string    `json:"reason"`
	Message     string    `json:"message,omitempty"`
	Producer    string    `json:"producer"` // who asked for it
	// GracePeriodSeconds is how long the others have to become healthy; nil leaves it to the control plane.
	GracePeriodSeconds *int32 `json:"gracePeriodSeconds,omitempty"`
	// SuppressDeletion true keeps the object until somebody sets it to false, which drops it at once.
	SuppressDeletion       *bool             `json:"suppressDeletion,omitempty"`
	PreservedLabelState    map[string]string `json:"preservedLabelState,omitempty"` // for the labels of the object in its new cluster
	CreationTimestamp      *metav1.Time      `json:"creationTimestamp,omitempty"`
	ClustersBeforeFailover []string          `json:"clustersBeforeFailover,omitempty"`
}
