package template

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Row is what happens to a template. Its JSON has the message of the error as "error", which is not read back.
type Row struct {
	Template override.Ref         `json:"template"`
	Policy   override.Ref         `json:"policy,omitzero"`    // the one that claims it, if any
	Binding  override.Ref         `json:"binding,omitzero"`   // if it has one
	Left     bool                 `json:"left,omitempty"`     // its stored Works, and its binding if it has one, are in propagation.Plan.Left; its clusters keep the object
	Reason   string               `json:"reason"`             // why it is claimed, or why not
	Replicas int32                `json:"replicas,omitempty"` // of the template, if it is a workload
	Clusters []api.TargetCluster  `json:"clusters,omitempty"` // the clusters that get it; the list may be that of the binding
	Rejected []schedule.Rejection `json:"rejected,omitempty"` // the other clusters, and why; only with PlanOptions.Reasons
	Warnings []string             `json:"warnings,omitempty"` // see propagation.PlanOptions.WithoutManifests for those of override policies

	// Interpreters has the name of the interpreter, see [interpreter.Registry.Name], for each operation that the stages of a plan call for the
	// kind of the template: InterpretReplica, or InterpretComponent in its place, InterpretDependency and ReviseReplica. An operation that no
	// interpreter has is absent. It is empty if the template has no binding. The JSON leaves those of package native out, which alone have the name
	// native: a control plane has them.
	Interpreters map[interpreter.Operation]string `json:"interpreters,omitempty"`

	// ClaimEdit is what must be written to the labels and annotations of the template, as it was given, for its claim: that a policy claims it,
	// or that one has released it. It is empty if there is nothing to write.
	ClaimEdit claim.Edit `json:"claimEdit,omitzero"`

	// Failover is what the taints of its clusters and its health decide, see [Options].Taints: which clusters it leaves, and which it leaves later. The
	// new tasks are in the binding, and in Evictions.
	Failover []eviction.Decision `json:"failover,omitempty"`

	// Evictions has a decision for each stored or new eviction task of its binding, in their order; none without propagation.PlanOptions.Now. Dropped tasks are
	// no longer in the binding. A kept task is dropped after its grace period, or when the targets become healthy: plan again a second after
	// the earliest Until.
	Evictions []eviction.Decision `json:"evictions,omitempty"`

	// Divergences is where overriding differs from Karmada. None with WithoutManifests.
	Divergences []Divergence `json:"divergences,omitempty"`

	// Err is why the template went no further, or why some of its clusters have no Work; nil: nothing failed, or no policy claims the template. It
	// may join several errors (errors.Join), such as a [*work.Error] for each cluster whose overrides fail, and a part may join others. [errors.As]
	// finds only the first. To visit all, call Unwrap() []error on the error and on its parts, as the example does. See propagation.IsRetryable.
	Err error `json:"-"`
}

// MarshalJSON returns the fields, and the error as a string.
func (r Row) MarshalJSON() ([]byte, error) {
	type fields Row
	row := struct {
		fields
		Error string `json:"error,omitempty"`
	}{fields: fields(r)}
	row.Interpreters = maps.Clone(r.Interpreters)
	maps.DeleteFunc(row.Interpreters, func(_ interpreter.Operation, name string) bool { return name == "native" })
	if r.Err != nil {
		row.Error = r.Err.Error()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // left to the caller's encoder
	err := encoder.Encode(row)
	return out.Bytes(), err
}

// Divergence is a place where overriding differs from Karmada on purpose, see package policy/karmada for the codes.
type Divergence struct {
	override.Divergence
	Clusters []string `json:"clusters"` // the clusters in which it occurs, sorted
}
