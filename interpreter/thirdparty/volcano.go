package thirdparty

import (
	"strconv"

	"github.com/overridekit/overridekit/interpreter"
)

// volcano returns the kinds of Volcano.
func volcano() []definition { return []definition{volcanoJob()} }

// volcanoJob runs tasks, each with pods of its own.
func volcanoJob() definition {
	return definition{
		apiVersion: "batch.volcano.sh/v1alpha1", kind: "Job",
		components: func(r *run, object any) []interpreter.Component {
			all := []interpreter.Component{}
			for i, task := range r.each(object, "spec", "tasks") {
				name := r.get(task, "name")
				if name == nil || name == "" {
					name = "task-" + strconv.Itoa(i)
				}
				all = append(all, r.component(name, numberOr(r.get(task, "minAvailable"), 1), r.requirements(task, "template")))
			}
			return all
		},
		status: func(r *run, object any) any {
			return r.report(object, "minAvailable", "pending", "running", "succeeded", "failed", "terminating", "unknown", "version",
				"retryCount", "runningDuration", "taskStatusCount", "controlledResources", "state", "conditions")
		},
		aggregate: aggregateVolcanoJob,
		health: func(r *run, object any) bool {
			switch r.find(object, "status", "state", "phase") {
			case "Running", "Completed", "Pending", "Aborting", "Aborted", "Restarting", "Completing", "Terminating", "Terminated":
				return true
			}
			return false
		},
	}
}
