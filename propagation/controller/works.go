package controller

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

func worksIn(rendered []work.Prepared) []*api.Work {
	works := make([]*api.Work, len(rendered))
	for i, r := range rendered {
		works[i] = r.Work()
	}
	return works
}

// worksOf returns the stored Works that name a binding, which must not be written.
func (h *Hub) worksOf(ctx context.Context, b api.Binding) ([]*api.Work, error) {
	return h.works(ctx, b.Ref().String(), b.GetDeletionTimestamp() != nil)
}

// works returns the Works of an owner, see ownersOf, or all if that is empty, as the cache has them. A list that waits for the writes of this process would wait for those of all workers, so
// only what is the last look at some Works should ask for it. Otherwise an outdated Work costs a conflict, and one that the list lacks is an event, see
// [Hub.workEvents].
func (h *Hub) works(ctx context.Context, owner string, last bool) ([]*api.Work, error) {
	var list api.WorkList
	options := (&client.ListOptions{DisableReadYourWritesConsistency: !last}).ApplyOptions([]client.ListOption{client.UnsafeDisableDeepCopy})
	if owner != "" {
		client.MatchingFields{indexOwner: owner}.ApplyToList(options)
	}
	if err := h.client.List(ctx, &list, options); err != nil {
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
	if found, expected := ownerText(other), ownerText(w); found != expected {
		return fmt.Errorf("%s belongs to %s, expected none of that name or one of %s", other.Ref(), found, expected)
	}
	return err
}

func ownerText(w *api.Work) string {
	if binding, named := work.BindingOf(w); named {
		return binding.String()
	}
	return "no binding"
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
