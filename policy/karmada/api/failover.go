package api

// FailoverBehavior defines when and how objects move to other clusters. A nil part disables that reason to move.
type FailoverBehavior struct {
	Application *ApplicationFailoverBehavior `json:"application,omitempty"`
	Cluster     *ClusterFailoverBehavior     `json:"cluster,omitempty"`
}

// ApplicationFailoverBehavior applies when an application is not healthy.
type ApplicationFailoverBehavior struct {
	DecisionConditions DecisionConditions `json:"decisionConditions"`
	PurgeMode          PurgeMode          `json:"purgeMode,omitempty"`
	// GracePeriodSeconds is required, and used, with PurgeGracefully only. Default 600.
	GracePeriodSeconds *int32             `json:"gracePeriodSeconds,omitempty"`
	StatePreservation  *StatePreservation `json:"statePreservation,omitempty"`
}

// ClusterFailoverBehavior applies when a cluster fails.
type ClusterFailoverBehavior struct {
	PurgeMode         PurgeMode          `json:"purgeMode,omitempty"`
	StatePreservation *StatePreservation `json:"statePreservation,omitempty"`
}

// DecisionConditions are the conditions for a failover.
type DecisionConditions struct {
	TolerationSeconds *int32 `json:"tolerationSeconds,omitempty"` // how long it may be unhealthy; default 300
}

// PurgeMode is what happens to the object in the old cluster.
type PurgeMode string

// The modes: deleted before the new object is created, deleted when the new object is healthy, or kept. Default: PurgeGracefully. The
// failover of a cluster has no PurgeNever.
const (
	PurgeDirectly   PurgeMode = "Directly"
	PurgeGracefully PurgeMode = "Gracefully"
	PurgeNever      PurgeMode = "Never"
)

// StatePreservation carries parts of the old status to the new cluster, as labels.
type StatePreservation struct {
	Rules []StatePreservationRule `json:"rules"`
}

// StatePreservationRule makes a label from the value of a JSONPath in the status.
type StatePreservationRule struct {
	AliasLabelName string `json:"aliasLabelName"`
	JSONPath       string `json:"jsonPath"`
}
