package thirdparty

import (
	"maps"
	"slices"
)

// fluxAggregation is how the statuses of the members become that of the object, see aggregate.
type fluxAggregation struct {
	kept, replaced, texts, added []string
	empties                      []string // those of kept and replaced of which an empty string is taken as well
	zeros                        map[string]any
}

// aggregate aggregates by generation, see aggregateGenerations.
//
//  1. kept, replaced and texts are fields that are taken from the last member where they are not empty. If there is no such member, a
//     kept field stays, a replaced one is removed, and one of texts becomes "". One of empties is taken from the last member that has it.
//  2. added are counters. Those of the members are added to the object's own. If the object has none, it gets none. So they grow
//     whenever the result is aggregated again.
//  3. conditions are merged, see mergeConditions.
//  4. Without a cluster, zeros are written.
func (a fluxAggregation) aggregate(r *run, object map[string]any, items []item) map[string]any {
	return r.aggregateGenerations(object, items, func(status map[string]any) {
		maps.Copy(status, a.zeros)
	}, func(status map[string]any) {
		last := func(field string, otherwise any) {
			take := r.last
			if slices.Contains(a.empties, field) {
				take = r.lastPresent
			}
			set(status, field, take(items, otherwise, field))
		}
		for _, field := range a.kept {
			last(field, status[field])
		}
		for _, field := range a.replaced {
			last(field, nil)
		}
		for _, field := range a.texts {
			set(status, field, r.last(items, "", field))
		}
		for _, field := range a.added {
			if own := status[field]; own != nil {
				status[field] = r.sum(items, field) + r.number(own)
			}
		}
		status["conditions"] = r.mergeConditions(items)
	})
}

// reportStatus is reportGenerations for the fields of the kind.
func (k fluxKind) reportStatus(r *run, object any) any {
	reported := r.reportGenerations(object, append([]string{"conditions"}, k.report...)...)
	if status, _ := reported.(map[string]any); k.noObserved {
		delete(status, observedGeneration)
	}
	return reported
}

// isHealthy reports whether a condition Ready is True for one of the reasons of the kind.
func (k fluxKind) isHealthy(r *run, object any) bool {
	status := r.get(object, "status")
	return status != nil && r.hasCondition(status, "Ready", "True", k.ready...)
}

// retainSuspend keeps spec.suspend of the observed object if it has one. The observed object must have a spec. If suspend is kept, the
// desired one must have a spec, too.
func retainSuspend(r *run, desired, observed any) {
	if suspend := r.get(observed, "spec", "suspend"); suspend != nil {
		r.table(desired, "spec")["suspend"] = suspend
	}
}
