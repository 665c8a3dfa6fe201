package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// ConditionRendered is the type of the condition of a binding that reports whether all of its Works are rendered, and what was overridden.
const ConditionRendered = "Rendered"

// render writes the Works of a binding, deletes those that are no longer needed, and sets the condition Rendered, which it does not write. If the
// binding is being deleted, it loses its finalizer.
func (h *Hub) render(ctx context.Context, template *unstructured.Unstructured, b api.Binding) (result reconcile.Result, err error) {
	stored, err := h.worksOf(ctx, b)
	if err != nil {
		return result, err
	}
	cleanup, err := work.Orphans(b, stored)
	if err != nil {
		return result, err
	}
	for _, orphan := range cleanup.Delete {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return result, err
		}
	}
	if cleanup.Deleting {
		if err := h.deleteWorks(ctx, stored); err != nil { // those of an earlier permanent id
			return result, err
		}
		if len(cleanup.Finalizers) == len(b.GetFinalizers()) {
			return result, nil
		}
		finalized := copyBinding(b)
		finalized.SetFinalizers(cleanup.Finalizers)
		return result, client.IgnoreNotFound(h.updateBinding(ctx, finalized))
	}
	if cleanup.Wait != "" || template == nil {
		return result, nil // the deletion of the Work, or the creation of the template, is an event
	}
	overrides, synced := h.Policies.Overrides()
	if !synced {
		return result, errors.New("the override policies are not known yet")
	}
	if missing := overrides.Set.Select(template).Missing(); len(missing) > 0 {
		message := fmt.Sprintf("the object names override policies that do not exist: %s", joined(missing))
		h.event(template, corev1.EventTypeWarning, "MissingOverridePolicy", "Render", message)
		setRendered(b, metav1.ConditionFalse, "MissingOverridePolicy", message)
		return result, nil
	}
	found := findings{}
	rendered, renderErr := work.Prepare(ctx, work.Input{
		Binding: b, Template: template, Clusters: h.Index.Fleet().Present(), Overrides: overrides, Interpreter: h.Registry, Stored: stored,
		FeatureGates: h.FeatureGates, NewID: h.newID, Overridden: found.add,
	})
	changed, err := h.storeWorks(ctx, stored, worksIn(rendered))
	if err != nil && !isConflict(err) { // the API server may refuse a Work that is too large
		h.reportRender(template, b, found, changed, errors.Join(renderErr, err))
	}
	if err != nil {
		h.reportWrite(ctx, template, b, err)
		return result, errors.Join(renderErr, err)
	}
	if err := h.deleteReplaced(ctx, b, stored, rendered, renderErr); err != nil {
		return result, err
	}
	h.reportRender(template, b, found, changed, renderErr)
	return result, renderErr
}

func worksIn(rendered []work.Rendered) []*api.Work {
	works := make([]*api.Work, len(rendered))
	for i, r := range rendered {
		works[i] = r.Work()
	}
	return works
}

// deleteReplaced deletes the stored Works of a binding in whose place others are stored by now: those of an earlier identity of the object, and, if all were
// rendered, those of an earlier permanent id of the binding.
func (h *Hub) deleteReplaced(ctx context.Context, b api.Binding, stored []*api.Work, rendered []work.Rendered, renderErr error) error {
	gone, err := work.Superseded(b, stored, rendered)
	if err != nil {
		return err
	}
	for _, orphan := range gone {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return err
		}
	}
	if renderErr != nil {
		return nil
	}
	earlier := slices.DeleteFunc(slices.Clone(stored), func(w *api.Work) bool {
		return w.Labels[idLabel(b)] == b.GetLabels()[idLabel(b)] || slices.ContainsFunc(rendered, func(r work.Rendered) bool { return r.Ref() == w.Ref() })
	})
	return h.deleteWorks(ctx, earlier)
}

// worksOf returns the stored Works that name a binding, which must not be written.
func (h *Hub) worksOf(ctx context.Context, b api.Binding) ([]*api.Work, error) {
	return h.works(ctx, client.MatchingFields{indexBinding: b.Ref().String()}, b.GetDeletionTimestamp() != nil)
}

// works returns Works by an index, or all, as the cache has them. A list that waits for the writes of this process would wait for those of all workers, so
// only what is the last look at some Works should ask for it. Otherwise an outdated Work costs a conflict, and one that the list lacks is an event, see
// [Hub.workEvents].
func (h *Hub) works(ctx context.Context, fields client.MatchingFields, last bool) ([]*api.Work, error) {
	var list api.WorkList
	options := client.ListOptions{}
	options.ApplyOptions([]client.ListOption{client.UnsafeDisableDeepCopy})
	if fields != nil {
		fields.ApplyToList(&options)
	}
	options.DisableReadYourWritesConsistency = !last
	if err := h.client.List(ctx, &list, &options); err != nil {
		return nil, err
	}
	all := make([]*api.Work, len(list.Items))
	for i := range list.Items {
		all[i] = &list.Items[i]
	}
	return all, nil
}

// storeWorks writes the Works that differ from the stored ones, and returns their clusters. A stored Work of another object with the same name is deleted first, so
// that the member loses that object. The event of the deletion continues.
func (h *Hub) storeWorks(ctx context.Context, stored, works []*api.Work) (changed map[string]bool, err error) {
	changed = map[string]bool{}
	before := map[override.Ref]*api.Work{}
	for _, w := range stored {
		before[w.Ref()] = w
	}
	var errs []error
	for _, w := range works {
		was := before[w.Ref()]
		if was != nil && sameObject(was, w) && equality.Semantic.DeepEqual(was.Spec, w.Spec) {
			continue
		}
		if cluster, err := api.ClusterOfNamespace(w.Namespace); err == nil {
			changed[cluster] = true
		}
		h.written.expect(w.Ref(), &w.Spec)
		if was == nil {
			errs = append(errs, h.createWork(ctx, w))
		} else if loses(was, w) {
			errs = append(errs, h.deleteWork(ctx, stored, w.Ref()))
		} else {
			metricWrites.WithLabelValues("work", "update").Inc()
			errs = append(errs, h.client.Update(ctx, w))
		}
	}
	return changed, firstError(errs)
}

// createWork creates a Work. One with its name that belongs to something else is an error: it would not be found again.
func (h *Hub) createWork(ctx context.Context, w *api.Work) error {
	metricWrites.WithLabelValues("work", "create").Inc()
	owner, named := work.BindingOf(w)
	err := h.client.Create(ctx, w)
	if apierrors.IsNotFound(err) {
		return errNoNamespace
	}
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	other := &api.Work{}
	if h.live.Get(ctx, client.ObjectKeyFromObject(w), other) != nil {
		return err
	}
	if found, foundNamed := work.BindingOf(other); found != owner || foundNamed != named {
		return fmt.Errorf("%s belongs to %s, expected none of that name or one of %s", other.Ref(), ownerText(found, foundNamed), ownerText(owner, named))
	}
	return err
}

func ownerText(binding override.Ref, named bool) string {
	if !named {
		return "no binding"
	}
	return binding.String()
}

// loses reports whether a stored Work has an object that it would not have after an update, in any version.
func loses(stored, updated *api.Work) bool {
	return slices.ContainsFunc(stored.Spec.Workload.Manifests, func(m api.Manifest) bool {
		was := override.RefOf(&unstructured.Unstructured{Object: m})
		return was.Kind != "" && was.Name != "" && !slices.ContainsFunc(updated.Spec.Workload.Manifests, func(m api.Manifest) bool {
			is := override.RefOf(&unstructured.Unstructured{Object: m})
			return kindOf(was).GroupKind() == kindOf(is).GroupKind() && nameOf(was) == nameOf(is)
		})
	})
}

// firstError returns the first error. Conflicts come last: another error must not look like one.
func firstError(errs []error) error {
	var conflict error
	for _, err := range errs {
		if err != nil && !isConflict(err) {
			return err
		}
		if err != nil {
			conflict = err
		}
	}
	return conflict
}

// deleteWork deletes one of the stored Works, unless another one has its name by now.
func (h *Hub) deleteWork(ctx context.Context, stored []*api.Work, ref override.Ref) error {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: ref.Namespace, Name: ref.Name}}
	var options []client.DeleteOption
	if i := slices.IndexFunc(stored, func(w *api.Work) bool { return w.Ref() == ref }); i >= 0 {
		options = append(options, client.Preconditions{UID: &stored[i].UID})
	}
	metricWrites.WithLabelValues("work", "delete").Inc()
	return client.IgnoreNotFound(h.client.Delete(ctx, w, options...))
}

// deleteWorks deletes stored Works that are not being deleted already.
func (h *Hub) deleteWorks(ctx context.Context, stored []*api.Work) error {
	for _, w := range stored {
		if w.DeletionTimestamp != nil {
			continue
		}
		if err := h.deleteWork(ctx, stored, w.Ref()); err != nil {
			return err
		}
	}
	return nil
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
