package affected

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// PutBinding adds or replaces a stored binding. It concerns:
//
//  1. Nothing if its labels, annotations, finalizers, owners, deletion and spec stay as they are. Of its status, only the affinity counts that the scheduler has used,
//     and, if it has eviction tasks or fails over, the health of its object and whether the scheduler has observed it.
//  2. Its template: each one whose binding has its name, also if it is no longer there. A binding that only refers to an object in another namespace is not
//     that of the object.
//  3. With the gate WorkloadAffinity, the templates of the bindings that share a group with it, if its groups or its clusters change.
//  4. The templates of the bindings whose entry in its requiredBy changes, and one of those that require it if a field changes that it takes from
//     them. So a change of what a thousand templates need does not concern a thousand templates.
//  5. If it is new, the templates of the bindings that it requires already, and those of the other bindings that require these: they wait for it.
//
// What it requires is written when its template is placed, so these bindings have events of their own.
func (x *Index) PutBinding(b api.Binding) []override.Ref {
	if content.NoBinding(b) {
		return nil
	}
	defer x.lock()()
	return x.replaceBinding(b.Ref(), b)
}

// DeleteBinding removes a binding that is gone. It concerns what a new one does, see [Index.PutBinding].
func (x *Index) DeleteBinding(ref override.Ref) []override.Ref {
	defer x.lock()()
	return x.replaceBinding(ref, nil)
}

func (x *Index) replaceBinding(ref override.Ref, after api.Binding) []override.Ref {
	var before api.Binding
	old := x.bindings.all[ref]
	if old != nil {
		before = old.binding
	}
	if after == nil {
		x.expected.set(ref, nil)
	}
	if before == nil && after == nil {
		return nil
	}
	found := answer{}
	x.addGrouped(found, before, after)
	x.setBinding(ref, before, after)
	if x.filling || before != nil && after != nil && sameBinding(before, after) {
		return nil
	}
	x.addRequiring(found, before, after)
	for _, b := range []*bound{old, x.bindings.all[ref]} {
		if b != nil {
			x.addTemplatesOf(found, b)
		}
	}
	if before == nil || after == nil {
		for required := range x.required[ref] {
			x.addTemplatesOf(found, x.bindings.all[required])
			for _, by := range requiredBy(x.bindings.all[required].binding) {
				x.addTemplatesNamed(found, by)
			}
		}
	}
	return found.sorted()
}

// setBinding writes the indexes of the bindings.
func (x *Index) setBinding(ref override.Ref, before, after api.Binding) {
	x.bySource.set(ref, claim.Named(annotationsOf(before)), claim.Named(annotationsOf(after)))
	x.byGroup.set(ref, groupsOf(before), groupsOf(after))
	x.required.set(ref, requiredBy(before), requiredBy(after))
	is := newBound(x.bindings.all[ref], after)
	x.bindings.set(ref, is)
	if is == nil {
		x.attached.Delete(ref.Namespace, ref.Name)
		return
	}
	if e := x.expected.all[ref]; e != nil && is.meets(e) {
		x.expected.set(ref, nil)
	}
	if b, namespaced := after.(*api.ResourceBinding); namespaced {
		x.attached.Put(b)
	}
}

// sameBinding implements rule 1 of [Index.PutBinding].
func sameBinding(a, b api.Binding) bool {
	was, is := a.BindingStatus(), b.BindingStatus()
	return equality.Semantic.DeepEqual(a.GetLabels(), b.GetLabels()) && equality.Semantic.DeepEqual(a.GetAnnotations(), b.GetAnnotations()) &&
		slices.Equal(a.GetFinalizers(), b.GetFinalizers()) && equality.Semantic.DeepEqual(a.GetOwnerReferences(), b.GetOwnerReferences()) &&
		(a.GetDeletionTimestamp() == nil) == (b.GetDeletionTimestamp() == nil) && was.SchedulerObservedAffinityName == is.SchedulerObservedAffinityName &&
		!HealthMatters(a, b) && content.CheckBinding(a) == nil && content.CheckBinding(b) == nil && equality.Semantic.DeepEqual(a.BindingSpec(), b.BindingSpec())
}

// HealthMatters reports whether what decides about evictions has changed in the status of a binding that has eviction tasks or fails over: the health of its
// object, and whether the scheduler has observed it. A binding that is new or gone has no change.
func HealthMatters(before, after api.Binding) bool {
	if content.NoBinding(before) || content.NoBinding(after) {
		return false
	}
	spec := after.BindingSpec()
	if len(spec.GracefulEvictionTasks) == 0 && (spec.Failover == nil || spec.Failover.Application == nil) {
		return false
	}
	return content.Observed(before) != content.Observed(after) ||
		!slices.EqualFunc(before.BindingStatus().AggregatedStatus, after.BindingStatus().AggregatedStatus, func(a, b api.AggregatedStatusItem) bool {
			return a.ClusterName == b.ClusterName && a.Health == b.Health
		})
}

// addGrouped implements rule 3. It comes before the indexes are written.
func (x *Index) addGrouped(found answer, before, after api.Binding) {
	if !x.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return
	}
	changed := false
	if b, namespaced := after.(*api.ResourceBinding); namespaced {
		changed = x.peers.Put(b)
	} else if b, namespaced := before.(*api.ResourceBinding); namespaced {
		changed = x.peers.Delete(b.Namespace, b.Name)
	}
	if !changed || x.filling {
		return
	}
	for _, g := range append(groupsOf(before), groupsOf(after)...) {
		for ref := range x.byGroup[g] {
			x.addTemplatesOf(found, x.bindings.all[ref])
		}
	}
}

// addRequiring implements rule 4.
func (x *Index) addRequiring(found answer, before, after api.Binding) {
	was, is := snapshots(before), snapshots(after)
	for ref, entry := range was {
		if other, kept := is[ref]; !kept || !equality.Semantic.DeepEqual(entry, other) {
			x.addTemplatesNamed(found, ref)
		}
	}
	for ref := range is {
		if _, had := was[ref]; !had {
			x.addTemplatesNamed(found, ref)
		}
	}
	if before == nil || after == nil || len(is) == 0 {
		return
	}
	a, b := before.BindingSpec(), after.BindingSpec()
	if a.ConflictResolution != b.ConflictResolution || a.Resource != b.Resource || !equality.Semantic.DeepEqual(a.PreserveResourcesOnDeletion, b.PreserveResourcesOnDeletion) ||
		!equality.Semantic.DeepEqual(before.GetLabels(), after.GetLabels()) {
		x.addTemplatesNamed(found, requiredBy(after)[0])
	}
}

// addTemplatesOf adds the templates of a binding.
func (x *Index) addTemplatesOf(found answer, b *bound) {
	found.add(x.named[b.ref])
	if b.template != (override.Ref{}) {
		found[b.template] = true
	}
}

// addTemplatesNamed adds the templates of a binding, which may not be stored.
func (x *Index) addTemplatesNamed(found answer, ref override.Ref) {
	if b := x.bindings.all[ref]; b != nil {
		x.addTemplatesOf(found, b)
		return
	}
	found.add(x.named[ref])
}

func annotationsOf(b api.Binding) map[string]string {
	if b == nil {
		return nil
	}
	return b.GetAnnotations()
}

// requiredBy returns the bindings that require one.
func requiredBy(b api.Binding) (refs []override.Ref) {
	if b == nil {
		return nil
	}
	for _, s := range b.BindingSpec().RequiredBy {
		refs = append(refs, (&api.ResourceBinding{}).Ref())
		refs[len(refs)-1].Namespace, refs[len(refs)-1].Name = s.Namespace, s.Name
	}
	return refs
}

// snapshots returns the entries of requiredBy. Several of one binding are in the list, in their order.
func snapshots(b api.Binding) map[override.Ref][]api.BindingSnapshot {
	all := map[override.Ref][]api.BindingSnapshot{}
	for i, ref := range requiredBy(b) {
		all[ref] = append(all[ref], b.BindingSpec().RequiredBy[i])
	}
	return all
}

func groupsOf(b api.Binding) []schedule.Group {
	if rb, namespaced := b.(*api.ResourceBinding); namespaced {
		return schedule.Groups(&rb.Spec)
	}
	return nil
}

// targets reports whether a cluster gets the object of a binding.
func targets(spec *api.ResourceBindingSpec, cluster string) bool {
	has := func(t api.TargetCluster) bool { return t.Name == cluster }
	return slices.ContainsFunc(spec.Clusters, has) || slices.ContainsFunc(spec.RequiredBy, func(s api.BindingSnapshot) bool { return slices.ContainsFunc(s.Clusters, has) })
}
