package propagation

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// findOverridden returns the templates whose Works changed override policies may change, or the present ones in changed clusters. Templates of
// namespaces are planned again. A plan without Works has none.
//
// Only the interpreters of package native are known to revise only replicas. Override policies select what the interpreter returns, so a change
// may affect all templates of other kinds.
func (r *replanner) findOverridden(e *edits) []*template {
	if r.Options.WithoutManifests || len(e.overrides) == 0 && (len(e.clusters) == 0 || r.overrides.Set.Len() == 0) {
		return nil
	}
	o := overridden{replanner: r, known: map[override.Ref]bool{}, custom: map[override.Ref]bool{}}
	index, set := r.from.index.get(r.from), r.from.overrides.Set
	for _, c := range e.overrides {
		before, _ := set.Get(c.ref)
		after, _ := r.overrides.Set.Get(c.ref)
		for _, affected := range index.Affected(set, before, after) {
			o.add(affected.Object, "")
		}
		if set = set.Without(c.ref); after != nil {
			set = set.With(after)
		}
	}
	if len(e.overrides) > 0 {
		o.addCustom("")
	}
	for _, c := range e.clusters {
		before, after := c.before.Facts(), c.after.Facts()
		for _, affected := range index.AffectedByCluster(set, &before, &after) {
			o.add(affected.Object, c.after.Name)
		}
		o.addCustom(c.after.Name)
	}
	return o.found
}

// overridden collects templates.
type overridden struct {
	*replanner
	found  []*template
	known  map[override.Ref]bool
	custom map[override.Ref]bool // kinds, as references without a name, with an interpreter that may revise anything
}

// add adds a template with Works in a cluster, or in any if that is empty.
func (o *overridden) add(ref override.Ref, cluster string) {
	at, exists := search(o.from.templates, templateRef, ref)
	if !exists || o.known[ref] {
		return
	}
	t := o.from.templates[at]
	if t.isNamespace() {
		o.replanner.add(t)
		return
	}
	if b := o.from.plan.finalOf(t.binding); b != nil && (cluster == "" || isTarget(b, cluster)) {
		o.known[ref] = true
		o.found = append(o.found, t)
	}
}

// addCustom adds the templates whose interpreters may revise anything.
func (o *overridden) addCustom(cluster string) {
	for _, t := range o.from.templates {
		if t.binding == (override.Ref{}) || t.fault != nil {
			continue
		}
		kind := override.Ref{APIVersion: t.ref.APIVersion, Kind: t.ref.Kind}
		custom, known := o.custom[kind]
		if !known {
			custom = o.revisesAnything(t.object.GroupVersionKind())
			o.custom[kind] = custom
		}
		if custom {
			o.add(t.ref, cluster)
		}
	}
}

// revisesAnything reports whether a kind has an interpreter of replicas that is not of package native.
func (o *overridden) revisesAnything(kind schema.GroupVersionKind) bool {
	_, found := o.Registry.ReplicaReviser(kind)
	return found && o.Registry.Name(kind, interpreter.ReviseReplica) != "native"
}

// isTarget reports whether a cluster gets the object of a binding.
func isTarget(b api.Binding, cluster string) bool {
	for _, t := range work.Targets(b.BindingSpec()) {
		if t.Name == cluster {
			return true
		}
	}
	return false
}
