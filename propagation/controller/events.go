package controller

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/work"
)

// events are the handlers of an informer. A nil object is one that did not exist before, or no longer exists. first is true for the first list.
func events[T any](handle func(before, after T, first bool)) toolscache.ResourceEventHandler {
	var none T
	return toolscache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(o any, first bool) {
			if after, ok := o.(T); ok {
				handle(none, after, first)
			}
		},
		UpdateFunc: func(was, is any) {
			before, ok := was.(T)
			if after, same := is.(T); ok && same {
				handle(before, after, false)
			}
		},
		DeleteFunc: func(o any) {
			if unknown, missed := o.(toolscache.DeletedFinalStateUnknown); missed {
				o = unknown.Obj
			}
			if before, ok := o.(T); ok {
				handle(before, none, false)
			}
		},
	}
}

// templateEvents handles a template or a Namespace.
func (h *Hub) templateEvents() toolscache.ResourceEventHandler {
	return events(func(before, after *unstructured.Unstructured, first bool) {
		if after == nil {
			ref := override.RefOf(before)
			h.Inventory.Delete(ref)
			h.written.forget(ref)
			h.touched.Delete(ref) // another replica may own it
			h.enqueue(ref)
			h.enqueue(h.dependents.of(ref, before.GetLabels(), nil)...)
			return
		}
		ref := override.RefOf(after)
		h.Inventory.Put(after)
		change := claim.Changed(before, after).Kind
		if change == claim.ChangeNone || change == claim.ChangeByKarmada && h.written.has(ref, metadataOf(after)) {
			return
		}
		if change == claim.ChangeByUser && !first {
			h.touched.Store(ref, true)
		}
		h.enqueue(ref)
		if before == nil {
			h.enqueue(h.dependents.of(ref, after.GetLabels(), nil)...)
		} else if !maps.Equal(before.GetLabels(), after.GetLabels()) {
			h.enqueue(h.dependents.of(ref, before.GetLabels(), after.GetLabels())...)
		}
	})
}

// overrideEvents handles an override policy of either dialect.
func (h *Hub) overrideEvents() toolscache.ResourceEventHandler {
	return events(func(before, after *unstructured.Unstructured, _ bool) {
		var change PolicyChange
		if after == nil {
			ref := override.RefOf(before)
			change = h.Policies.Delete(ref)
			h.faults.Delete(ref)
		} else {
			var err error
			change, err = h.Policies.Put(after)
			h.reportOverride(after, change, err)
		}
		overrides, synced := h.Policies.Overrides()
		if !synced || change == (PolicyChange{}) {
			return
		}
		var concerned []override.Ref
		for _, ref := range h.Inventory.Affected(overrides.Set, change) {
			if kindOf(ref) == namespaceKind || h.bound.has(ref) {
				concerned = append(concerned, ref)
			}
		}
		metricAffected.WithLabelValues("override policy").Add(float64(len(concerned)))
		h.enqueue(concerned...)
		if change.Before == nil { // a propagation policy may wait for it
			h.enqueue(h.waiting.take()...)
		}
	})
}

// propagationEvents handles a propagation policy. One without an id claims nothing until the queue of policies has set the id.
func (h *Hub) propagationEvents() toolscache.ResourceEventHandler {
	return events(func(before, after *unstructured.Unstructured, _ bool) {
		ref := override.RefOf(firstOf(after, before))
		h.policies.add(ref)
		var source api.PropagationSource
		if after == nil {
			h.faults.Delete(ref)
		} else {
			var err error
			if source, err = readPropagation(after); err != nil {
				h.report(after, err.Error())
				return
			}
			h.report(after, messageOf(claim.NewPolicies(source).Faults()))
		}
		changed := h.propagation.put(ref, source)
		if source != nil {
			h.kinds.look()
		}
		if !changed || !h.isSynced() {
			return
		}
		concerned := h.Inventory.Claimed(ref)
		if source != nil {
			concerned = append(concerned, h.Inventory.Selected(source)...)
		}
		metricAffected.WithLabelValues("propagation policy").Add(float64(len(concerned)))
		h.enqueue(concerned...)
	})
}

// bindingEvents handles a binding: it is bound until it is deleted, and enqueued if something else has written its spec, or if its health may
// evict it or end an eviction.
func (h *Hub) bindingEvents() toolscache.ResourceEventHandler {
	return events(func(before, after api.Binding, first bool) {
		if after == nil {
			h.orphans.add(before.Ref())
		}
		if ref := resourceOf(firstBinding(after, before)); !isOf(firstBinding(after, before), ref) {
			return
		}
		if after == nil {
			h.written.forget(before.Ref())
			ref := resourceOf(before)
			h.bound.delete(ref)
			h.evictions.forget(ref)
			h.enqueue(ref)
			return
		}
		ref := resourceOf(after)
		h.bound.see(ref, after)
		dies := after.GetDeletionTimestamp() != nil && (before == nil || before.GetDeletionTimestamp() == nil)
		edited := before == nil || before.GetGeneration() != after.GetGeneration() // not only its status
		if first || dies || edited && !h.written.has(after.Ref(), after.BindingSpec()) || healthMatters(before, after) {
			h.enqueue(ref)
		}
	})
}

// workEvents handles a Work. One that is created was just rendered, unless its template has left the cluster since: then the call that should have
// deleted the Work may not have seen it.
func (h *Hub) workEvents() toolscache.ResourceEventHandler {
	return events(func(before, after *api.Work, first bool) {
		switch {
		case after == nil:
			h.written.forget(before.Ref())
			h.enqueueOwners(before)
		case before == nil:
			if first {
				return // see findOrphans
			}
			cluster, _ := api.ClusterOfNamespace(after.Namespace)
			if ref, found := h.templateOf(after); found && !h.bound.targets(ref, cluster) {
				h.enqueue(ref)
			}
			h.addOrphans(after)
		case before.GetGeneration() != after.GetGeneration() && !h.written.has(after.Ref(), &after.Spec):
			h.enqueueOwners(after)
		}
	})
}

// templateOf returns the template whose binding a Work names.
func (h *Hub) templateOf(w *api.Work) (override.Ref, bool) {
	binding, named := work.BindingOf(w)
	if !named {
		return override.Ref{}, false
	}
	return h.bound.template(binding)
}

// enqueueOwners enqueues the template or the Namespace of a Work.
func (h *Hub) enqueueOwners(w *api.Work) {
	if ref, found := h.templateOf(w); found {
		h.enqueue(ref)
	}
	h.addOrphans(w)
	for _, manifest := range w.Spec.Workload.Manifests {
		if ref := override.RefOf(&unstructured.Unstructured{Object: manifest}); kindOf(ref) == namespaceKind {
			h.enqueue(ref)
		}
	}
}

func firstBinding(after, before api.Binding) api.Binding {
	if after != nil {
		return after
	}
	return before
}

func firstOf(objects ...*unstructured.Unstructured) *unstructured.Unstructured {
	for _, o := range objects {
		if o != nil {
			return o
		}
	}
	return nil
}
