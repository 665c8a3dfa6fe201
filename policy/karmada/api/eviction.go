package api

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// GracefulEvictionTask is the eviction of an object from a cluster.
type GracefulEvictionTask struct {
	FromCluster string    `json:"fromCluster"`
	PurgeMode   PurgeMode `json:"purgeMode,omitempty"`
	Replicas    *int32    `json:"replicas,omitempty"` // in that cluster, before the eviction
	Reason      string    `json:"reason"`
	Message     string    `json:"message,omitempty"`
	Producer    string    `json:"producer"` // of the eviction
	// GracePeriodSeconds is the time for the other clusters to become healthy; nil: the default of the control plane.
	GracePeriodSeconds *int32 `json:"gracePeriodSeconds,omitempty"`
	// SuppressDeletion keeps the object while it is true; false deletes it at once.
	SuppressDeletion       *bool             `json:"suppressDeletion,omitempty"`
	PreservedLabelState    map[string]string `json:"preservedLabelState,omitempty"` // for the labels of the object in its new cluster
	CreationTimestamp      *metav1.Time      `json:"creationTimestamp,omitempty"`
	ClustersBeforeFailover []string          `json:"clustersBeforeFailover,omitempty"`
}
