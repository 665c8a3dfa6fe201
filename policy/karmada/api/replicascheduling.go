package api

// ReplicaSchedulingStrategy says how many replicas each cluster gets.
type ReplicaSchedulingStrategy struct {
	ReplicaSchedulingType     ReplicaSchedulingType     `json:"replicaSchedulingType,omitempty"`     // default: Divided
	ReplicaDivisionPreference ReplicaDivisionPreference `json:"replicaDivisionPreference,omitempty"` // default where divided: Weighted
	// WeightPreference counts where replicas are divided by weight. nil: all weigh the same.
	WeightPreference *ClusterPreferences `json:"weightPreference,omitempty"`
}

// ReplicaSchedulingType tells whether each cluster gets all replicas or a part of them.
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

// ClusterPreferences is what clusters weigh. DynamicWeight beats StaticWeightList.
type ClusterPreferences struct {
	StaticWeightList []StaticClusterWeight `json:"staticWeightList,omitempty"`
	DynamicWeight    DynamicWeightFactor   `json:"dynamicWeight,omitempty"`
}

// StaticClusterWeight is what each of some clusters weighs: at least 1.
type StaticClusterWeight struct {
	TargetCluster ClusterAffinity `json:"targetCluster"`
	Weight        int64           `json:"weight"`
}

// DynamicWeightFactor is what clusters are weighed by.
type DynamicWeightFactor string

// DynamicWeightByAvailableReplicas weighs a cluster by how many replicas it has room for.
const DynamicWeightByAvailableReplicas DynamicWeightFactor = "AvailableReplicas"
