package affected

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// PutCluster adds or replaces a cluster. It concerns the templates of these bindings:
//
//  1. By default those at which Karmada's scheduler looks again, see [Touching] and [Touches]: the labels or the spec have changed, and the placement
//     matches the cluster before or after. They need not move: [schedule.Triggered] decides.
//  2. With [Options].ByMatch instead, those for which the cluster matters. If it joins or leaves, or if its location, taints, models or APIs change,
//     these are the bindings with an affinity or a weight that matches it before or after, and those in it. If only its labels change, it must
//     match in another way.
//  3. If it joins, or its spec, models or APIs change, the bindings that it may help: with an affinity that matches it, and without clusters or with the condition
//     that they could not be scheduled.
//  4. If it is gone, is being deleted, or has other taints, those in it.
//  5. If its facts change (see [api.Cluster.Facts]), those in it whose overrides may differ, see [impact.Index.AffectedByCluster], and those of kinds with an
//     interpreter that may revise anything. Karmada does not render them: there they wait until the template, the binding or an override policy changes.
//     To wait as well, do not render what is only here for this reason.
//
// The Namespaces whose overrides may differ are concerned too, and all of them if the cluster joins or leaves. Its capacity and its conditions concern nothing.
func (x *Index) PutCluster(c *api.Cluster) []override.Ref {
	if c == nil {
		return nil
	}
	defer x.lock()()
	return x.replaceCluster(c.Name, c)
}

// DeleteCluster removes a cluster that is gone, see [Index.PutCluster].
func (x *Index) DeleteCluster(name string) []override.Ref {
	defer x.lock()()
	return x.replaceCluster(name, nil)
}

func (x *Index) replaceCluster(name string, after *api.Cluster) []override.Ref {
	before := x.clusters[name]
	if before == after {
		return nil
	}
	x.fleet, x.spaces = nil, nil
	put(x.clusters, name, after)
	if x.filling {
		return nil
	}
	found, joins := answer{}, before == nil
	placed := joins || after == nil || placementsDiffer(before, after)
	relabeled := !placed && !maps.Equal(before.Labels, after.Labels)
	touching := Touching(before, after)
	if x.Options.ByMatch {
		touching = nil
	}
	if placed || relabeled || touching != nil {
		x.addPlaced(found, before, after, touching, placed)
	}
	if after == nil || before != nil && (leaves(before, after) || x.Options.ByMatch && placed || !equality.Semantic.DeepEqual(before.Spec.Taints, after.Spec.Taints)) {
		x.addTargeting(found, name)
	}
	if joins || after == nil || leaves(before, after) {
		found.add(x.kinds[schema.GroupKind{Kind: "Namespace"}])
	} else {
		x.addRuled(found, before, after)
	}
	return found.sorted()
}

func leaves(before, after *api.Cluster) bool {
	return (before.DeletionTimestamp == nil) != (after.DeletionTimestamp == nil)
}

// addPlaced implements rules 1 to 3 of [Index.PutCluster]. Each placement is compared with the cluster once, whatever the number of its bindings.
func (x *Index) addPlaced(found answer, before, after *api.Cluster, touching []*api.Cluster, placed bool) {
	add := func(all map[override.Ref]*bound, bindings map[override.Ref]bool) {
		var p *api.Placement
		for ref := range bindings {
			p = all[ref].binding.BindingSpec().Placement
			break
		}
		was, is, differ := compare(p, before, after)
		if !was && !is {
			return
		}
		terms := touchedTerms(p, touching)
		for ref := range bindings {
			switch b := all[ref]; {
			case x.Options.ByMatch && (placed || differ),
				terms[termOf(p, b.binding)] && accepted(b.binding, x.Options.Schedule),
				placed && is && unscheduled(b.binding) && accepted(b.binding, x.Options.Schedule):
				x.addTemplatesOf(found, b)
			}
		}
	}
	for _, s := range []*bounds{&x.bindings, &x.expected} {
		for _, bindings := range s.placements {
			add(s.all, bindings)
		}
	}
}

// unscheduled reports whether a binding has no clusters, or could not be scheduled.
func unscheduled(b api.Binding) bool {
	return len(b.BindingSpec().Clusters) == 0 || meta.IsStatusConditionFalse(b.BindingStatus().Conditions, api.BindingScheduled)
}

// addTargeting adds the templates in a cluster. It looks at all bindings.
func (x *Index) addTargeting(found answer, cluster string) {
	for _, all := range []map[override.Ref]*bound{x.bindings.all, x.expected.all} {
		for _, b := range all {
			if targets(b.binding.BindingSpec(), cluster) {
				x.addTemplatesOf(found, b)
			}
		}
	}
}

// addRuled implements rule 5.
func (x *Index) addRuled(found answer, before, after *api.Cluster) {
	was, is := before.Facts(), after.Facts()
	if equality.Semantic.DeepEqual(was, is) {
		return
	}
	set := x.currentOverrides().Set
	if set.Len() == 0 {
		return
	}
	for _, a := range x.indexed().AffectedByCluster(set, &was, &is) {
		x.addOverridden(found, a.Object, after.Name)
	}
	x.addCustom(found, set, after.Name, slices.Collect(set.All())...)
}

// placementsDiffer reports whether placements may match a cluster in another way, apart from its labels.
func placementsDiffer(before, after *api.Cluster) bool {
	was, is := before.Spec, after.Spec
	return leaves(before, after) || was.Provider != is.Provider || was.Region != is.Region || !slices.Equal(was.Zones, is.Zones) ||
		!equality.Semantic.DeepEqual(was.Taints, is.Taints) || !equality.Semantic.DeepEqual(was.ResourceModels, is.ResourceModels) ||
		!equality.Semantic.DeepEqual(before.Status.APIEnablements, after.Status.APIEnablements)
}

// compare reports whether an affinity or a weight of a placement matches a cluster before and after, and whether one matches in another way.
func compare(p *api.Placement, before, after *api.Cluster) (was, is, differ bool) {
	for _, a := range affinities(p) {
		matched, matches := before != nil && schedule.Matches(a, before), after != nil && schedule.Matches(a, after)
		was, is, differ = was || matched, is || matches, differ || matched != matches
	}
	return was, is, differ
}

// affinities returns each affinity and weight of a placement. One without affinities has one that matches every cluster.
func affinities(p *api.Placement) (all []*api.ClusterAffinity) {
	if p == nil {
		return nil
	}
	if len(p.ClusterAffinities) == 0 || p.ClusterAffinity != nil {
		all = append(all, p.ClusterAffinity)
	}
	for i := range p.ClusterAffinities {
		term := &p.ClusterAffinities[i]
		all = append(all, &term.ClusterAffinity)
		for j := range term.OverflowAffinities {
			all = append(all, &term.OverflowAffinities[j].ClusterAffinity)
		}
	}
	if s := p.ReplicaScheduling; s != nil && s.WeightPreference != nil {
		for i := range s.WeightPreference.StaticWeightList {
			all = append(all, &s.WeightPreference.StaticWeightList[i].TargetCluster)
		}
	}
	return all
}

// Fleet returns the clusters as they are now, sorted by name. The result never changes.
func (x *Index) Fleet() *schedule.Fleet {
	defer x.lock()()
	if x.fleet == nil {
		x.fleet = schedule.NewFleet(slices.SortedFunc(maps.Values(x.clusters), func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })...)
	}
	return x.fleet
}

// Spaces returns the clusters that are being deleted and whose execution namespaces are among the templates, and not being deleted. The result never
// changes.
func (x *Index) Spaces() map[string]bool {
	defer x.lock()()
	if x.spaces == nil {
		x.spaces = map[string]bool{}
		for name, c := range x.clusters {
			o := x.templates[override.Ref{APIVersion: "v1", Kind: "Namespace", Name: api.ExecutionNamespace(name)}]
			if c.DeletionTimestamp == nil || o == nil {
				continue
			}
			if _, deleted, _ := unstructured.NestedFieldNoCopy(o.Object, "metadata", "deletionTimestamp"); !deleted {
				x.spaces[name] = true
			}
		}
	}
	return x.spaces
}
