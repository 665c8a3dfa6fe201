package api

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Taint keeps objects that do not tolerate it out of a cluster. It has the form of the core type.
type Taint struct {
	Key       string       `json:"key"`
	Value     string       `json:"value,omitempty"`
	Effect    TaintEffect  `json:"effect"`
	TimeAdded *metav1.Time `json:"timeAdded,omitempty"`
}

// TaintEffect is what a taint does.
type TaintEffect string

// The effects. PreferNoSchedule has no effect.
const (
	TaintNoSchedule       TaintEffect = "NoSchedule"
	TaintPreferNoSchedule TaintEffect = "PreferNoSchedule"
	TaintNoExecute        TaintEffect = "NoExecute"
)

// Toleration tolerates taints. It has the form of the core type: an empty Key means every key, and an empty Effect means
// every effect.
type Toleration struct {
	Key               string             `json:"key,omitempty"`
	Operator          TolerationOperator `json:"operator,omitempty"` // empty is TolerationEqual
	Value             string             `json:"value,omitempty"`
	Effect            TaintEffect        `json:"effect,omitempty"`
	TolerationSeconds *int64             `json:"tolerationSeconds,omitempty"`
}

// TolerationOperator is how a toleration compares the value of a taint.
type TolerationOperator string

// The operators. Policies may not use TolerationLt and TolerationGt.
const (
	TolerationExists TolerationOperator = "Exists"
	TolerationEqual  TolerationOperator = "Equal"
	TolerationLt     TolerationOperator = "Lt"
	TolerationGt     TolerationOperator = "Gt"
)
