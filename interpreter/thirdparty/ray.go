package thirdparty

import (
	"strconv"

	"github.com/overridekit/overridekit/interpreter"
)

const rayV1 = "ray.io/v1"

// ray returns the kinds of Ray.
func ray() []definition { return []definition{rayCluster(), rayJob(), rayService()} }

// rayPath is where a kind has its cluster of Ray.
type rayPath []string

// components returns the head and the groups of workers; none without a cluster. A group without a name is named by its number, from 1.
// Without a template a pod needs nothing.
func (p rayPath) components(r *run, object any) []interpreter.Component {
	all := []interpreter.Component{}
	cluster := r.get(object, p...)
	if cluster == nil {
		return all
	}
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
