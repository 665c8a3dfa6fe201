package thirdparty

import (
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// broadcastJob runs a pod on each node.
func broadcastJob() definition {
	return definition{
		apiVersion: kruise, kind: "BroadcastJob",
		replicas: func(r *run, object any) (any, *interpreter.ReplicaRequirements) {
			replicas := r.get(object, "spec", "parallelism")
			if replicas == nil {
				replicas = 1.0
			}
			return replicas, r.requirements(object, "spec", "template")
		},
		revise: func(r *run, object any, replicas float64) { r.table(object, "spec")["parallelism"] = replicas },
		retain: func(r *run, desired, observed any) {
			at := []string{"spec", "template", "metadata"}
			if r.get(observed, at...) == nil {
				return
			}
			if labels := r.get(observed, append(at, "labels")...); labels != nil {
				r.table(desired, at...)["labels"] = labels
			}
		},
		status: func(r *run, object any) any {
			return r.report(object, "conditions", "startTime", "completionTime", "active", "succeeded", "failed", "desired", "phase")
		},
		aggregate: aggregateBroadcastJob,
		health: func(r *run, object any) bool {
			is := func(field string) bool { return r.get(object, "status", field) == 0.0 }
			return !is("desired") && is("failed") && !(is("succeeded") && is("active"))
		},
		dependencies: templateDependencies,
	}
}

// aggregateBroadcastJob adds up the pods, and sets a condition if a member has failed or all have completed. A member without such a
// condition counts as the one before it, as upstream.
func aggregateBroadcastJob(r *run, object map[string]any, items []item) map[string]any {
	if items == nil {
		return object
	}
	status := r.statusOf(object)
	for _, field := range []string{"active", "succeeded", "failed", "desired"} {
		status[field] = r.sum(items, field)
	}
	status["phase"] = r.lastPresent(items, "", "phase")
	var failed []string
	completed, ended := 0, any(nil)
	for i := range items {
		for of := range r.members(items[i : i+1]) {
			if end := r.firstTrue(of, "Complete", "Failed"); end != nil {
				ended = end
			}
		}
		switch ended {
		case "Complete":
			completed++
		case "Failed":
			failed = append(failed, r.text(items[i].cluster))
		}
	}
	var conditions []any
	if len(failed) > 0 {
		conditions = append(conditions, map[string]any{
			"type": "Failed", "status": "True", "reason": "JobFailed",
			"message": "Job executed failed in member clusters: " + strings.Join(failed, ", "),
		})
	}
	if completed == len(items) && completed > 0 {
		conditions = append(conditions, map[string]any{
			"type": "Completed", "status": "True", "reason": "Completed", "message": "Job completed",
		})
	}
	status["conditions"] = conditions
	return object
}

// firstTrue returns the type of the first condition that has one of these types and the status True, or nil.
func (r *run) firstTrue(status any, types ...string) any {
	for _, condition := range r.each(status, "conditions") {
		for _, of := range types {
			if r.get(condition, "type") == of && r.get(condition, "status") == "True" {
				return of
			}
		}
	}
	return nil
}
