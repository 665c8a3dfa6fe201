package api

// FailoverBehavior says when and how objects move to other clusters. Without a part, nothing moves for that reason.
type FailoverBehavior struct {
	Application *ApplicationFailoverBehavior `json:"application,omitempty"`
	Cluster     *ClusterFailoverBehavior     `json:"cluster,omitempty"`
}

// ApplicationFailoverBehavior is for an application that is not healthy.
type ApplicationFailoverBehavior struct {
	DecisionConditions DecisionConditions `json:"decisionConditions"`
	PurgeMode          PurgeMode          `json:"purgeMode,omitempty"`
	// GracePeriodSeconds counts, and must be there, where PurgeMode is PurgeGracefully. Default 600.
	GracePeriodSeconds *int32             `json:"gracePeriodSeconds,omitempty"`
	StatePreservation  *StatePreservation `json:"statePreservation,omitempty"`
}

// ClusterFailoverBehavior is for a cluster that fails.
type ClusterFailoverBehavior struct {
	PurgeMode         PurgeMode          `json:"purgeMode,omitempty"`
	StatePreservation *StatePreservation `json:"statePreservation,omitempty"`
}

// DecisionConditions is what must hold before anything moves.
type DecisionConditions struct {
	TolerationSeconds *int32 `json:"tolerationSeconds,omitempty"` // how long it may be unhealthy; default 300
}

// PurgeMode is what happens to what is left in the old cluster.
type PurgeMode string

// The modes: gone before the new one comes, gone once the new one is healthy, or kept. Default: PurgeGracefully. A cluster's
// failover knows no PurgeNever.
const (
	PurgeDirectly   PurgeMode = "Directly"
	PurgeGracefully PurgeMode = "Gracefully"
	PurgeNever      PurgeMode = "Never"
)

// StatePreservation carries parts of the old status to the new cluster, as labels.
type StatePreservation struct {
	Rules []StatePreservationRule `json:"rules"`
}

// StatePreservationRule makes a label of what a JSONPath finds in the status.
type StatePreservationRule struct {
	AliasLabelName string `json:"aliasLabelName"`
	JSONPath       string `json:"jsonPath"`
}
