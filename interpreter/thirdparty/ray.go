package thirdparty

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/interpreter"
)

const rayV1 = "ray.io/v1"

// ray returns the kinds of Ray.
func ray() []definition { return []definition{rayCluster(), rayJob(), rayService()} }

// rayPath is where a kind has its cluster of Ray.
type rayPath []string

// components returns the head and the groups of workers. A group without a name is named by its number, from 1. Without a template a pod
// needs nothing.
func (p rayPath) components(r *run, object any) []interpreter.Component {
	all := []interpreter.Component{}
	cluster := r.get(object, p...)
	if head := r.get(cluster, "headGroupSpec"); head != nil {
		all = append(all, r.component("ray-head", 1.0, r.rayRequirements(head)))
	}
	for i, group := range r.each(cluster, "workerGroupSpecs") {
		name := r.get(group, "groupName")
		if name == nil || name == "" {
			name = "worker-" + strconv.Itoa(i+1)
		}
		all = append(all, r.component(name, or(r.get(group, "replicas"), 0.0), r.rayRequirements(group)))
	}
	return all
}

// rayRequirements returns what a pod of a group needs; nil without a template.
func (r *run) rayRequirements(group any) *interpreter.ReplicaRequirements {
	if r.get(group, "template") == nil {
		return nil
	}
	return r.requirements(group, "template")
}

// dependencies returns what the pods of the head and of the workers name, and those of other templates of the spec. The spec must be
// there, everything in it may be absent.
func (p rayPath) dependencies(others ...string) func(*run, any) []interpreter.Dependency {
	return func(r *run, object any) []interpreter.Dependency {
		needs := &references{run: r, object: object}
		cluster := r.get(object, p...)
		groups := r.each(cluster, "workerGroupSpecs")
		if head := r.find(cluster, "headGroupSpec"); head != nil {
			groups = append([]any{head}, groups...)
		}
		for _, group := range groups {
			needs.addRayPod(r.find(group, "template", "spec"))
		}
		for _, template := range others {
			needs.addRayPod(r.find(r.get(object, "spec", template), "spec"))
		}
		return needs.all
	}
}

// addRayPod adds what a pod spec and its containers name. Absent is nothing.
func (n *references) addRayPod(spec any) {
	n.addPod(spec, "secretName")
	for _, kind := range []string{"containers", "initContainers"} {
		for _, container := range n.each(spec, kind) {
			n.environment(container, func(kind string, from any) {
				n.add(kind, n.find(from, "name"))
			})
		}
	}
}

// rayAggregate is aggregateMany for objects that lose their spec as soon as a cluster has them, as upstream.
func rayAggregate(many func(r *run, status map[string]any, items []item)) func(*run, map[string]any, []item) map[string]any {
	aggregate := aggregateMany(many)
	return func(r *run, object map[string]any, items []item) map[string]any {
		if items != nil {
			delete(object, "spec")
		}
		return aggregate(r, object, items)
	}
}

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

// rayJob is a job on a cluster of its own.
func rayJob() definition {
	path := rayPath{"spec", "rayClusterSpec"}
	return definition{
		apiVersion: rayV1, kind: "RayJob",
		components:   path.components,
		aggregate:    rayAggregate(aggregateRayJobs),
		dependencies: path.dependencies("submitterPodTemplate"),
		health: func(r *run, object any) bool {
			status := r.get(object, "status")
			switch r.find(status, "jobDeploymentStatus") {
			case "Running":
				return true
			case "Complete":
				return r.get(status, "jobStatus") == "SUCCEEDED"
			}
			return false
		},
	}
}

// The states of a RayJob, from the one that counts least. Unknown ones count as little as the first.
var (
	rayDeploymentStates = [][]string{
		{""}, {"Initializing"}, {"Waiting"}, {"Suspending", "Suspended"}, {"Retrying"}, {"Running"}, {"Complete"}, {"ValidationFailed"}, {"Failed"},
	}
	rayJobStates         = [][]string{{""}, {"PENDING"}, {"RUNNING"}, {"SUCCEEDED"}, {"STOPPED"}, {"FAILED"}}
	rayApplicationStates = [][]string{{"", "RUNNING"}, {"NOT_STARTED"}, {"DEPLOYING"}, {"DELETING"}, {"UNHEALTHY"}, {"DEPLOY_FAILED"}}
)

// rankOf returns the place of a state in its list, 0 for an unknown one.
func rankOf(states [][]string, state any) int {
	text, _ := state.(string)
	return max(0, slices.IndexFunc(states, func(equals []string) bool { return slices.Contains(equals, text) }))
}

// aggregateRayJobs writes the highest state of the deployment, with its reason and message, and the highest state of the job. Of equal states
// the first counts.
func aggregateRayJobs(r *run, status map[string]any, items []item) {
	deployment, job := -1, -1
	for _, member := range r.reports(items) {
		if state := r.get(member, "jobDeploymentStatus"); state != nil && rankOf(rayDeploymentStates, state) > deployment {
			deployment = rankOf(rayDeploymentStates, state)
			for _, field := range []string{"jobDeploymentStatus", "reason", "message"} {
				set(status, field, r.get(member, field))
			}
		}
		if state := r.get(member, "jobStatus"); state != nil && rankOf(rayJobStates, state) > job {
			job = rankOf(rayJobStates, state)
			status["jobStatus"] = state
		}
	}
}
