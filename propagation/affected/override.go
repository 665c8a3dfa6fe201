package affected

import (
	"encoding/json"
	"maps"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/selector"
)

// PutOverride adds or replaces an override policy of either dialect. Of the templates that have a binding, and of the Namespaces, it concerns:
//
//  1. Those of [impact.Index.Affected]: none if both versions certainly act in the same way.
//  2. Those of kinds with an interpreter that may revise anything, if the policy would select them with other labels, before or after. If it has
//     a namespace and a cluster-wide policy may write the identity of objects, all of them.
//
// If the policy is new, it also concerns the templates of the propagation policies that wait for it (dependentOverrides), and those without a claim that
// these select.
func (x *Index) PutOverride(o Override) []override.Ref {
	if o.Policy == nil {
		return nil
	}
	defer x.lock()()
	return x.replaceOverride(o.Policy.Ref(), o)
}

// DeleteOverride removes an override policy that is gone. It concerns what a new one does, see [Index.PutOverride].
func (x *Index) DeleteOverride(ref override.Ref) []override.Ref {
	defer x.lock()()
	return x.replaceOverride(ref, Override{})
}

func (x *Index) replaceOverride(ref override.Ref, o Override) []override.Ref {
	before, after := x.compiled[ref].Policy, o.Policy
	if before == after {
		return nil
	}
	found := answer{}
	if !x.filling && len(x.bindings.all)+len(x.kinds) > 0 && !impact.SamePolicy(before, after) {
		set := x.currentOverrides().Set
		for _, a := range x.indexed().Affected(set, before, after) {
			x.addOverridden(found, a.Object, "")
		}
		x.addCustom(found, set, "", before, after)
	}
	if !x.filling && (before == nil) != (after == nil) {
		for policy := range x.waiting[ref] {
			x.addClaimed(found, policy)
			x.addSelected(found, x.sources[policy])
		}
	}
	if x.changed[ref] = true; after == nil {
		delete(x.compiled, ref)
	} else {
		x.compiled[ref] = o
	}
	return found.sorted()
}

// addOverridden adds a template that has Works in a cluster, or in any if that is empty.
func (x *Index) addOverridden(found answer, ref override.Ref, cluster string) {
	if content.IsNamespace(ref) {
		found[ref] = true
		return
	}
	own := content.BindingRef(ref)
	for _, b := range []*bound{x.bindings.all[own], x.expected.all[own]} {
		if b != nil && (cluster == "" || targets(b.binding.BindingSpec(), cluster)) {
			found[ref] = true
		}
	}
}

// addCustom implements rule 2 of [Index.PutOverride].
func (x *Index) addCustom(found answer, set *override.Set, cluster string, policies ...*override.Policy) {
	if len(x.custom) == 0 {
		return
	}
	renamed := false
	for p := range set.All() {
		renamed = renamed || p.Tier() == override.ClusterWide && p.Scope().Has(override.ScopeIdentity)
	}
	for _, templates := range x.custom {
		for ref := range templates {
			object := selector.ObjectOf(x.templates[ref].Object)
			for _, p := range policies {
				if p != nil && (renamed && p.Ref().Namespace != "" || selects(p, object)) {
					x.addOverridden(found, ref, cluster)
					break
				}
			}
		}
	}
}

// selects reports whether a policy would select an object with some labels.
func selects(p *override.Policy, object selector.Object) bool {
	namespace := p.Ref().Namespace
	return (namespace == "" || namespace == object.Namespace) && p.Objects().MatchRelabeled(object)
}

// currentOverrides returns the override policies as they are now. Changes are collected until they are needed.
func (x *Index) currentOverrides() work.Overrides {
	set := x.overrides.Set
	if len(x.changed) > 100 || set == nil {
		all := make([]*override.Policy, 0, len(x.compiled))
		for _, o := range x.compiled {
			all = append(all, o.Policy)
		}
		set = override.NewSet(all...).Guarding(x.Options.Guard)
		if x.Options.References != nil {
			set = set.Referring(x.Options.References)
		}
	} else if len(x.changed) > 0 {
		for ref := range x.changed {
			if set = set.Without(ref); x.compiled[ref].Policy != nil {
				set = set.With(x.compiled[ref].Policy)
			}
		}
	}
	if len(x.changed) > 0 {
		x.overrides.Records = x.recorded()
		clear(x.changed)
	}
	x.overrides.Set = set
	return x.overrides
}

// recorded returns the records of the present policies: readers have the old map.
func (x *Index) recorded() map[override.Origin]json.RawMessage {
	records := maps.Clone(x.overrides.Records)
	if records == nil {
		records = map[override.Origin]json.RawMessage{}
	}
	maps.DeleteFunc(records, func(origin override.Origin, _ json.RawMessage) bool { return x.changed[origin.Policy] })
	for ref := range x.changed {
		maps.Copy(records, x.compiled[ref].Records)
	}
	return records
}

// Overrides returns the override policies as they are now. The result never changes.
func (x *Index) Overrides() work.Overrides {
	defer x.lock()()
	return x.currentOverrides()
}

// OverrideExists reports whether an OverridePolicy of Karmada exists, or a ClusterOverridePolicy if the namespace is empty: see [claim.DecideInput].
func (x *Index) OverrideExists(namespace, name string) bool {
	defer x.lock()()
	return x.compiled[overrideRef(namespace, name)].Policy != nil
}

// overrideRef returns the reference of an override policy of Karmada.
func overrideRef(namespace, name string) override.Ref {
	ref := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: namespace, Name: name}
	if namespace == "" {
		ref.Kind = "ClusterOverridePolicy"
	}
	return ref
}
