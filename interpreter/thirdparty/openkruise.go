package thirdparty

const kruise = "apps.kruise.io/v1alpha1"

// openKruise returns the kinds of OpenKruise.
func openKruise() []definition {
	return []definition{
		cloneSet(), kruiseStatefulSet(), unitedDeployment(), kruiseDaemonSet(), broadcastJob(), advancedCronJob(), sidecarSet(),
	}
}

// kruiseWorkload is a kind with replicas of a pod template.
func kruiseWorkload(apiVersion, kind string, c counted) definition {
	return definition{
		apiVersion: apiVersion, kind: kind,
		replicas:     templateReplicas,
		revise:       reviseReplicas,
		status:       func(r *run, object any) any { return r.reportGenerations(object, c.fields()...) },
		aggregate:    c.aggregate,
		health:       isRolledOut,
		dependencies: templateDependencies,
	}
}

// cloneSet is a Deployment that updates its pods in place.
func cloneSet() definition {
	return kruiseWorkload(kruise, "CloneSet", counted{
		sums:      []string{"replicas", "readyReplicas", "updatedReplicas", "availableReplicas", "updatedReadyReplicas", "expectedUpdatedReplicas"},
		texts:     []string{"updateRevision", "currentRevision", "labelSelector"},
		otherwise: "",
	})
}

func kruiseStatefulSet() definition {
	revisions := []string{"updateRevision", "currentRevision"}
	return kruiseWorkload("apps.kruise.io/v1beta1", "StatefulSet", counted{
		sums:      []string{"replicas", "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas", "updatedReadyReplicas"},
		texts:     revisions,
		zeros:     revisions,
		otherwise: "",
	})
}

// kruiseDaemonSet is a DaemonSet that updates its pods in place. Its pods may need nothing.
func kruiseDaemonSet() definition {
	c := counted{
		sums: []string{
			"currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady",
			"updatedNumberScheduled", "numberAvailable", "numberUnavailable",
		},
		texts:     []string{"daemonSetHash"},
		zeros:     []string{"daemonSetHash"},
		otherwise: 0.0,
	}
	d := kruiseWorkload(kruise, "DaemonSet", c)
	d.replicas, d.revise = nil, nil
	d.health = func(r *run, object any) bool {
		status := r.get(object, "status")
		if !r.isObserved(object) {
			return false
		}
		updated := r.get(status, "updatedNumberScheduled")
		return !r.less(updated, r.get(status, "desiredNumberScheduled")) && !r.less(r.get(status, "numberAvailable"), updated)
	}
	d.dependencies = optionalTemplateDependencies
	return d
}

// unitedDeployment makes workloads of several kinds. Its template is usually not one of pods, so it needs nothing.
func unitedDeployment() definition {
	c := counted{sums: []string{"replicas", "readyReplicas", "updatedReplicas", "availableReplicas", "unavailableReplicas"}, needsStatus: true}
	d := kruiseWorkload(kruise, "UnitedDeployment", c)
	d.status = func(r *run, object any) any { return r.reportGenerations(object, append(c.fields(), "conditions")...) }
	d.health = func(r *run, object any) bool {
		for _, part := range []string{"status", "metadata", "spec"} {
			if r.get(object, part) == nil {
				return false
			}
		}
		return isRolledOut(r, object)
	}
	d.aggregate = func(r *run, object map[string]any, items []item) map[string]any {
		object = c.aggregate(r, object, items)
		if conditions := r.lastConditions(items); items != nil && len(conditions) > 0 {
			r.table(object, "status")["conditions"] = conditions
		}
		return object
	}
	return d
}

// lastConditions returns the last condition of each type, in the order in which the types appear first.
func (r *run) lastConditions(items []item) []any {
	var all []any
	at := map[any]int{}
	for status := range r.members(items) {
		for _, condition := range r.each(status, "conditions") {
			of := r.key(r.get(condition, "type"), "type")
			if i, found := at[of]; found {
				all[i] = condition
				continue
			}
			at[of] = len(all)
			all = append(all, condition)
		}
	}
	return all
}
