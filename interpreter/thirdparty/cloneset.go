package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// openKruise returns the kinds of apps.kruise.io.
func openKruise() []definition {
	return []definition{cloneSet()}
}

// cloneSet is a Deployment with updates in place.
func cloneSet() definition {
	sums := []string{"replicas", "readyReplicas", "updatedReplicas", "availableReplicas", "updatedReadyReplicas", "expectedUpdatedReplicas"}
	texts := []string{"updateRevision", "currentRevision", "labelSelector"}
	return definition{
		apiVersion: "apps.kruise.io/v1alpha1", kind: "CloneSet",
		replicas: templateReplicas,
		revise:   reviseReplicas,
		status:   func(r *run, object any) any { return r.reportGenerations(object, append(texts, sums...)...) },
		aggregate: func(r *run, object map[string]any, items []item) map[string]any {
			return r.aggregateWorkload(object, items, sums, nil, texts, "")
		},
		health:       isRolledOut,
		dependencies: templateDependencies,
	}
}

// templateReplicas returns spec.replicas, and what a pod of spec.template needs.
func templateReplicas(r *run, object any) (any, *interpreter.ReplicaRequirements) {
	return r.get(object, "spec", "replicas"), r.requirements(object, "spec", "template")
}

// reviseReplicas writes spec.replicas. The object must have a spec.
func reviseReplicas(r *run, object any, replicas float64) {
	r.object(object, "spec")["replicas"] = replicas
}

// templateDependencies returns what the pods of spec.template need. If they need nothing, it is an error, as upstream.
func templateDependencies(r *run, object any) []interpreter.Dependency {
	all := r.podDependencies(object, object, "spec", "template")
	if len(all) == 0 {
		r.fail([]string{"spec", "template"}, "has no dependencies, expected at least one")
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

// aggregateWorkload is aggregateGenerations for sums, and for texts of which the last that is not empty is used, or otherwise a default.
// Without a cluster the sums are 0, and the zeros, some of the texts, are the default.
func (r *run) aggregateWorkload(object map[string]any, items []item, sums, zeros, texts []string, otherwise any) map[string]any {
	return r.aggregateGenerations(object, items, func(status map[string]any) {
		for _, field := range sums {
			status[field] = 0.0
		}
		for _, field := range zeros {
			status[field] = otherwise
		}
	}, func(status map[string]any) {
		for _, field := range sums {
			status[field] = r.sum(items, field)
		}
		for _, field := range texts {
			status[field] = r.last(items, otherwise, field)
		}
	})
}
