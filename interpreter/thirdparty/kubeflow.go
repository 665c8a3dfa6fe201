package thirdparty

import (
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// kubeflow returns the kinds of Kubeflow.
func kubeflow() []definition {
	pyTorchJob := replicaSpecs{at: "pytorchReplicaSpecs", types: []string{"Master", "Worker"}}
	tfJob := replicaSpecs{at: "tfReplicaSpecs", types: []string{"PS", "Worker", "Chief", "Master", "Evaluator"}}
	return []definition{
		notebook(),
		pyTorchJob.definition("PyTorchJob", aggregatePyTorchJob),
		tfJob.definition("TFJob", aggregateTFJob),
		mpiJob(),
	}
}

// replicaSpecs is where a training job has its replicas by type.
type replicaSpecs struct {
	at    string   // a member of the spec
	types []string // in the order of the components
}

func (s replicaSpecs) definition(kind string, aggregate func(*run, map[string]any, []item) map[string]any) definition {
	return definition{
		apiVersion: "kubeflow.org/v1", kind: kind,
		components: func(r *run, object any) []interpreter.Component {
			all := []interpreter.Component{}
			for _, of := range s.types {
				spec := r.find(object, "spec", s.at, of)
				if spec == nil {
					continue
				}
				var needs *interpreter.ReplicaRequirements
				if r.get(spec, "template") != nil {
					needs = r.requirements(spec, "template")
				}
				all = append(all, r.component(strings.ToLower(of), numberOr(r.get(spec, "replicas"), 1), needs))
			}
			return all
		},
		aggregate: aggregate,
		health: func(r *run, object any) bool {
			return r.find(object, "status", "conditions") != nil && r.firstTrue(r.find(object, "status"), "Failed") == nil
		},
		dependencies: func(r *run, object any) []interpreter.Dependency {
			var all []interpreter.Dependency
			for _, of := range s.types {
				if template := r.find(object, "spec", s.at, of, "template"); template != nil {
					all = append(all, r.podDependencies(object, template)...)
				}
			}
			return all
		},
	}
}

// sumReplicas adds up the replicas of the members by type.
func (r *run) sumReplicas(items []item) map[string]any {
	total := map[string]any{}
	for of := range r.members(items) {
		statuses := r.find(of, "replicaStatuses")
		if statuses == nil {
			continue
		}
		for replica := range inOrder(r.table(of, "replicaStatuses")) {
			if total[replica] == nil {
				total[replica] = map[string]any{"active": 0.0, "failed": 0.0, "succeeded": 0.0}
			}
			sums := r.table(total[replica])
			for _, field := range []string{"active", "failed", "succeeded"} {
				if r.get(statuses, replica, field) != nil {
					sums[field] = r.number(sums[field]) + r.number(statuses, replica, field)
				}
			}
		}
	}
	return total
}

// earliest returns the earliest time of a name in the statuses of the items, or nil.
func (r *run) earliest(items []item, field string) any {
	var first any
	for _, status := range r.reports(items) {
		if v := r.get(status, field); v != nil && (first == nil || r.less(v, first)) {
			first = v
		}
	}
	return first
}
