package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
)

// ClusterTaintPolicy taints clusters by their conditions (policy.karmada.io/v1alpha1). Karmada ignores it unless [GateFailover] is on.
type ClusterTaintPolicy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ClusterTaintPolicySpec `json:"spec"`
}

// ClusterTaintPolicyList is a list of policies, as an API server returns it.
type ClusterTaintPolicyList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterTaintPolicy `json:"items"`
}

// Ref names the policy.
func (p *ClusterTaintPolicy) Ref() override.Ref {
	return override.Ref{APIVersion: policyAPIVersion, Kind: "ClusterTaintPolicy", Name: p.Name}
}

// ClusterTaintPolicySpec has the clusters, the conditions and the taints. A list of conditions without an entry never matches.
type ClusterTaintPolicySpec struct {
	TargetClusters     *ClusterAffinity `json:"targetClusters,omitempty"` // nil: every cluster
	AddOnConditions    []MatchCondition `json:"addOnConditions,omitempty"`
	RemoveOnConditions []MatchCondition `json:"removeOnConditions,omitempty"`
	Taints             []PolicyTaint    `json:"taints"`
}

// MatchCondition matches a condition of a cluster by its status. It never matches a cluster without a condition of this type.
type MatchCondition struct {
	ConditionType string                   `json:"conditionType"`
	Operator      MatchConditionOperator   `json:"operator"`
	StatusValues  []metav1.ConditionStatus `json:"statusValues"`
}

// MatchConditionOperator is how a [MatchCondition] compares a status.
type MatchConditionOperator string

// The operators.
const (
	MatchConditionIn    MatchConditionOperator = "In"
	MatchConditionNotIn MatchConditionOperator = "NotIn"
)

// PolicyTaint is a taint that a [ClusterTaintPolicy] adds and removes.
type PolicyTaint struct {
	Key    string      `json:"key"`
	Effect TaintEffect `json:"effect"`
	Value  string      `json:"value,omitempty"`
}
