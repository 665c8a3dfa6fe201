package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// addDependents adds the templates to which changes of objects may matter, in addition to the bindings of these objects: those that need one that is
// new or gone, and those that select objects of its kind and namespace by labels.
func (r *replanner) addDependents(changes edit[*template]) {
	if !slices.ContainsFunc(changes, r.from.needed().isAffectedBy) {
		return
	}
	changed := map[override.Ref]bool{} // without a name: an object of this kind and namespace
	for _, c := range changes {
		changed[override.Ref{APIVersion: c.ref.APIVersion, Kind: c.ref.Kind, Namespace: c.ref.Namespace}] = true
		if changesExistence(c) {
			changed[c.ref] = true
		}
	}
	for _, t := range r.from.templates {
		if t.needs != nil && slices.ContainsFunc(t.needs.dependencies, func(d interpreter.Dependency) bool {
			return changed[override.Ref{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name}]
		}) {
			r.add(t)
		}
	}
}

// addRelabeled adds the dependents of templates whose labels have changed since the old plan, because their claims have.
func (r *replanner) addRelabeled(batch []*template) {
	var relabeled edit[*template]
	for _, t := range batch {
		c := change[*template]{ref: t.ref, before: r.was[t.ref], after: t, was: true, is: true}
		if t.fault != nil || c.before == nil || c.before.fault != nil || !r.from.needed().isAffectedBy(c) {
			continue
		}
		if !maps.Equal(content.Labels(c.before.object), content.Labels(t.object)) {
			relabeled = append(relabeled, c)
		}
	}
	r.addDependents(relabeled)
}

// changesExistence reports whether a change makes a valid object exist, or no longer exist.
func changesExistence(c change[*template]) bool {
	return (c.was && c.before.fault == nil) != (c.is && c.after.fault == nil)
}
