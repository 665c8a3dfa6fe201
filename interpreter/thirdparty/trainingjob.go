package thirdparty

import "strings"

// aggregateTFJob adds up the replicas, and sets a condition if a member has failed or all have succeeded. The last of these two conditions
// of a member counts.
func aggregateTFJob(r *run, object map[string]any, items []item) map[string]any {
	status := r.statusOf(object)
	if items == nil {
		return r.withoutTraining(object)
	}
	r.setTraining(status, items)
	var failed []string
	succeeded := 0
	for i := range items {
		var ended any
		for of := range r.members(items[i : i+1]) {
			for _, condition := range r.each(of, "conditions") {
				if kind := r.get(condition, "type"); (kind == "Succeeded" || kind == "Failed") && r.get(condition, "status") == "True" {
					ended = kind
				}
			}
		}
		switch ended {
		case "Failed":
			failed = append(failed, r.text(items[i].cluster))
		case "Succeeded":
			succeeded++
		}
	}
	var conditions []any
	if len(failed) > 0 {
		message := "TFJob executed failed in member clusters: " + strings.Join(failed, ", ")
		conditions = append(conditions, r.probed("Failed", "TFJobFailed", message))
	}
	if succeeded > 0 && succeeded == len(items) {
		conditions = append(conditions, r.probed("Succeeded", "Completed", "TFJob completed successfully"))
		set(status, "completionTime", r.latest(items, nil, "completionTime"))
	}
	status["conditions"] = conditions
	object["status"] = r.omitted(status, true)
	return object
}

// aggregatePyTorchJob adds up the replicas. Its conditions are those of a job on its own: created, running, and how it ended.
func aggregatePyTorchJob(r *run, object map[string]any, items []item) map[string]any {
	status := r.statusOf(object)
	if len(items) == 0 {
		return r.withoutTraining(object)
	}
	r.setTraining(status, items)
	completion := r.latest(items, nil, "completionTime")
	var conditions []any
	add := func(of, value, message string, updated, transitioned any) {
		condition := map[string]any{"type": of, "status": value, "reason": "PyTorchJob" + of, "message": message}
		set(condition, "lastUpdateTime", tableOf(updated)) // a copy, as a time that is an object would be in the result twice
		set(condition, "lastTransitionTime", tableOf(transitioned))
		conditions = append(conditions, condition)
	}
	p := r.progressOf(items)
	if p.created {
		add("Created", "True", "PyTorchJob is created.", status["startTime"], status["startTime"])
	}
	hasSucceeded := p.succeeded == len(items)
	if p.running != nil {
		value := "True"
		if len(p.failed) > 0 || hasSucceeded {
			value = "False"
		}
		add("Running", value, "PyTorchJob is running.", r.get(p.running, "lastUpdateTime"), r.get(p.running, "lastTransitionTime"))
	}
	switch {
	case len(p.failed) > 0:
		add("Failed", "True", "PyTorchJob executed failed in member clusters: "+strings.Join(p.failed, ", "), completion, completion)
	case hasSucceeded:
		add("Succeeded", "True", "PyTorchJob is successfully completed.", completion, completion)
		set(status, "completionTime", completion)
	}
	status["conditions"] = conditions
	object["status"] = r.omitted(status, true)
	return object
}

// progress is how far the members of a PyTorchJob are.
type progress struct {
	created   bool
	running   any // the last condition Running, whatever its status, or nil
	failed    []string
	succeeded int // members that have succeeded, and not failed
}

func (r *run) progressOf(items []item) progress {
	var p progress
	for i := range items {
		failed, succeeded := false, false
		for of := range r.members(items[i : i+1]) {
			for _, condition := range r.each(of, "conditions") {
				is := r.get(condition, "status") == "True"
				switch r.get(condition, "type") {
				case "Created":
					p.created = p.created || is
				case "Running":
					p.running = condition
				case "Failed":
					failed = failed || is
				case "Succeeded":
					succeeded = succeeded || is
				}
			}
		}
		switch {
		case failed:
			p.failed = append(p.failed, r.text(items[i].cluster))
		case succeeded:
			p.succeeded++
		}
	}
	return p
}

// setTraining writes the times and the replicas of a training job.
func (r *run) setTraining(status map[string]any, items []item) {
	set(status, "startTime", r.earliest(items, "startTime"))
	set(status, "lastReconcileTime", r.latest(items, nil, "lastReconcileTime"))
	status["replicaStatuses"] = r.sumReplicas(items)
}

// withoutTraining removes what the members report. The status itself stays, even if nothing is left.
func (r *run) withoutTraining(object map[string]any) map[string]any {
	status := r.statusOf(object)
	delete(status, "startTime")
	delete(status, "completionTime")
	status["replicaStatuses"], status["conditions"] = map[string]any{}, map[string]any{} // empty, so fromTable leaves them out
	return object
}
