package api

// ReplicaSchedulingStrategy defines how many replicas each cluster gets.
type ReplicaSchedulingStrategy struct {
	ReplicaSchedulingType     ReplicaSchedulingType     `json:"replicaSchedulingType,omitempty"`     // default: Divided
	ReplicaDivisionPreference ReplicaDivisionPreference `json:"replicaDivisionPreference,omitempty"` // default with Divided: Weighted
	// WeightPreference is used if replicas are divided by weight. nil: equal weights.
	WeightPreference *ClusterPreferences `json:"weightPreference,omitempty"`
}

// ReplicaSchedulingType is whether each cluster gets all replicas or a part of them.
type ReplicaSchedulingType string

// The types.
const (
	Duplicated ReplicaSchedulingType = "Duplicated"
	Divided    ReplicaSchedulingType = "Divided"
)

// ReplicaDivisionPreference is how replicas are divided.
type ReplicaDivisionPreference string

// The preferences: among as few clusters as possible, or by weight.
const (
	Aggregated ReplicaDivisionPreference = "Aggregated"
	Weighted   ReplicaDivisionPreference = "Weighted"
)

// ClusterPreferences has the weights of clusters. With DynamicWeight, StaticWeightList is ignored.
type ClusterPreferences struct {
	StaticWeightList []StaticClusterWeight `json:"staticWeightList,omitempty"`
	DynamicWeight    DynamicWeightFactor   `json:"dynamicWeight,omitempty"`
}

// StaticClusterWeight is the weight, at least 1, of each of some clusters.
type StaticClusterWeight struct {
	TargetCluster ClusterAffinity `json:"targetCluster"`
	Weight        int64           `json:"weight"`
}

// DynamicWeightFactor is the source of dynamic weights.
type DynamicWeightFactor string

// DynamicWeightByAvailableReplicas gives a cluster its capacity in replicas as its weight.
const DynamicWeightByAvailableReplicas DynamicWeightFactor = "AvailableReplicas"
