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
	works, renderErr := work.Render(ctx, work.Input{
		Binding: b, Template: template, Clusters: h.clusters.staying(), Overrides: overrides, Interpreter: h.Registry, Stored: stored,
		FeatureGates: h.FeatureGates, NewID: h.newID, Overridden: found.add,
	})
	changed, err := h.storeWorks(ctx, stored, works)
	if err != nil && !isConflict(err) { // the API server may refuse a Work that is too large
		h.reportRender(template, b, found, changed, errors.Join(renderErr, err))
	}
	if err != nil {
		h.reportWrite(ctx, template, b, err)
		return result, errors.Join(renderErr, err)
	}
	h.reportRender(template, b, found, changed, renderErr)
	return result, renderErr
}

// worksOf returns the stored Works of a binding, which must not be written: those with its id, and those with the name that they have unless a
// policy renames the object.
func (h *Hub) worksOf(ctx context.Context, b api.Binding) ([]*api.Work, error) {
	r, seen := b.BindingSpec().Resource, map[override.Ref]bool{}
	var all []*api.Work
	for i, fields := range []client.MatchingFields{{indexBinding: workIndex(b)}, {indexName: api.WorkName(r.Kind, r.Namespace, r.Name)}} {
		list, err := h.works(ctx, fields, b.GetDeletionTimestamp() != nil)
		if err != nil {
			return nil, err
		}
		for _, w := range list {
			if !seen[w.Ref()] && (i > 0 || isWorkOf(w, b)) {
				seen[w.Ref()] = true
				all = append(all, w)
			}
		}
	}
	return all, nil
}

// works returns Works by an index, as the cache has them. A list that waits for the writes of this process would wait for those of all workers, so
// only what is the last look at some Works should ask for it. Otherwise an outdated Work costs a conflict, and one that the list lacks is an event, see
// [Hub.workEvents].
func (h *Hub) works(ctx context.Context, fields client.MatchingFields, last bool) ([]*api.Work, error) {
	var list api.WorkList
	options := client.ListOptions{}
	options.ApplyOptions([]client.ListOption{fields, client.UnsafeDisableDeepCopy})
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

// storeWorks writes the Works that differ from the stored ones, and returns their clusters.
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
			metricWrites.WithLabelValues("work", "create").Inc()
			err := h.client.Create(ctx, w)
			if apierrors.IsNotFound(err) {
				err = errNoNamespace
			}
			errs = append(errs, err)
		} else {
			metricWrites.WithLabelValues("work", "update").Inc()
			errs = append(errs, h.client.Update(ctx, w))
		}
	}
	return changed, firstError(errs)
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
