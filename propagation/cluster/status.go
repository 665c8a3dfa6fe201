package cluster

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// A Report holds what was read from a cluster. [Report.Status] does not modify it.
type Report struct {
	Ready metav1.Condition // see [Thresholds.Ready]; without a type it is not set

	// Collected must be nil unless Ready.Status is True and [Health] reports healthy now: Karmada collects nothing then, and the old values
	// stay.
	Collected *Collected
}

// Collected holds what was collected from a healthy cluster.
type Collected struct {
	KubernetesVersion string // the gitVersion of its API server; empty if it could not be read
	APIEnablements    []api.APIEnablement
	DiscoveryError    error // if not nil, APIEnablements may be incomplete

	// Summary must be nil unless both the nodes and the pods were listed. If it is nil, the old values stay.
	Summary *Summary
}

// Status returns the status of a cluster after a report. The result shares nothing with the input.
//
//  1. The condition Ready is set, unless that of the report has no type. The time of its last transition changes to now only if its status
//     changes.
//  2. If something was collected, the version and the enablements are replaced, even by empty ones, and the condition
//     CompleteAPIEnablements is set, see [EnablementsCondition].
//  3. If there is a summary, the summaries of nodes and resources are replaced. The modelings are those of [Summary.Modelings] if the feature gate
//     CustomizedClusterResourceModeling is on. All other fields stay.
//
// The error is that of [Summary.Modelings]. The status is then valid, but has no modelings, as in Karmada. Nil gates are the defaults. After the
// status has changed, call [Sync] again: the taints follow it.
func (r Report) Status(c *api.Cluster, gates api.FeatureGates, now time.Time) (api.ClusterStatus, error) {
	copied := c.DeepCopy()
	if copied == nil {
		copied = &api.Cluster{}
	}
	status := copied.Status
	if r.Ready.Type != "" {
		status.Conditions = content.SetCondition(status.Conditions, r.Ready, now)
	}
	var err error
	if got := r.Collected; got != nil {
		status.KubernetesVersion = got.KubernetesVersion
		status.APIEnablements = (&api.Cluster{Status: api.ClusterStatus{APIEnablements: got.APIEnablements}}).DeepCopy().Status.APIEnablements
		status.Conditions = content.SetCondition(status.Conditions, EnablementsCondition(got.APIEnablements, got.DiscoveryError), now)
		if got.Summary != nil {
			status.NodeSummary, status.ResourceSummary = got.Summary.NodeSummary(), got.Summary.ResourceSummary()
			if gates.Enabled(api.GateCustomizedClusterResourceModeling) {
				status.ResourceSummary.AllocatableModelings, err = got.Summary.Modelings(copied.Spec.ResourceModels)
			}
		}
	}
	return status, err
}
