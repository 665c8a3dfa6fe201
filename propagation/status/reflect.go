package status

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Action is what must be done with the status of a Work.
type Action string

// The actions.
const (
	Skip   Action = "skip"   // the object does not belong to a Work of a cluster
	None   Action = "none"   // nothing is written
	Update Action = "update" // the manifest statuses are written
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
	Statuses []api.ManifestStatus // all manifest statuses that the Work must have; only for Update

	// Changed is false if the Work has the same status in another text. API servers sort the keys of a Work, so Karmada writes the statuses of
	// many kinds again and again, without an effect. A caller need only write if Changed.
	Changed bool

	// HealthError is why the health is Unknown: the error of InterpretHealth. It is nil in all other cases.
	HealthError error
}

// Reflect returns the manifest statuses of a Work for an object in a member cluster.
//
//  1. If the object is gone, nothing is written: the Work keeps its last status.
//  2. An object that [WorkOf] skips or refuses is skipped or refused here. If it names a namespace but no Work, nothing is written.
//  3. Nothing is written if there is no Work, if it is not the one that the object names, or if it is being deleted.
//  4. The status is that of InterpretStatus, as its [interpreter.StatusEncoder] writes it. Null means that there is no status; this is written as well.
//  5. The object is Healthy if its kind has no InterpretHealth, and Unknown if InterpretHealth fails.
//  6. The object must be a manifest of the Work: the first with its API version, kind, namespace and name. A manifest before it without
//     a kind is an error.
//  7. The result replaces all manifest statuses of the Work. If the Work has them already, with the keys in the
//     same order, nothing is written.
//
// An error of a hook does not show values that the Interpreter hides. The input is not written, and the result shares no memory with it.
func Reflect(ctx context.Context, in ReflectInput) (Reflection, error) {
	if in.Object == nil {
		return Reflection{Action: None, Reason: "the object is gone from the member cluster; the Work keeps its last status"}, nil
	}
	name, r, err := ownerOf(in.Object)
	if err != nil {
		return Reflection{}, in.Interpreter.Hidden(in.Object, err)
	}
	if r.Action == "" {
		r = blocked(in.Work, name)
	}
	if r.Action != "" {
		return r, nil
	}
	if err := content.Check(in.Object.Object); err != nil {
		return Reflection{}, fmt.Errorf("%s: %w", override.RefOf(in.Object), err)
	}
	var made api.ManifestStatus
	if made.Status, err = in.status(ctx); err != nil {
		return Reflection{}, err
	}
	if made.Identifier, err = identify(in.Work, override.RefOf(in.Object)); err != nil {
		return Reflection{}, err
	}
	made.Health, r.HealthError = in.health(ctx)
	stored := in.Work.Status.ManifestStatuses
	if isStored(stored, made, sameText) {
		r.Action, r.Reason = None, fmt.Sprintf("%s has this status already", in.Work.Ref())
		return r, nil
	}
	r.Action, r.Reason = Update, fmt.Sprintf("%s does not have this status of %s", in.Work.Ref(), override.RefOf(in.Object))
	r.Statuses, r.Changed = []api.ManifestStatus{made}, !isStored(stored, made, sameMeaning)
	return r, nil
}

// blocked returns why nothing is written to a Work, which must have a name; or the zero Reflection.
func blocked(w *api.Work, name types.NamespacedName) Reflection {
	switch {
	case w == nil:
		return Reflection{Action: None, Reason: fmt.Sprintf("the Work %s does not exist", name)}
	case content.NameOf(w) != name:
		return Reflection{Action: None, Reason: fmt.Sprintf("the object belongs to the Work %s, not to %s", name, content.NameOf(w))}
	case !w.DeletionTimestamp.IsZero():
		return Reflection{Action: None, Reason: fmt.Sprintf("%s is being deleted", w.Ref())}
	}
	return Reflection{}
}

// isStored reports whether a status is the only one of a Work.
func isStored(stored []api.ManifestStatus, made api.ManifestStatus, same func(a, b *api.JSON) bool) bool {
	return len(stored) == 1 && stored[0].Identifier == made.Identifier && stored[0].Health == made.Health && same(stored[0].Status, made.Status)
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
