package thirdparty

import (
	"slices"

	"github.com/overridekit/overridekit/interpreter"
)

// templateReplicas returns spec.replicas, and what a pod of spec.template needs.
func templateReplicas(r *run, object any) (any, *interpreter.ReplicaRequirements) {
	return r.get(object, "spec", "replicas"), r.requirements(object, "spec", "template")
}

// reviseReplicas writes spec.replicas. The object must have a spec.
func reviseReplicas(r *run, object any, replicas float64) {
	r.table(object, "spec")["replicas"] = replicas
}

// templateDependencies returns what the pods of spec.template need, see neededByPods.
func templateDependencies(r *run, object any) []interpreter.Dependency {
	return r.neededByPods(object, object, "spec", "template")
}

// optionalTemplateDependencies is templateDependencies for pods that may need nothing.
func optionalTemplateDependencies(r *run, object any) []interpreter.Dependency {
	return r.podDependencies(object, object, "spec", "template")
}

// neededByPods is podDependencies for a template whose pods must need something, as upstream.
func (r *run) neededByPods(object, v any, path ...string) []interpreter.Dependency {
	all := r.podDependencies(object, v, path...)
	if len(all) == 0 {
		r.failAt(v, path, "needs no other object, expected one that does")
	}
	return all
}

// isRolledOut reports whether the newest object was observed, spec.replicas are updated, and as many are available as are updated. Absent
// numbers are errors, except for spec.replicas, which then is met.
func isRolledOut(r *run, object any) bool {
	status := r.get(object, "status")
	if !r.isObserved(object) {
		return false
	}
	updated := r.get(status, "updatedReplicas")
	if wanted := r.get(object, "spec", "replicas"); wanted != nil && r.less(updated, wanted) {
		return false
	}
	return !r.less(r.get(status, "availableReplicas"), updated)
}

// isObserved reports whether status.observedGeneration is metadata.generation, or both are absent.
func (r *run) isObserved(object any) bool {
	return same(r.get(object, "status", observedGeneration), r.get(object, "metadata", generation))
}

// counted are the members of a status that aggregateWorkload writes.
type counted struct {
	sums      []string
	texts     []string // the last one that is not an empty string
	zeros     []string // the texts that are written without a cluster
	otherwise any      // for texts that no member has, and zeros

	needsStatus bool // a member without a status is not up to date
}

// fields returns the names of all members.
func (c counted) fields() []string { return slices.Concat(c.sums, c.texts) }

// aggregate is aggregateGenerations for counted members.
func (c counted) aggregate(r *run, object map[string]any, items []item) map[string]any {
	isCurrent := func(template, status any) bool {
		return !(c.needsStatus && status == nil) && r.isCurrent(template, status)
	}
	return r.aggregateCurrent(object, items, isCurrent, func(status map[string]any) {
		for _, field := range c.sums {
			status[field] = 0.0
		}
		for _, field := range c.zeros {
			status[field] = c.otherwise
		}
	}, func(status map[string]any) {
		for _, field := range c.sums {
			status[field] = r.sum(items, field)
		}
		for _, field := range c.texts {
			status[field] = r.last(items, c.otherwise, field)
		}
	})
}
