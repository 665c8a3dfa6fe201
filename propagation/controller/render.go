package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// ConditionRendered is the type of the condition of a binding that reports whether all of its Works are rendered, and what was overridden.
const ConditionRendered = "Rendered"

// render writes the Works of a binding, deletes those that are no longer needed, and sets the condition Rendered, which it does not write. If the
// binding is being deleted, it loses its finalizer. While an override policy that the object names does not exist, nothing is rendered.
func (h *Hub) render(ctx context.Context, object *unstructured.Unstructured, b api.Binding, left bool) (result reconcile.Result, err error) {
	stored, err := h.worksOf(ctx, b)
	if err != nil {
		return result, err
	}
	control := h.control()
	in, found := template.RenderInput{Binding: b, Left: left, Works: stored, AtOnce: true}, findings{}
	in.Overridden = found.add
	var missing []override.Ref
	if object != nil {
		missing = control.Overrides.Set.Select(object).Missing()
	}
	if len(missing) == 0 {
		in.Template = object
	}
	made := template.Render(ctx, control, in)
	for _, orphan := range made.Delete {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return result, err
		}
	}
	switch {
	case made.Deleting:
		return result, h.release(ctx, b, stored, made.Finalizers)
	case made.Wait != "" || object == nil || left:
		return result, made.Err // the deletion of the Work, or the creation of the template, is an event
	case len(missing) > 0:
		message := fmt.Sprintf("the object names override policies that do not exist: %s", joined(missing))
		h.event(object, corev1.EventTypeWarning, "MissingOverridePolicy", "Render", message)
		setRendered(b, metav1.ConditionFalse, "MissingOverridePolicy", message)
		return result, made.Err
	}
	return result, h.storeRendered(ctx, object, b, stored, made, found)
}

// storeRendered writes what was rendered, deletes what it replaces, and reports it.
func (h *Hub) storeRendered(ctx context.Context, object *unstructured.Unstructured, b api.Binding, stored []*api.Work, made template.Rendered, found findings) error {
	changed, err := h.storeWorks(ctx, stored, worksIn(made.Works))
	if err != nil {
		if made.Err = errors.Join(made.Err, err); !isConflict(err) { // the API server may refuse a Work that is too large
			h.reportRender(object, b, found, changed, made)
		}
		h.reportWrite(ctx, object, b, err)
		return made.Err
	}
	if err := h.deleteReplaced(ctx, b, stored, made); err != nil {
		return err
	}
	h.reportRender(object, b, found, changed, made)
	return made.Err
}

// release deletes all Works of a binding that is being deleted, also those of an earlier permanent id, and then writes the finalizers that are left.
func (h *Hub) release(ctx context.Context, b api.Binding, stored []*api.Work, finalizers []string) error {
	if err := h.deleteWorks(ctx, stored); err != nil {
		return err
	}
	if len(finalizers) == len(b.GetFinalizers()) {
		return nil
	}
	finalized := copyBinding(b)
	finalized.SetFinalizers(finalizers)
	return client.IgnoreNotFound(h.updateBinding(ctx, finalized))
}

// deleteReplaced deletes the stored Works of a binding in whose place others are stored by now: those of an earlier identity of the object, and, if all were
// rendered, those of an earlier permanent id of the binding.
func (h *Hub) deleteReplaced(ctx context.Context, b api.Binding, stored []*api.Work, made template.Rendered) error {
	gone, err := work.Superseded(b, stored, made.Works)
	if err != nil {
		return err
	}
	for _, orphan := range gone {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return err
		}
	}
	if made.Err != nil {
		return nil
	}
	owned, err := work.Owned(b, stored)
	if err != nil {
		return err
	}
	earlier := slices.DeleteFunc(slices.Clone(stored), func(w *api.Work) bool {
		return slices.Contains(owned, w) || slices.ContainsFunc(made.Works, func(r work.Prepared) bool { return r.Ref() == w.Ref() })
	})
	return h.deleteWorks(ctx, earlier)
}

// setRendered sets the condition Rendered of a binding.
func setRendered(b api.Binding, is metav1.ConditionStatus, reason, message string) {
	meta.SetStatusCondition(&b.BindingStatus().Conditions, metav1.Condition{Type: ConditionRendered, Status: is, Reason: reason, Message: clip(message)})
}

func joined(refs []override.Ref) string {
	names := make([]string, len(refs))
	for i, ref := range refs {
		names[i] = ref.String()
	}
	return strings.Join(names, ", ")
}
