package thirdparty

import (
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// notebook is one pod with a notebook.
func notebook() definition {
	return definition{
		apiVersion: "kubeflow.org/v1", kind: "Notebook",
		replicas: func(r *run, object any) (any, *interpreter.ReplicaRequirements) {
			return 1.0, r.requirements(object, "spec", "template")
		},
		status: func(r *run, object any) any {
			status := r.report(object, "readyReplicas", "containerState", "conditions")
			if r.get(object, "status") != nil {
				status["readyReplicas"] = or(status["readyReplicas"], 0.0)
			}
			return status
		},
		aggregate: aggregateNotebook,
		health: func(r *run, object any) bool {
			state := r.find(object, "status", "containerState")
			waiting, ended := r.find(state, "waiting"), r.find(state, "terminated")
			switch {
			case r.find(state, "running") != nil:
				return true
			case waiting != nil:
				return r.get(waiting, "reason") == "ContainerCreating"
			case ended != nil:
				switch r.get(ended, "reason") {
				case "Error", "OOMKilled", "ContainerCannotRun":
					return false
				}
				return or(r.get(ended, "exitCode"), 0.0) == 0.0
			}
			return false
		},
	}
}

// aggregateNotebook returns the status of the only member. The status of several ones replaces the old one:
//
//  1. A member without a status has neither failed nor is it ready. One without a state has failed.
//  2. The state is that of the last member that has failed. If none has, it is running since the latest start.
//  3. Ready needs all members to run, so none may lack a status.
func aggregateNotebook(r *run, object map[string]any, items []item) map[string]any {
	switch {
	case items == nil:
		return object
	case len(items) == 1:
		set(object, "status", items[0].status)
		return object
	}
	status := map[string]any{"readyReplicas": r.sum(items, "readyReplicas")}
	object["status"] = status
	var failed []string
	var started any
	state, running := map[string]any{}, 0
	for cluster, of := range r.reports(items) {
		its := r.get(of, "containerState")
		switch {
		case its == nil || isEmpty(its):
			failed = append(failed, r.text(cluster))
			state = map[string]any{"waiting": map[string]any{"reason": "Unschedulable"}}
		case r.get(its, "terminated") != nil || r.get(its, "waiting") != nil:
			failed = append(failed, r.text(cluster))
			state = r.table(its)
		case r.get(its, "running") != nil && len(failed) == 0:
			running++
			if at := r.get(its, "running", "startedAt"); started == nil || at != nil && r.less(started, at) {
				started = at
			}
			state = map[string]any{"running": map[string]any{}}
			set(r.table(state, "running"), "startedAt", started)
		}
	}
	status["containerState"] = state
	status["conditions"] = r.notebookConditions(failed, running > 0 && running == len(items))
	return object
}

func (r *run) notebookConditions(failed []string, running bool) []any {
	var all []any
	if len(failed) > 0 {
		all = append(all, r.probed("Failed", "NotebookFailed", "Notebook executed failed in member clusters: "+strings.Join(failed, ", ")))
	}
	if running {
		all = append(all, r.probed("Ready", "Ready", "All notebooks are ready"))
	}
	return all
}

// probed returns a condition of this moment that is true.
func (r *run) probed(of, reason, message string) any {
	now := r.clock()
	return map[string]any{
		"type": of, "status": "True", "reason": reason, "message": message, "lastProbeTime": now, "lastTransitionTime": now,
	}
}
