package api

// Placement says in which clusters objects are wanted.
type Placement struct {
	// ClusterAffinity or ClusterAffinities, not both. Neither: every cluster.
	ClusterAffinity *ClusterAffinity `json:"clusterAffinity,omitempty"`
	// ClusterAffinities are tried in order; the first that can be met counts.
	ClusterAffinities  []ClusterAffinityTerm      `json:"clusterAffinities,omitempty"`
	ClusterTolerations []Toleration               `json:"clusterTolerations,omitempty"`
	SpreadConstraints  []SpreadConstraint         `json:"spreadConstraints,omitempty"`
	ReplicaScheduling  *ReplicaSchedulingStrategy `json:"replicaScheduling,omitempty"` // nil: each cluster gets all replicas
	WorkloadAffinity   *WorkloadAffinity          `json:"workloadAffinity,omitempty"`
}

// ClusterAffinityTerm is one of several choices of clusters. Its name is unique in the placement.
type ClusterAffinityTerm struct {
	AffinityName    string `json:"affinityName"`
	ClusterAffinity `json:",inline"`
	// OverflowAffinities take, in order, the replicas for which the clusters before them have no room.
	OverflowAffinities []OverflowAffinity `json:"overflowAffinities,omitempty"`
}

// OverflowAffinity is a choice of clusters for what fits nowhere else.
type OverflowAffinity struct {
	AffinityName    string `json:"affinityName"`
	ClusterAffinity `json:",inline"`
}

// SpreadConstraint bounds among how many groups of clusters an object is spread. A group is the clusters of one value of the
// field or of the label; neither given is the field cluster.
type SpreadConstraint struct {
	SpreadByField SpreadField `json:"spreadByField,omitempty"`
	SpreadByLabel string      `json:"spreadByLabel,omitempty"`
	MaxGroups     int         `json:"maxGroups,omitempty"`
	MinGroups     int         `json:"minGroups,omitempty"` // default 1
}

// SpreadField is a field of clusters by which they are grouped.
type SpreadField string

// The fields.
const (
	SpreadByCluster  SpreadField = "cluster"
	SpreadByRegion   SpreadField = "region"
	SpreadByZone     SpreadField = "zone"
	SpreadByProvider SpreadField = "provider"
)

// WorkloadAffinity puts workloads into the clusters of others, or away from them.
type WorkloadAffinity struct {
	Affinity     *WorkloadAffinityTerm `json:"affinity,omitempty"`
	AntiAffinity *WorkloadAffinityTerm `json:"antiAffinity,omitempty"`
}

// WorkloadAffinityTerm groups workloads: those that have the same value of a label are one group.
type WorkloadAffinityTerm struct {
	GroupByLabelKey string `json:"groupByLabelKey"`
}
