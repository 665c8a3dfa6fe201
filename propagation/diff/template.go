package diff

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// templateDifference compares a template in two plans and reports whether it differs.
func templateDifference(ref override.Ref, before, after *side) (Template, bool) {
	a, b := before.get(ref), after.get(ref)
	if b.row == nil && after.leavesNamespace(ref) {
		return Template{}, false
	}
	d := Template{Template: ref, Kind: Changed, Binding: bindingDifference(ref, before, after)}
	switch {
	case a.row == nil && a.binding == nil:
		d.Kind = Created
	case b.row == nil && b.binding == nil && after.left[ref] == nil:
		d.Kind = Deleted
	}
	if a.policy() != b.policy() {
		d.Claim = Claim{Before: a.policy(), After: b.policy()}
		if b.row != nil {
			d.Claim.Reason = b.row.Reason
		}
	}
	if d.Binding == nil || d.Binding.Kind != Left {
		placed := Count{}
		d.Clusters, placed = clusterDifferences(a, b)
		d.Placed = placed.ifDifferent()
		d.Replicas = Count{int64(a.replicas()), int64(b.replicas())}.ifDifferent()
	}
	d.Warnings = messageDifference(a.warnings(), b.warnings())
	d.Errors = messageDifference(a.errors(), b.errors())
	differs := d.Claim != Claim{} || d.Binding != nil || d.Replicas != Count{} || len(d.Clusters) > 0 || !d.Warnings.empty() || !d.Errors.empty()
	return d, differs
}

// bindingDifference compares the bindings of a template. It returns nil if they do not differ.
func bindingDifference(ref override.Ref, before, after *side) *Binding {
	a, b := before.get(ref), after.get(ref)
	switch {
	case !a.bound() && !b.bound():
		return nil
	case !a.bound() && before.left[ref] != nil && b.binding != nil:
		return bindingChanges(before.left[ref], b.binding)
	case !a.bound():
		return &Binding{Binding: b.bindingRef(), Kind: Created}
	case !b.bound():
		if why := left(ref, before, after); why != "" {
			return &Binding{Binding: a.bindingRef(), Kind: Left, Reason: why}
		}
		if now := after.left[ref]; now != nil && a.binding != nil {
			return bindingChanges(a.binding, now)
		}
		return &Binding{Binding: a.bindingRef(), Kind: Deleted}
	case a.binding == nil || b.binding == nil:
		return nil
	}
	return bindingChanges(a.binding, b.binding)
}

// bindingChanges returns the difference of two bindings, or nil.
func bindingChanges(before, after api.Binding) *Binding {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	changes := changesOf(nil, bindingTree(before), bindingTree(after))
	if len(changes) == 0 && reflect.DeepEqual(sortedTargets(before.BindingSpec()), sortedTargets(after.BindingSpec())) {
		return nil
	}
	return &Binding{Binding: after.Ref(), Kind: Changed, Changes: changes}
}

// left returns why a binding that is only in the first plan is left unchanged. It returns "" if the binding is deleted:
//
//  1. Its template is gone.
//  2. It was only required by others, and none of these is left or failed.
func left(ref override.Ref, before, after *side) string {
	a := before.get(ref)
	if a.cachedLeft == nil {
		why := whyLeft(ref, before, after)
		a.cachedLeft = &why
	}
	return *a.cachedLeft
}

func whyLeft(ref override.Ref, before, after *side) string {
	a, b := before.get(ref), after.get(ref)
	switch {
	case b.row == nil && after.left[ref] == nil:
		return ""
	case b.row == nil:
		return "it is not a template of the plan"
	}
	if a.binding == nil || a.binding.BindingSpec().Placement != nil {
		return b.why()
	}
	for _, t := range before.requiring(a.binding) {
		referrer := after.get(t)
		if referrer.row != nil && (!referrer.bound() || referrer.row.Err != nil) {
			return t.String() + " requires it: " + referrer.why()
		}
	}
	if b.row.Left {
		return b.why()
	}
	return ""
}

// clusterDifferences compares the clusters of a template and adds up the replicas.
func clusterDifferences(a, b *entry) ([]Cluster, Count) {
	from, to := a.targets(), b.targets()
	var all []Cluster
	var placed Count
	both := maps.Clone(from)
	maps.Copy(both, to)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		old, had := from[name]
		now, has := to[name]
		placed.Before += int64(old)
		placed.After += int64(now)
		d := Cluster{Name: name, Op: jsontree.Replace, Before: old, After: now}
		switch {
		case !had:
			d.Op = jsontree.Add
		case !has:
			d.Op = jsontree.Remove
		case old == now:
			continue
		}
		all = append(all, d)
	}
	return all, placed
}

func (c Count) ifDifferent() Count {
	if c.Before == c.After {
		return Count{}
	}
	return c
}

// sortedTargets returns the clusters of a binding and of each entry in requiredBy, sorted.
func sortedTargets(spec *api.ResourceBindingSpec) [][]api.TargetCluster {
	all := [][]api.TargetCluster{append([]api.TargetCluster{}, spec.Clusters...)}
	for _, snapshot := range spec.RequiredBy {
		all = append(all, append([]api.TargetCluster{}, snapshot.Clusters...))
	}
	for _, targets := range all {
		slices.SortStableFunc(targets, func(a, b api.TargetCluster) int { return cmp.Compare(a.Name, b.Name) })
	}
	return all
}

// bindingTree returns the compared fields of a binding as JSON, see Binding.Changes.
func bindingTree(b api.Binding) map[string]any {
	spec := *b.BindingSpec()
	spec.Clusters, spec.RequiredBy = nil, slices.Clone(spec.RequiredBy)
	for i := range spec.RequiredBy {
		spec.RequiredBy[i].Clusters = nil
	}
	return jsonOf(struct {
		metav1.ObjectMeta `json:"metadata"`
		Spec              api.ResourceBindingSpec   `json:"spec"`
		Status            api.ResourceBindingStatus `json:"status,omitzero"`
	}{plainMeta(b), spec, api.ResourceBindingStatus{SchedulerObservedAffinityName: b.BindingStatus().SchedulerObservedAffinityName}})
}

// plainMeta returns metadata without the fields that an API server writes.
func plainMeta(o metav1.Object) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace: o.GetNamespace(), Name: o.GetName(), Labels: o.GetLabels(), Annotations: o.GetAnnotations(),
		OwnerReferences: o.GetOwnerReferences(), Finalizers: o.GetFinalizers(), DeletionTimestamp: o.GetDeletionTimestamp(),
	}
}
