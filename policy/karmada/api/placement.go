package api

// Placement selects the clusters for objects.
type Placement struct {
	// ClusterAffinity or ClusterAffinities, not both. Neither: every cluster.
	ClusterAffinity *ClusterAffinity `json:"clusterAffinity,omitempty"`
	// ClusterAffinities are tried in order; the first that can be met is used.
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
	// OverflowAffinities get, in order, the replicas that exceed the capacity of the clusters before them.
	OverflowAffinities []OverflowAffinity `json:"overflowAffinities,omitempty"`
}

// OverflowAffinity selects clusters for replicas that fit nowhere else.
type OverflowAffinity struct {
	AffinityName    string `json:"affinityName"`
	ClusterAffinity `json:",inline"`
}

// SpreadConstraint limits the number of groups of clusters that an object is spread over. The clusters of a group have the same value
// of the field or label; the default is the field cluster.
type SpreadConstraint struct {
	SpreadByField SpreadField `json:"spreadByField,omitempty"`
	SpreadByLabel string      `json:"spreadByLabel,omitempty"`
	MaxGroups     int         `json:"maxGroups,omitempty"`
	MinGroups     int         `json:"minGroups,omitempty"` // default 1
}

// SpreadField is a field of clusters for grouping.
type SpreadField string

// The fields.
const (
	SpreadByCluster  SpreadField = "cluster"
	SpreadByRegion   SpreadField = "region"
	SpreadByZone     SpreadField = "zone"
	SpreadByProvider SpreadField = "provider"
)

// WorkloadAffinity places workloads in the same clusters as others, or in different ones.
type WorkloadAffinity struct {
	Affinity     *WorkloadAffinityTerm `json:"affinity,omitempty"`
	AntiAffinity *WorkloadAffinityTerm `json:"antiAffinity,omitempty"`
}

// WorkloadAffinityTerm groups workloads by the value of a label.
type WorkloadAffinityTerm struct {
	GroupByLabelKey string `json:"groupByLabelKey"`
}
