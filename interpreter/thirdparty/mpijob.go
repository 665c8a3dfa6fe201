package thirdparty

import (
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// mpiJob runs a launcher and workers.
func mpiJob() definition {
	return definition{
		apiVersion: "kubeflow.org/v2beta1", kind: "MPIJob",
		components: mpiComponents,
		status: func(r *run, object any) any {
			status := r.report(object, "conditions", "startTime", "completionTime", "lastReconcileTime")
			if _, isList := status["conditions"].([]any); !isList {
				delete(status, "conditions")
			}
			replicas := map[string]any{}
			if statuses := r.find(object, "status", "replicaStatuses"); statuses != nil {
				for replica, of := range inOrder(r.table(statuses)) {
					counts := map[string]any{}
					for _, field := range []string{"active", "succeeded", "failed", "selector"} {
						set(counts, field, r.get(of, field))
					}
					replicas[replica] = counts
				}
			}
			status["replicaStatuses"] = replicas
			return r.omitted(status, false)
		},
		aggregate: aggregateMPIJob,
		health: func(r *run, object any) bool {
			conditions := r.find(object, "status", "conditions")
			return conditions != nil && !isEmpty(conditions) && r.firstTrue(r.find(object, "status"), "Failed") == nil
		},
	}
}

// mpiComponents returns a component for each type of replicas that has a template, sorted by name; upstream's order is random.
func mpiComponents(r *run, object any) []interpreter.Component {
	all := []interpreter.Component{}
	specs := r.find(object, "spec", "mpiReplicaSpecs")
	if specs == nil {
		return all
	}
	for name, spec := range inOrder(r.table(specs)) {
		if r.get(specs, name, "template") == nil {
			continue
		}
		replicas := 1.0
		if strings.EqualFold(name, "worker") {
			replicas = 0
		}
		all = append(all, r.component(name, numberOr(r.get(spec, "replicas"), replicas), r.requirements(spec, "template")))
	}
	return all
}

// aggregateMPIJob returns the status of the only member, or a new one with the sums of the replicas and the latest condition of each type.
func aggregateMPIJob(r *run, object map[string]any, items []item) map[string]any {
	switch len(items) {
	case 0:
		return object
	case 1:
		set(object, "status", items[0].status)
		return object
	}
	status := map[string]any{"replicaStatuses": r.sumReplicas(items), "conditions": r.latestConditions(items)}
	set(status, "startTime", r.earliest(items, "startTime"))
	set(status, "completionTime", r.latest(items, nil, "completionTime"))
	set(status, "lastReconcileTime", r.latest(items, nil, "lastReconcileTime"))
	object["status"] = r.omitted(status, false)
	return object
}

// latestConditions returns the latest condition of each type, in the order in which the types appear first. One without a time does
// not count.
func (r *run) latestConditions(items []item) []any {
	type timed struct{ condition, time any }
	var all []timed
	at := map[any]int{}
	for of := range r.members(items) {
		for _, condition := range r.each(of, "conditions") {
			time := or(r.get(condition, "lastUpdateTime"), r.get(condition, "lastTransitionTime"))
			if time == nil {
				continue
			}
			kind := r.key(r.get(condition, "type"), "type")
			i, found := at[kind]
			switch {
			case !found:
				at[kind] = len(all)
				all = append(all, timed{condition, time})
			case r.less(all[i].time, time):
				all[i] = timed{condition, time}
			}
		}
	}
	var conditions []any
	for _, t := range all {
		conditions = append(conditions, t.condition)
	}
	return conditions
}
