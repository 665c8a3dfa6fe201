package simulation

import (
	"bytes"
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// store writes a plan into the control plane, as an API server does, and reports whether anything has changed.
func (w *World) store(plan *propagation.Plan) (changed bool) {
	for _, row := range plan.Rows {
		changed = w.claim(row) || changed
	}
	for _, b := range plan.Bindings {
		changed = w.storeBinding(b) || changed
	}
	for _, b := range plan.Left.Bindings {
		changed = w.storeBinding(b) || changed
	}
	deleted := map[override.Ref]bool{}
	for _, o := range plan.Deleted {
		deleted[o.Work] = true
		changed = w.deleteWork(o.Work) || changed
	}
	for _, made := range plan.Works {
		if !deleted[made.Ref()] {
			changed = w.storeWork(made) || changed
		}
	}
	return w.removeBindings() || changed
}

// Stored returns copies of the bindings and Works that the control plane stores, sorted by namespace, kind, name and API version. Templates are in
// [World.Templates].
func (w *World) Stored() (bindings []api.Binding, works []*api.Work) {
	for _, b := range values(w.bindings) {
		bindings = append(bindings, b.DeepCopyObject().(api.Binding))
	}
	for _, stored := range values(w.works) {
		works = append(works, stored.DeepCopy())
	}
	return bindings, works
}

// claim writes the claim of a template to it.
func (w *World) claim(row *propagation.Row) (changed bool) {
	t := w.templates[row.Template]
	if t == nil || row.ClaimEdit.Empty() {
		return false
	}
	t.SetLabels(row.ClaimEdit.Labels(t.GetLabels()))
	t.SetAnnotations(row.ClaimEdit.Annotations(t.GetAnnotations()))
	return true
}

// storeBinding stores a binding. Its generation increases with its spec, and the scheduler has observed it if it is for it.
func (w *World) storeBinding(b api.Binding) (changed bool) {
	stored := w.bindings[b.Ref()]
	if stored == nil {
		b.SetGeneration(1)
		b.SetUID(types.UID("uid-" + w.nextWrite()))
	} else {
		b.SetGeneration(stored.GetGeneration())
		if !same(stored.BindingSpec(), b.BindingSpec()) {
			b.SetGeneration(stored.GetGeneration() + 1)
		}
		b.SetUID(stored.GetUID())
		b.SetDeletionTimestamp(stored.GetDeletionTimestamp())
	}
	if accepted, _ := schedule.Accepted(schedule.Input{Spec: b.BindingSpec(), Options: w.config.Options.Schedule}, b); accepted && b.GetDeletionTimestamp() == nil {
		b.BindingStatus().SchedulerObservedGeneration = b.GetGeneration()
	}
	put(&w.bindings, b.Ref(), b)
	return stored == nil || !same(stored, b)
}

// storeWork stores a Work, and reports whether it has changed. As in an API server, nothing new is stored in a namespace that is being deleted: the
// execution namespace of a cluster that leaves.
func (w *World) storeWork(made *api.Work) (changed bool) {
	stored := w.works[made.Ref()]
	if stored == nil && w.leaves(made.Namespace) {
		return false
	}
	made.Generation = 1
	if stored != nil {
		if stored.DeletionTimestamp != nil {
			return false
		}
		if made.Generation = stored.Generation; !same(stored.Spec, made.Spec) {
			made.Generation++
		}
	}
	put(&w.works, made.Ref(), made)
	return stored == nil || !same(stored, made)
}

// leaves reports whether the cluster of an execution namespace is being deleted, or is gone.
func (w *World) leaves(namespace string) bool {
	name, err := api.ClusterOfNamespace(namespace)
	c := w.clusters[name]
	return err != nil || c == nil || c.DeletionTimestamp != nil
}

func (w *World) deleteWork(ref override.Ref) (changed bool) {
	stored := w.works[ref]
	switch {
	case stored == nil || stored.DeletionTimestamp != nil:
		return false
	case len(stored.Finalizers) == 0:
		delete(w.works, ref)
	default:
		stored.DeletionTimestamp = w.metaNow()
	}
	return true
}

// worksByBinding returns the Works by the permanent id of their binding.
func (w *World) worksByBinding() map[string][]*api.Work {
	all := map[string][]*api.Work{}
	for _, stored := range w.works {
		for _, label := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel} {
			if id, found := stored.Labels[label]; found {
				all[id] = append(all[id], stored)
			}
		}
	}
	return all
}

// same reports whether two values are the same JSON. A value that cannot be written as JSON is not the same as any other.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	if err != nil {
		return false
	}
	y, err := json.Marshal(b)
	return err == nil && bytes.Equal(x, y)
}
