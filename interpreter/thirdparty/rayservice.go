package thirdparty

import (
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
)

var rayServicePath = rayPath{"spec", "rayClusterConfig"}

// rayService serves applications on clusters of its own. Its replicas are the head and the workers.
func rayService() definition {
	return definition{
		apiVersion: rayV1, kind: "RayService",
		replicas:     rayServiceReplicas,
		revise:       reviseRayService,
		aggregate:    rayAggregate(aggregateRayServices),
		dependencies: rayServicePath.dependencies(),
		health: func(r *run, object any) bool {
			status := r.get(object, "status")
			return status != nil && r.hasCondition(status, "Ready", "True")
		},
	}
}

// rayServiceReplicas returns the number of pods, and what each of them needs.
//
//  1. Without a template of the head there are no pods.
//  2. One is the head; the others are the replicas of the groups of workers.
//  3. Each needs what the head needs, with the largest request for CPU and for memory of all groups. If the head needs nothing, so do all.
func rayServiceReplicas(r *run, object any) (any, *interpreter.ReplicaRequirements) {
	cluster := r.get(object, rayServicePath...)
	if r.find(cluster, "headGroupSpec", "template") == nil {
		return 0.0, nil
	}
	replicas, needs := 1.0, r.requirements(cluster, "headGroupSpec", "template")
	for _, group := range r.each(cluster, "workerGroupSpecs") {
		replicas += r.number(or(r.get(group, "replicas"), 0.0))
		if worker := r.rayRequirements(group); worker != nil && needs != nil {
			for _, name := range []string{"cpu", "memory"} {
				raise(needs, name, worker.ResourceRequest[name])
			}
		}
	}
	return replicas, needs
}

// raise writes a request if it is larger than the present one.
func raise(needs *interpreter.ReplicaRequirements, name string, q resource.Quantity) {
	if own := needs.ResourceRequest[name]; q.Cmp(own) <= 0 {
		return
	}
	if needs.ResourceRequest == nil {
		needs.ResourceRequest = map[string]resource.Quantity{}
	}
	needs.ResourceRequest[name] = q
}

// reviseRayService divides the replicas, without that of the head, among the groups of workers.
//
//  1. Without groups the object does not change.
//  2. A single group gets all replicas. Without replicas, each group gets 0.
//  3. Several groups get them in the ratio of their present replicas, rounded to the nearest. Without any present replicas they get equal
//     shares, and the first ones one more.
//  4. The last group gets the rest, which may be negative.
func reviseRayService(r *run, object any, replicas float64) {
	cluster := r.get(object, rayServicePath...)
	if cluster == nil || r.get(cluster, "workerGroupSpecs") == nil {
		return
	}
	groups := r.list(cluster, "workerGroupSpecs")
	workers, total, n := math.Max(0, replicas-1), 0.0, float64(len(groups))
	for _, group := range groups {
		if n > 1 && workers > 0 { // otherwise the present replicas do not matter, whatever they are
			total += r.number(or(r.get(group, "replicas"), 0.0))
		}
	}
	left := workers
	for i, group := range groups {
		share := left
		switch {
		case workers == 0:
			share = 0
		case i == len(groups)-1:
		case total == 0:
			share = math.Floor(workers / n)
			if float64(i) < math.Mod(workers, n) {
				share++
			}
		default:
			share = math.Floor(workers*r.number(or(r.get(group, "replicas"), 0.0))/total + 0.5)
		}
		left -= share
		r.table(group)["replicas"] = share
	}
}

// aggregateRayServices writes the status.
//
//  1. conditions are all conditions of all members. numServeEndpoints are added up.
//  2. lastUpdateTime is the latest, observedGeneration the highest.
//  3. serviceStatus is "" if that of any member is, and otherwise Running.
//  4. activeServiceStatus is that of the first member that has one, with the applications of all, each with its worst state.
//     pendingServiceStatus is that of the first member.
func aggregateRayServices(r *run, status map[string]any, items []item) {
	status["conditions"] = r.joined(items, "conditions")
	status["numServeEndpoints"] = r.sum(items, "numServeEndpoints")
	set(status, "lastUpdateTime", r.latest(items, nil, "lastUpdateTime"))
	status[observedGeneration] = r.latest(items, 0.0, observedGeneration)
	status["serviceStatus"] = "Running"
	applications := map[string]any{}
	for _, member := range r.reports(items) {
		if r.get(member, "serviceStatus") == "" {
			status["serviceStatus"] = ""
		}
		if found := r.find(member, "activeServiceStatus", "applicationStatuses"); found != nil {
			for name, application := range inOrder(r.table(found)) {
				r.keepWorst(applications, name, application)
			}
		}
	}
	active := r.first(items, "activeServiceStatus")
	if active != nil {
		r.table(active)["applicationStatuses"] = applications
	}
	set(status, "activeServiceStatus", active)
	set(status, "pendingServiceStatus", r.first(items, "pendingServiceStatus"))
}

// keepWorst writes the state of an application if it is worse than the present one.
func (r *run) keepWorst(applications map[string]any, name string, application any) {
	rank := rankOf(rayApplicationStates, r.get(application, "status"))
	if known := applications[name]; known == nil || rank > rankOf(rayApplicationStates, r.get(known, "status")) {
		applications[name] = application
	}
}
