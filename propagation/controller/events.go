package controller

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
	"github.com/overridekit/overridekit/propagation/work"
)

// templateEvents handles a template or a Namespace.
func (h *Hub) templateEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after *unstructured.Unstructured, first bool) {
		if after == nil {
			ref := override.RefOf(before)
			h.written.Delete(ref)
			h.changedByUser.Delete(ref) // another replica may own it
			h.enqueue(h.Index.DeleteTemplate(ref)...)
			return
		}
		ref := override.RefOf(after)
		if first { // those that need it are tried again until the list is complete, see find
			h.enqueue(append(h.Index.Fill(affected.Stored{Templates: []*unstructured.Unstructured{after}}), ref)...)
			return
		}
		concerned := h.Index.PutTemplate(after)
		if len(concerned) == 0 {
			return
		}
		switch change := claim.Changed(before, after).Kind; {
		case change == claim.ChangeByKarmada && h.written.has(ref, metadataOf(after)):
			concerned = without(concerned, ref)
		case change == claim.ChangeByUser:
			h.changedByUser.Store(ref, true)
		}
		h.enqueue(concerned...)
	})
}

// without returns the references except for one.
func without(refs []override.Ref, ref override.Ref) []override.Ref {
	return slices.DeleteFunc(refs, func(r override.Ref) bool { return r == ref })
}

// concern enqueues the templates that an event of a policy or a cluster concerns. Before the first lists are known it does nothing, so these only fill the index.
func (h *Hub) concern(what string, concerned []override.Ref) {
	if h.isSynced() {
		metricAffected.WithLabelValues(what).Add(float64(len(concerned)))
		h.enqueue(concerned...)
	}
}

// overrideEvents handles an override policy of either dialect. It is compiled once for each uid and generation. What the index has of one that can no longer be read
// stays.
func (h *Hub) overrideEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after *unstructured.Unstructured, first bool) {
		ref := override.RefOf(cmp.Or(after, before))
		if after == nil {
			h.faults.Delete(ref)
			h.concern("override policy", h.Index.DeleteOverride(ref))
			return
		}
		if before != nil && versionOf(before) == versionOf(after) {
			return
		}
		compiled, err := CompileOverride(after)
		h.reportOverride(after, compiled.Policy, err)
		switch {
		case first:
			h.Index.Fill(affected.Stored{Overrides: []affected.Override{compiled}})
		case err == nil:
			h.concern("override policy", h.Index.PutOverride(compiled))
		}
	})
}

// propagationEvents handles a propagation policy. One without an id claims nothing until the queue of policies has set the id.
func (h *Hub) propagationEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after *unstructured.Unstructured, first bool) {
		ref := override.RefOf(cmp.Or(after, before))
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
		var concerned []override.Ref
		switch {
		case source == nil || source.GetLabels()[claim.IDLabel(ref)] == "":
			concerned = h.Index.DeletePolicy(ref)
		case first:
			h.Index.Fill(affected.Stored{Policies: []api.PropagationSource{source}})
		default:
			concerned = h.Index.PutPolicy(source)
		}
		if source != nil {
			h.kinds.look()
		}
		h.concern("propagation policy", concerned)
	})
}

// bindingEvents handles a binding. What this process has written concerns only others, unless the binding is being deleted or its health may evict it
// or end an eviction.
func (h *Hub) bindingEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after api.Binding, first bool) {
		ref := resourceOf(cmp.Or(after, before))
		if after == nil {
			h.orphans.add(before.Ref())
			if isOwn(before) {
				h.written.Delete(before.Ref())
				h.evictions.Delete(ref)
			}
			h.enqueue(h.Index.DeleteBinding(before.Ref())...)
			return
		}
		if first { // each template that it concerns has a binding of its own, or is in the first list of its kind
			h.Index.Fill(affected.Stored{Bindings: []api.Binding{after}})
			if template, found := h.Index.TemplateOf(after.Ref()); found {
				h.enqueue(template)
			}
			return
		}
		concerned := h.Index.PutBinding(after)
		dies := after.GetDeletionTimestamp() != nil && (before == nil || before.GetDeletionTimestamp() == nil)
		if len(concerned) > 0 && !dies && !affected.HealthMatters(before, after) && h.written.has(after.Ref(), after.BindingSpec()) {
			concerned = without(concerned, ref)
		}
		h.enqueue(concerned...)
	})
}

// workEvents handles a Work. One that is created was just rendered, unless its template has left the cluster since: then the call that should have
// deleted the Work may not have seen it.
func (h *Hub) workEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after *api.Work, first bool) {
		if after == nil {
			h.written.Delete(before.Ref())
			h.enqueue(h.Index.DeleteWork(before.Ref())...)
			h.addOrphans(before)
			return
		}
		if first {
			h.Index.Fill(affected.Stored{Works: []*api.Work{after}})
			return // see findOrphans
		}
		concerned := h.Index.PutWork(after)
		if len(concerned) > 0 && (!h.written.has(after.Ref(), &after.Spec) || before == nil && !h.isTarget(after)) {
			h.enqueue(concerned...)
		}
		if before == nil || before.GetGeneration() != after.GetGeneration() {
			h.addOrphans(after)
		}
	})
}

// isTarget reports whether a Work is in a cluster of the binding that it names.
func (h *Hub) isTarget(w *api.Work) bool {
	cluster, _ := api.ClusterOfNamespace(w.Namespace)
	binding, _ := work.BindingOf(w)
	template, found := h.Index.TemplateOf(binding)
	if b := h.Index.Binding(template); found && b != nil {
		return slices.ContainsFunc(work.Targets(b.BindingSpec()), func(t api.TargetCluster) bool { return t.Name == cluster })
	}
	return true
}

// clusterEvents handles a Cluster.
func (h *Hub) clusterEvents() toolscache.ResourceEventHandler {
	return informer.Events(func(before, after *api.Cluster, first bool) {
		var concerned []override.Ref
		switch {
		case after == nil:
			concerned = h.Index.DeleteCluster(before.Name)
		case first:
			h.Index.Fill(affected.Stored{Clusters: []*api.Cluster{after}})
		default:
			concerned = h.Index.PutCluster(after)
		}
		h.taintLater(before, after)
		h.concern("cluster", concerned)
	})
}
