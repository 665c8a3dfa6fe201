package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// sidecarSet adds containers to the pods of others, so it has no replicas.
func sidecarSet() definition {
	counters := []string{"matchedPods", "updatedPods", "readyPods"}
	return definition{
		apiVersion: kruise, kind: "SidecarSet",
		replicas: func(*run, any) (any, *interpreter.ReplicaRequirements) { return 0.0, nil },
		retain:   func(*run, any, any) {},
		status: func(r *run, object any) any {
			status := map[string]any{}
			if from := r.get(object, "status"); from != nil {
				for _, field := range counters {
					status[field] = or(r.get(from, field), 0.0)
				}
			}
			return status
		},
		aggregate: func(r *run, object map[string]any, items []item) map[string]any {
			if items == nil {
				r.fail(nil, "no cluster has the object, expected a list of their statuses")
			}
			status := map[string]any{}
			for _, field := range counters {
				status[field] = r.sum(items, field)
			}
			kept := map[string]any{"status": status}
			for _, field := range []string{"apiVersion", "kind", "metadata"} {
				set(kept, field, object[field])
			}
			return kept
		},
		health: func(r *run, object any) bool {
			status := r.get(object, "status")
			if status == nil {
				return false
			}
			matched := or(r.get(status, "matchedPods"), 0.0)
			return matched == 0.0 || same(or(r.get(status, "updatedPods"), 0.0), matched)
		},
		dependencies: func(r *run, object any) []interpreter.Dependency {
			var all []interpreter.Dependency
			add := func(kind string, from any) {
				if from != nil {
					all = append(all, r.dependency(object, kind, r.get(from, "name")))
				}
			}
			spec := r.get(object, "spec")
			for _, container := range r.each(spec, "containers") {
				r.environment(container, add)
			}
			for _, volume := range r.each(spec, "volumes") {
				add("ConfigMap", r.find(volume, "configMap"))
				if secret := r.find(volume, "secret"); secret != nil {
					all = append(all, r.dependency(object, "Secret", r.get(secret, "secretName")))
				}
				r.projected(volume, add)
			}
			return all
		},
	}
}

// environment adds the objects that the environment of a container comes from.
func (r *run) environment(container any, add func(kind string, from any)) {
	for _, variable := range r.each(container, "env") {
		add("ConfigMap", r.find(variable, "valueFrom", "configMapKeyRef"))
		add("Secret", r.find(variable, "valueFrom", "secretKeyRef"))
	}
	for _, source := range r.each(container, "envFrom") {
		add("ConfigMap", r.find(source, "configMapRef"))
		add("Secret", r.find(source, "secretRef"))
	}
}

// projected adds the objects of a projected volume.
func (r *run) projected(volume any, add func(kind string, from any)) {
	for _, source := range r.each(volume, "projected", "sources") {
		add("ConfigMap", r.find(source, "configMap"))
		add("Secret", r.find(source, "secret"))
	}
}
