package work

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Action is what must be done with an object in a member cluster.
type Action string

// The actions. The first five need a call of the cluster's API server.
const (
	ActionCreate   Action = "Create"   // the object does not exist
	ActionRecreate Action = "Recreate" // the object was applied, and was deleted in the cluster: create it
	ActionUpdate   Action = "Update"   // replace the object
	ActionRelease  Action = "Release"  // replace the object, so that it no longer refers to the control plane
	ActionDelete   Action = "Delete"   // delete the object with background propagation; the default orphans the pods of a Job
	ActionLeave    Action = "Leave"    // there is nothing to do
	ActionWait     Action = "Wait"     // nothing may be done yet
	ActionRefuse   Action = "Refuse"   // nothing can be done, see Err
)

// Calls reports whether the action needs a call of the API server.
func (a Action) Calls() bool {
	switch a {
	case ActionCreate, ActionRecreate, ActionUpdate, ActionRelease, ActionDelete:
		return true
	}
	return false
}

// Decision is what must be done with the object of one manifest, and why.
type Decision struct {
	Action Action       `json:"action"`
	Reason string       `json:"reason"` // in words for a person
	Object override.Ref `json:"object"` // of the manifest; zero if it cannot be read

	// Send is what must be sent; nil if the action sends no object. An update has the resourceVersion of the observed object: after a
	// conflict, read the object and call [Sync] again. It shares no memory with the input.
	Send *unstructured.Unstructured `json:"send,omitempty"`

	// NeedsUpdate reports whether Karmada would send the result of [Retain], as it does for every Pod and wherever the API server has set
	// defaults. Here drift decides.
	NeedsUpdate bool `json:"needsUpdate"`

	Drift []Difference `json:"drift,omitempty"` // why the object is updated, sorted by pointer
	Owned []Difference `json:"owned,omitempty"` // fields that the cluster owns, sorted by pointer

	Err error `json:"-"` // of ActionRefuse; a [*ConflictError] if the object is not managed by Karmada
}

// refuse returns the decision that nothing can be done.
func (d Decision) refuse(err error) Decision {
	d.Action, d.Err, d.Reason = ActionRefuse, err, err.Error()
	return d
}

// ConflictError means that the cluster already has the object, that Karmada does not manage it, and that it may not be overwritten.
type ConflictError struct {
	Object  override.Ref
	Cluster string
}

// Error returns, for example: Deployment shop/web exists in cluster m1 and is not managed by Karmada: …
func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s exists in cluster %s and is not managed by Karmada: to overwrite it, set conflictResolution: Overwrite in its policy, "+
		"or the annotation work.karmada.io/conflict-resolution: overwrite on its template", content.ClipRef(e.Object), content.Clip(e.Cluster))
}
