package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// argo returns the kinds of Argo.
func argo() []definition { return []definition{workflow()} }

// workflow runs steps in pods. Its replicas are the pods that may run at once.
func workflow() definition {
	return definition{
		apiVersion: "argoproj.io/v1alpha1", kind: "Workflow",
		replicas: func(r *run, object any) (any, *interpreter.ReplicaRequirements) {
			spec := r.get(object, "spec")
			replicas := r.get(spec, "parallelism")
			if replicas == nil {
				replicas = 1.0
			}
			claim := map[string]any{}
			for _, field := range []string{"affinity", "nodeSelector", "tolerations"} {
				set(claim, field, r.get(spec, field))
			}
			return replicas, r.requirements(map[string]any{"spec": claim})
		},
		revise: func(r *run, object any, replicas float64) { r.table(object, "spec")["parallelism"] = replicas },
		retain: func(r *run, desired, observed any) {
			if suspend := r.get(observed, "spec", "suspend"); suspend != nil {
				r.table(desired, "spec")["suspend"] = suspend
			}
			if status := r.get(observed, "status"); status != nil {
				r.table(desired)["status"] = status
			}
		},
		health: func(r *run, object any) bool {
			switch r.find(object, "status", "phase") {
			case nil, "", "Error", "Failed":
				return false
			}
			return true
		},
		dependencies: workflowNeeds,
	}
}

// workflowNeeds does not look at the containers of the templates, as upstream. A Secret of a volume is at secret.name, which Kubernetes calls
// secretName.
func workflowNeeds(r *run, object any) []interpreter.Dependency {
	needs := &references{run: r, object: object}
	spec := r.get(object, "spec")
	needs.add("ServiceAccount", r.find(spec, "executor", "serviceAccountName"))
	for _, claim := range r.each(spec, "volumeClaimTemplates") {
		needs.add("PersistentVolumeClaim", r.find(claim, "metadata", "name"))
	}
	needs.addPod(spec, "name")
	return needs.all
}
