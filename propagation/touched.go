package propagation

import (
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/selector"
)

// TouchedSince returns [PlanOptions].Touched, Overridden and Changed for the input after, if the clusters, override policies and templates were those of
// the input before. Other lists of before are not read. To name the clusters of one event, put their old versions into before.
//
//  1. A cluster touches bindings if its labels change, if its generation changes, or if it is marked for deletion or gone without having been marked. If a
//     generation is 0, which means unknown, the specs are compared.
//  2. A new cluster touches no binding, and neither does a change of a cluster's status.
//  3. It touches each stored binding of after whose affinity matches the cluster before or after, or that has none. Of an ordered list of affinities, it is the one
//     that the scheduler has used last, or the first one.
//  4. It does not touch bindings whose scheduling is suspended, and those for another scheduler.
//  5. An override policy concerns the templates of after that it selects, if it is new or gone, or if its generation or spec changes.
//  6. A template has changed if its resource version is not that in its stored binding. Without a resource version, as in files that were written by
//     hand, it has changed if it is not as before.
//
// The functions keep what they need of both inputs, which are not written and not copied. They may be called concurrently.
func TouchedSince(before, after PlanInput) (touched, overridden, changed func(template override.Ref) bool) {
	clusters, bindings, templates := changedClusters(before.Clusters, after.Clusters), map[override.Ref]bool{}, map[override.Ref]bool{}
	for _, b := range after.Bindings {
		if !content.NoBinding(b) {
			bindings[b.Ref()] = touches(clusters, b, after.Options.Schedule)
		}
	}
	for _, policy := range changedOverrides(before.Overrides, after.Overrides) {
		for _, object := range after.Templates {
			if object != nil && policy.Objects().Match(selector.ObjectOf(object.Object)) != selector.RankNone {
				templates[override.RefOf(object)] = true
			}
		}
	}
	differ := changedTemplates(before.Templates, after)
	return func(t override.Ref) bool { return bindings[template.BindingRef(t)] }, func(t override.Ref) bool { return templates[t] },
		func(t override.Ref) bool { return differ[t] }
}

// changedTemplates returns the templates of after that have changed since they were bound.
func changedTemplates(before []*unstructured.Unstructured, after PlanInput) map[override.Ref]bool {
	was, bound, changed := map[override.Ref]*unstructured.Unstructured{}, map[override.Ref]string{}, map[override.Ref]bool{}
	for _, o := range before {
		if o != nil {
			was[override.RefOf(o)] = o
		}
	}
	for _, b := range after.Bindings {
		if !content.NoBinding(b) {
			bound[b.Ref()] = b.BindingSpec().Resource.ResourceVersion
		}
	}
	for _, o := range after.Templates {
		if o == nil {
			continue
		}
		ref, version := override.RefOf(o), o.GetResourceVersion()
		if version == "" {
			old := was[ref]
			changed[ref] = old == nil || !jsontree.Equal(old.Object, o.Object)
		} else {
			changed[ref] = bound[template.BindingRef(ref)] != version
		}
	}
	return changed
}

// touches reports whether a change of one of the clusters, which are listed before and after it, touches a binding.
func touches(clusters []*api.Cluster, b api.Binding, o schedule.Options) bool {
	placement := b.BindingSpec().Placement
	if placement == nil {
		return false
	}
	if accepted, _ := schedule.AcceptedForCluster(schedule.Input{Spec: b.BindingSpec(), Options: o}); !accepted {
		return false
	}
	affinity := placement.ClusterAffinity
	for i := range placement.ClusterAffinities {
		if term := &placement.ClusterAffinities[i]; i == 0 || term.AffinityName == b.BindingStatus().SchedulerObservedAffinityName {
			affinity = &term.ClusterAffinity
		}
	}
	for _, c := range clusters {
		if affinity == nil || schedule.Matches(affinity, c) {
			return true
		}
	}
	return false
}

// changedClusters returns both versions of the clusters that touch bindings, or the old one of those that are gone.
func changedClusters(before, after []*api.Cluster) (changed []*api.Cluster) {
	now := map[string]*api.Cluster{}
	for _, c := range after {
		if c != nil {
			now[c.Name] = c
		}
	}
	for _, old := range before {
		if old == nil {
			continue
		}
		c := now[old.Name]
		switch {
		case c == nil && old.DeletionTimestamp == nil:
			changed = append(changed, old)
		case c == nil:
		case (old.DeletionTimestamp == nil) != (c.DeletionTimestamp == nil), !equality.Semantic.DeepEqual(old.Labels, c.Labels),
			differs(old.Generation, c.Generation, old.Spec, c.Spec):
			changed = append(changed, old, c)
		}
	}
	return changed
}

// differs reports whether two generations differ, or two specs if a generation is unknown.
func differs(before, after int64, old, spec any) bool {
	if before != 0 && after != 0 {
		return before != after
	}
	return !equality.Semantic.DeepEqual(old, spec)
}

// changedOverrides returns both versions of the override policies that change. An invalid one selects nothing: a plan with it is an error.
func changedOverrides(before, after []api.OverrideSource) (changed []*override.Policy) {
	was, is := map[override.Ref]api.OverrideSource{}, map[override.Ref]api.OverrideSource{}
	for _, side := range []struct {
		from []api.OverrideSource
		into map[override.Ref]api.OverrideSource
	}{{before, was}, {after, is}} {
		for _, o := range side.from {
			if !isNil(o) {
				side.into[o.Ref()] = o
			}
		}
	}
	add := func(o api.OverrideSource) {
		if policy, err := karmada.Compile(o); err == nil {
			changed = append(changed, policy)
		}
	}
	for ref, old := range was {
		if o := is[ref]; o == nil || differs(old.GetGeneration(), o.GetGeneration(), *old.OverrideSpec(), *o.OverrideSpec()) {
			add(old)
		}
	}
	for ref, o := range is {
		if old := was[ref]; old == nil || differs(old.GetGeneration(), o.GetGeneration(), *old.OverrideSpec(), *o.OverrideSpec()) {
			add(o)
		}
	}
	return changed
}
