package status

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Action is what to do with the status of a Work.
type Action string

// The actions.
const (
	ActionSkip   Action = "Skip"   // the object belongs to no Work
	ActionNone   Action = "None"   // nothing needs to be written
	ActionUpdate Action = "Update" // the manifest statuses must be written
)

// ReflectInput is an object of a member cluster and its Work.
type ReflectInput struct {
	Object      *unstructured.Unstructured // as the member has it; nil if it is gone
	Work        *api.Work                  // the stored Work that [WorkOf] names; nil if it is gone
	Interpreter *interpreter.Registry      // must have InterpretStatus for the kind
}

// Reflection is the status of an object for its Work.
type Reflection struct {
	Action   Action
	Reason   string               // in words for a person
	Statuses []api.ManifestStatus // all manifest statuses that the Work should have; only if NeedsUpdate

	// NeedsUpdate reports whether Karmada writes the statuses. It compares them as text, and an API server sorts the keys of a Work. So Karmada
	// writes the statuses of many kinds again and again, without an effect. Then the action is None.
	NeedsUpdate bool

	// HealthError is why the health is Unknown: the error of InterpretHealth. It is nil in all other cases.
	HealthError error
}

// Reflect returns the manifest statuses of a Work for an object in a member cluster.
//
//  1. If the object is nil or empty, it is gone, and nothing is written: the Work keeps its last status.
//  2. An object whose annotations do not name the namespace of a cluster is skipped. If they name no Work in it, nothing is written. An error
//     of [WorkOf] is an error here.
//  3. Nothing is written if there is no Work, if it is not the one that the object names, or if it is being deleted.
//  4. The status is that of InterpretStatus, as its [interpreter.StatusEncoder] writes it. Null means that there is no status, and is also written.
//  5. The object is Healthy if its kind has no InterpretHealth, and Unknown if InterpretHealth fails.
//  6. The object must be a manifest of the Work: the first with its API version, kind, namespace and name. A manifest before it without
//     a kind is an error.
//  7. The result replaces all manifest statuses of the Work. If the Work already has them, with keys in any order, nothing is written.
//
// An error of a hook does not show values that the Interpreter hides. The input is not written, and the result shares no memory with it.
func Reflect(ctx context.Context, in ReflectInput) (Reflection, error) {
	if in.Object == nil || in.Object.Object == nil {
		return Reflection{Action: ActionNone, Reason: "the object is gone from the member cluster; the Work keeps its last status"}, nil
	}
	owner, skip, err := ownerOf(in.Object)
	if err != nil {
		return Reflection{}, in.Interpreter.Hidden(in.Object, err)
	}
	if skip != "" {
		return Reflection{Action: ActionSkip, Reason: skip}, nil
	}
	if why := blocked(in.Work, owner); why != "" {
		return Reflection{Action: ActionNone, Reason: why}, nil
	}
	if err := content.Check(in.Object.Object); err != nil {
		return Reflection{}, fmt.Errorf("%s: %w", override.RefOf(in.Object), err)
	}
	var made api.ManifestStatus
	if made.Status, err = in.status(ctx); err != nil {
		return Reflection{}, err
	}
	if made.Identifier, err = identifierOf(in.Work, override.RefOf(in.Object)); err != nil {
		return Reflection{}, err
	}
	r := Reflection{Action: ActionNone}
	made.Health, r.HealthError = in.health(ctx)
	stored := in.Work.Status.ManifestStatuses
	if isStored(stored, made, sameText) {
		r.Reason = fmt.Sprintf("%s has this status already", in.Work.Ref())
		return r, nil
	}
	r.NeedsUpdate, r.Statuses = true, []api.ManifestStatus{made}
	if isStored(stored, made, sameMeaning) {
		r.Reason = "the status differs only in the order of its keys"
		return r, nil
	}
	r.Action, r.Reason = ActionUpdate, fmt.Sprintf("%s does not have this status of %s", in.Work.Ref(), override.RefOf(in.Object))
	return r, nil
}

// blocked returns why nothing is written to a Work, or "".
func blocked(w *api.Work, owner override.Ref) string {
	switch {
	case owner.Name == "":
		return fmt.Sprintf("the annotation %s has no name of a Work", api.WorkNameAnnotation)
	case w == nil:
		return fmt.Sprintf("the %s does not exist", owner)
	case w.Ref() != owner:
		return fmt.Sprintf("the object belongs to the %s, not to %s", owner, content.NameOf(w))
	case !w.DeletionTimestamp.IsZero():
		return fmt.Sprintf("%s is being deleted", w.Ref())
	}
	return ""
}

// isStored reports whether a status is the only one of a Work.
func isStored(stored []api.ManifestStatus, made api.ManifestStatus, same func(a, b *api.JSON) bool) bool {
	return len(stored) == 1 && stored[0].Identifier == made.Identifier && stored[0].Health == made.Health &&
		same(stored[0].Status, made.Status)
}

// status returns the status that the object reports, or nil.
func (in ReflectInput) status(ctx context.Context) (*api.JSON, error) {
	const op = interpreter.InterpretStatus
	kind := content.Kind(in.Object)
	hook, found := in.Interpreter.StatusInterpreter(kind)
	if !found {
		return nil, fmt.Errorf("%s: %w", override.RefOf(in.Object), in.Interpreter.Check(kind, op))
	}
	status, err := hook.InterpretStatus(ctx, in.Object)
	if err != nil {
		return nil, in.Interpreter.Hidden(in.Object, err)
	}
	text, err := textOf(hook, status)
	return text, in.Interpreter.Hidden(in.Object, interpreter.NewError(op, in.Object, nil, err))
}

// health returns the health of the object, and why it is Unknown.
func (in ReflectInput) health(ctx context.Context) (interpreter.Health, error) {
	hook, found := in.Interpreter.HealthInterpreter(content.Kind(in.Object))
	if !found {
		return interpreter.Healthy, nil
	}
	switch healthy, err := hook.InterpretHealth(ctx, in.Object); {
	case err != nil:
		return interpreter.UnknownHealth, in.Interpreter.Hidden(in.Object, err)
	case healthy:
		return interpreter.Healthy, nil
	}
	return interpreter.Unhealthy, nil
}
