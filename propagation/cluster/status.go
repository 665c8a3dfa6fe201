package cluster

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Report is what was read from a cluster, for [Report.Status]. It is never written.
type Report struct {
	Ready metav1.Condition // see [Thresholds.Ready]

	// Collected is what was collected; nil if the cluster is not both ready by the condition and healthy at this moment. Karmada does not
	// read it then, and the old values stay.
	Collected *Collected
}

// Collected is what a healthy cluster has.
type Collected struct {
	KubernetesVersion string // the gitVersion of its API server; empty if it could not be read
	APIEnablements    []api.APIEnablement
	DiscoveryError    error // the list above may be incomplete

	Summary *Summary // nil: the resources are not collected, and the old values stay
}

// Status returns the status of a cluster after a report. The result shares nothing with the input.
//
//  1. The condition Ready is set. The time of its last transition changes to now only if its status changes.
//  2. If something was collected, the version and the enablements are replaced, even by empty ones, and the condition
//     CompleteAPIEnablements is set, see [EnablementsCondition].
//  3. If there is a summary, the summaries of nodes and resources are replaced. The modelings are those of [Summary.Modelings] if the feature gate
//     CustomizedClusterResourceModeling is on. All other fields stay.
//
// An error is that of [Summary.Modelings]. The status is then valid, but has no modelings, as in Karmada.
func (r Report) Status(c *api.Cluster, gates api.FeatureGates, now time.Time) (api.ClusterStatus, error) {
	copied := c.DeepCopy()
	if copied == nil {
		copied = &api.Cluster{}
	}
	status := copied.Status
	status.Conditions = content.SetCondition(status.Conditions, r.Ready, now)
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
