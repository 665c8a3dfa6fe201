package thirdparty

// rayCluster is the cluster itself.
func rayCluster() definition {
	return definition{
		apiVersion: rayV1, kind: "RayCluster",
		components: rayPath{"spec"}.components,
		aggregate:  rayAggregate(aggregateRayClusters),
		health: func(r *run, object any) bool {
			status := r.get(object, "status")
			return status != nil && r.hasCondition(status, "HeadPodReady", "True") &&
				r.hasCondition(status, "RayClusterProvisioned", "True") && !r.hasCondition(status, "RayClusterReplicaFailure", "True")
		},
	}
}

// aggregateRayClusters writes the status.
//
//  1. conditions are all conditions of all members.
//  2. Numbers of workers are added up. So are CPU and memory, as quantities. GPUs and TPUs are numbers, in strings.
//  3. lastUpdateTime is the latest.
//  4. endpoints, head and the state with its times are those of the first member that has them.
func aggregateRayClusters(r *run, status map[string]any, items []item) {
	status["conditions"] = r.joined(items, "conditions")
	for _, field := range []string{"readyWorkerReplicas", "availableWorkerReplicas", "maxWorkerReplicas", "minWorkerReplicas", "desiredWorkerReplicas"} {
		status[field] = r.sum(items, field)
	}
	for _, field := range []string{"desiredCPU", "desiredMemory"} {
		status[field] = r.sumQuantities(items, field)
	}
	for _, field := range []string{"desiredGPU", "desiredTPU"} {
		status[field] = numberText(r.sum(items, field))
	}
	set(status, "lastUpdateTime", r.latest(items, nil, "lastUpdateTime"))
	for _, field := range []string{"endpoints", "head"} {
		set(status, field, r.first(items, field))
	}
	delete(status, "state")
	delete(status, "stateTransitionTimes")
	for _, member := range r.reports(items) {
		if state := r.get(member, "state"); state != nil {
			status["state"] = state
			set(status, "stateTransitionTimes", r.get(member, "stateTransitionTimes"))
			break
		}
	}
}

// sumQuantities adds up quantities. Each sum is written before the next one is added, because the format depends on it.
func (r *run) sumQuantities(items []item, field string) string {
	total := "0"
	for _, status := range r.reports(items) {
		if v := r.get(status, field); v != nil {
			sum := r.quantity(total)
			sum.Add(r.quantity(v))
			total = sum.String()
		}
	}
	return total
}
