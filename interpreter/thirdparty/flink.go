package thirdparty

import (
	"math"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// flink returns the kinds of Flink.
func flink() []definition { return []definition{flinkDeployment()} }

// flinkDeployment is a cluster of Flink: job managers and task managers.
func flinkDeployment() definition {
	fields := []string{
		"clusterInfo", "error", "jobManagerDeploymentStatus", "jobStatus", "observedGeneration", "lifecycleState", "reconciliationStatus",
		"taskManager",
	}
	return definition{
		apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment",
		replicas: func(r *run, object any) (any, *interpreter.ReplicaRequirements) {
			return r.jobManagers(object) + r.taskManagers(object), r.decodeRequirements(r.flinkRequirements(object))
		},
		components: func(r *run, object any) []interpreter.Component {
			return []interpreter.Component{
				r.component("jobmanager", r.jobManagers(object), r.managerRequirements(object, "jobManager")),
				r.component("taskmanager", r.taskManagers(object), r.managerRequirements(object, "taskManager")),
			}
		},
		status: func(r *run, object any) any { return r.report(object, fields...) },
		aggregate: func(r *run, object map[string]any, items []item) map[string]any {
			if items == nil {
				return object
			}
			var last any = map[string]any{
				"error": "", "jobManagerDeploymentStatus": "", "lifecycleState": "", "observedGeneration": 0.0,
			}
			for of := range r.members(items) {
				if of != nil {
					last = of
				}
			}
			status := r.statusOf(object)
			for _, field := range fields {
				set(status, field, r.get(last, field))
			}
			return object
		},
		health: isFlinkHealthy,
	}
}

func (r *run) jobManagers(object any) float64 {
	return numberOr(r.find(object, "spec", "jobManager", "replicas"), 1)
}

// taskManagers returns their number, or as many as the job needs for its parallelism; without a parallelism or slots, one.
func (r *run) taskManagers(object any) float64 {
	if n, ok := toNumber(r.find(object, "spec", "taskManager", "replicas")); ok {
		return n
	}
	parallelism, isParallel := toNumber(r.find(object, "spec", "job", "parallelism"))
	slots, hasSlots := toNumber(r.find(object, "spec", "flinkConfiguration", "taskmanager.numberOfTaskSlots"))
	if !isParallel || !hasSlots || slots == 0 {
		return 1
	}
	return math.Ceil(parallelism / slots)
}

// flinkRequirements returns the larger CPU and the larger memory of both kinds of managers.
func (r *run) flinkRequirements(object any) map[string]any {
	request := map[string]any{}
	job, task := r.find(object, "spec", "jobManager", "resource", "cpu"), r.find(object, "spec", "taskManager", "resource", "cpu")
	if job != nil && task != nil {
		request["cpu"] = max(r.number(task), r.number(job))
	} else {
		set(request, "cpu", or(task, job))
	}
	job, task = r.find(object, "spec", "jobManager", "resource", "memory"), r.find(object, "spec", "taskManager", "resource", "memory")
	switch {
	case task == nil || job != nil && r.amount(job) > r.amount(task):
		set(request, "memory", job)
	default:
		request["memory"] = task
	}
	table := map[string]any{"resourceRequest": request, "nodeClaim": r.nodeClaim(object)}
	set(table, "priorityClassName", r.priority(object))
	if namespace := r.find(object, "metadata", "namespace"); namespace != "" {
		set(table, "namespace", namespace)
	}
	return table
}

// managerRequirements returns the requirements of one kind of managers. Its memory is a number of bytes.
func (r *run) managerRequirements(object any, manager string) *interpreter.ReplicaRequirements {
	request := map[string]any{}
	set(request, "cpu", r.find(object, "spec", manager, "resource", "cpu"))
	if memory := r.find(object, "spec", manager, "resource", "memory"); memory != nil {
		request["memory"] = r.amount(memory)
	}
	table := map[string]any{"resourceRequest": request, "nodeClaim": r.nodeClaim(object)}
	set(table, "priorityClassName", r.priority(object))
	return r.decodeRequirements(table)
}

// priority returns the priority class of the pod template; nil if it is absent or empty.
func (r *run) priority(object any) any {
	if name := r.find(object, "spec", "podTemplate", "spec", "priorityClassName"); name != "" {
		return name
	}
	return nil
}

// nodeClaim returns where the pods go. An empty claim is left out by decodeRequirements.
func (r *run) nodeClaim(object any) map[string]any {
	claim := map[string]any{}
	for _, field := range []string{"nodeSelector", "tolerations"} {
		set(claim, field, r.find(object, "spec", "podTemplate", "spec", field))
	}
	return claim
}

// isFlinkHealthy reports whether the job is in a state that it reached by itself. A job that has not started is healthy if it waits for an
// image or its container crashes, as upstream.
func isFlinkHealthy(r *run, object any) bool {
	state := r.find(object, "status", "jobStatus", "state")
	switch state {
	case nil:
		return r.find(object, "status", "jobManagerDeploymentStatus") == "READY" && r.find(object, "status", "lifecycleState") == "STABLE"
	case "RUNNING", "FINISHED", "FAILED", "CANCELED", "SUSPENDED", "CANCELLING", "FAILING", "RESTARTING":
		return true
	case "CREATED", "INITIALIZING", "RECONCILING":
	default:
		return false
	}
	reason := r.find(object, "status", "error")
	if reason == nil {
		return false
	}
	text := r.text(reason)
	return slices.ContainsFunc([]string{"ErrImagePull", "ImagePullBackOff", "CrashLoopBackOff"}, func(part string) bool {
		return strings.Contains(text, part)
	})
}
