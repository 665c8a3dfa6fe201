package work

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Outcome has the conditions and finalizers of a Work after the decisions of [Sync] are carried out. Write them if Changed.
type Outcome struct {
	Conditions []metav1.Condition // of its status, all of them
	Finalizers []string           // of its metadata, all of them
	Changed    bool               // the conditions or the finalizers differ from those of the Work

	// Finalized is true if nothing is left to do for a Work that is being deleted. Its Finalizers do not have that of the execution.
	Finalized bool
	// Retry is true if Sync must be called again, after a delay that grows, even if nothing changes: something has failed, or the cluster
	// is not ready.
	Retry bool
}

// maxErrors limits how many errors a message has.
const maxErrors = 10

// errNotDone is the error of an action without a result.
var errNotDone = errors.New("the action was not carried out")

// After returns the new conditions and finalizers. results has an error for each decision; nil means done. A decision with Err has failed, and
// so has one whose call has no result. Results of decisions that need no call are ignored. Pass nil if an object that must be deleted is not found.
//
//  1. While everything waits, only the condition Dispatching may change.
//  2. Otherwise the condition Applied is set. It is true if nothing has failed, else its message has the number of applied manifests and
//     the errors. Its observed generation is that of the Work, see rule 7 of [Sync].
//  3. A Work that is being deleted keeps its conditions. It loses its finalizer if nothing has failed.
//
// An object that is being deleted may still exist when its Work has lost the finalizer, as in Karmada. The messages of the errors are stored as
// they are, so the caller must remove the values of Secrets from what an API server returned.
func (r *SyncResult) After(results []error) Outcome {
	if r.before.ref == (override.Ref{}) {
		return Outcome{}
	}
	out := Outcome{Conditions: slices.Clone(r.Conditions), Finalizers: slices.Clone(r.before.finalizers)}
	var failed []error
	for i, d := range r.Decisions {
		err := d.Err
		switch {
		case !d.Action.Calls():
		case i < len(results):
			err = results[i]
		default:
			err = errNotDone
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	out.Retry = len(failed) > 0 || r.Wait != "" && r.Wait != suspendedWait
	switch {
	case r.Wait != "":
	case !r.before.deleting:
		out.Conditions = content.SetCondition(out.Conditions, appliedCondition(len(r.Decisions), failed, r.before.generation), r.before.now)
	case len(failed) == 0:
		out.Finalizers = content.Without(out.Finalizers, api.ExecutionFinalizer)
		out.Finalized = true
	}
	out.Changed = !slices.Equal(out.Conditions, r.before.conditions) || !slices.Equal(out.Finalizers, r.before.finalizers)
	return out
}

func appliedCondition(total int, failed []error, generation int64) metav1.Condition {
	c := metav1.Condition{
		Type: api.WorkApplied, Status: metav1.ConditionTrue, Reason: api.AppliedSuccessfulReason,
		Message: "Manifest has been successfully applied", ObservedGeneration: generation,
	}
	if len(failed) > 0 {
		c.Status, c.Reason = metav1.ConditionFalse, api.AppliedFailedReason
		c.Message = content.ClipMessage(fmt.Sprintf("Failed to apply all manifests (%d/%d): %s", total-len(failed), total, listErrors(failed)))
	}
	return c
}

// listErrors joins the distinct errors, as apimachinery's aggregate does.
func listErrors(all []error) string {
	var texts []string
	for _, err := range all {
		if text := content.ClipMessage(err.Error()); !slices.Contains(texts, text) {
			if len(texts) == maxErrors {
				texts = append(texts, "…")
				break
			}
			texts = append(texts, text)
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
