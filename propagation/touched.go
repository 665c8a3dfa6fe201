package propagation

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// TouchedSince returns [PlanOptions].Touched, Overridden and Changed for the input after, if the clusters, override policies and templates were those of
// the input before. Other lists of before are not read. To name the clusters of one event, put their old versions into before.
//
//  1. A cluster touches bindings if [affected.Touching] says so: a change of its labels, its spec or its deletion.
//  2. It touches the stored bindings of after for which [affected.Touches] is true: those whose affinity matches the cluster before or after.
//  3. An override policy concerns the templates of after that it selects, if it is new or gone, or if its generation or spec changes.
//  4. A template has changed if its resource version is not that in its stored binding. Without a resource version, as in files that were written by
//     hand, it has changed if it is not as before.
//
// The functions keep what they need of both inputs, which are not written and not copied. They may be called concurrently.
func TouchedSince(before, after PlanInput) (touched, overridden, changed func(template override.Ref) bool) {
	clusters, bindings, templates := touching(before.Clusters, after.Clusters), map[override.Ref]bool{}, map[override.Ref]bool{}
	for _, b := range after.Bindings {
		if !content.NoBinding(b) {
			bindings[b.Ref()] = affected.Touches(b, after.Options.Schedule, clusters...)
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
	return func(t override.Ref) bool { return bindings[content.BindingRef(t)] }, func(t override.Ref) bool { return templates[t] },
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
			changed[ref] = bound[content.BindingRef(ref)] != version
		}
	}
	return changed
}

// touching returns the versions of clusters that touch bindings.
func touching(before, after []*api.Cluster) (changed []*api.Cluster) {
	now := map[string]*api.Cluster{}
	for _, c := range after {
		if c != nil {
			now[c.Name] = c
		}
	}
	for _, old := range before {
		if old != nil {
			changed = append(changed, affected.Touching(old, now[old.Name])...)
		}
	}
	return changed
}

// changedOverrides returns both versions of the override policies that change. An invalid one selects nothing: a plan with it is an error.
func changedOverrides(before, after []api.OverrideSource) (changed []*override.Policy) {
	was, is := overridesByRef(before), overridesByRef(after)
	add := func(all, others map[override.Ref]api.OverrideSource) {
		for ref, o := range all {
			other := others[ref]
			if other != nil && !affected.Differs(other.GetGeneration(), o.GetGeneration(), *other.OverrideSpec(), *o.OverrideSpec()) {
				continue
			}
			if policy, err := karmada.Compile(o); err == nil {
				changed = append(changed, policy)
			}
		}
	}
	add(was, is)
	add(is, was)
	return changed
}

func overridesByRef(all []api.OverrideSource) map[override.Ref]api.OverrideSource {
	by := make(map[override.Ref]api.OverrideSource, len(all))
	for _, o := range all {
		if !isNil(o) {
			by[o.Ref()] = o
		}
	}
	return by
}
