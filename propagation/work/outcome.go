package work

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Outcome is what a Work gets after the decisions of [Sync] have been carried out.
type Outcome struct {
	Conditions []metav1.Condition // of its status, all of them
	Changed    bool               // the conditions differ from those of the Work
	Finalizers []string           // of its metadata, all of them

	// Released is true if the Work has lost the finalizer of the execution, and can be deleted.
	Released bool
	// Retry is true if Sync must be called again even if nothing changes.
	Retry bool
}

// maxMessage limits the message of a condition, as the API does (metav1.Condition).
const maxMessage = 32768

// maxErrors limits how many errors a message has.
const maxErrors = 10

// errNotDone is the error of an action without a result.
var errNotDone = errors.New("the action was not carried out")

// After returns what the Work gets. results has the error of each decision, nil if it was carried out. A decision with an error of its own has failed
// anyway, and so has an action that needs a call if results is too short.
//
//  1. While the Work waits, only the condition Dispatching is set.
//  2. The condition Applied is true if nothing has failed, else its message counts and lists what has. It has the generation of the
//     Work as its observed generation; with that, rule 7 of [Sync] recognizes a manifest that has been applied.
//  3. A Work that is being deleted keeps its conditions. It loses its finalizer if nothing has failed.
//
// An object that is being deleted may still exist when its Work has lost the finalizer, as in Karmada.
func (r *SyncResult) After(results []error) Outcome {
	if r == nil || r.work == nil {
		return Outcome{}
	}
	out := Outcome{Conditions: slices.Clone(r.Conditions), Finalizers: slices.Clone(r.work.Finalizers), Retry: r.Retry}
	var failed []error
	for i, d := range r.Decisions {
		err := d.Err
		if err == nil && i < len(results) {
			err = results[i]
		} else if err == nil && d.Action.Calls() {
			err = errNotDone
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	out.Retry = out.Retry || len(failed) > 0
	switch {
	case r.Wait != "":
	case r.work.DeletionTimestamp == nil:
		out.Conditions = content.SetCondition(out.Conditions, appliedCondition(len(r.Decisions), failed, r.work.Generation), r.now)
	case len(failed) == 0:
		out.Finalizers = slices.DeleteFunc(out.Finalizers, func(f string) bool { return f == api.ExecutionFinalizer })
		out.Released = true
	}
	out.Changed = !slices.Equal(out.Conditions, r.work.Status.Conditions)
	return out
}

func appliedCondition(total int, failed []error, generation int64) metav1.Condition {
	c := metav1.Condition{
		Type: api.WorkApplied, Status: metav1.ConditionTrue, Reason: api.ReasonAppliedSuccessful,
		Message: "Manifest has been successfully applied", ObservedGeneration: generation,
	}
	if len(failed) > 0 {
		c.Status, c.Reason = metav1.ConditionFalse, api.ReasonAppliedFailed
		c.Message = clip(fmt.Sprintf("Failed to apply all manifests (%d/%d): %s", total-len(failed), total, listErrors(failed)))
	}
	return c
}

// listErrors lists different errors as an aggregate of apimachinery does.
func listErrors(all []error) string {
	var texts []string
	for _, err := range all {
		if text := err.Error(); !slices.Contains(texts, text) {
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

// clip cuts a message to the limit of the API.
func clip(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage-len("…")], "") + "…"
}

// setDispatching sets the condition Dispatching if its status changes.
func (s *syncer) setDispatching(suspended bool) {
	c := metav1.Condition{
		Type: api.WorkDispatching, Status: metav1.ConditionTrue, Reason: api.ReasonDispatching, Message: "Work is being dispatched to member clusters.",
	}
	if suspended {
		c.Status, c.Reason, c.Message = metav1.ConditionFalse, api.ReasonSuspendDispatching, "Work dispatching is in a suspended state."
	}
	for _, known := range s.Conditions {
		if known.Type == c.Type && known.Status == c.Status {
			return
		}
	}
	s.Conditions = content.SetCondition(s.Conditions, c, s.now)
}
