package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// advancedCronJob makes Jobs or BroadcastJobs on a schedule.
func advancedCronJob() definition {
	return definition{
		apiVersion: kruise, kind: "AdvancedCronJob",
		aggregate: func(r *run, object map[string]any, items []item) map[string]any {
			if items == nil {
				return object
			}
			status := r.statusOf(object)
			var active []any
			for of := range r.members(items) {
				active = append(active, r.each(of, "active")...)
			}
			status["active"] = active
			status["type"] = r.lastPresent(items, "", "type")
			set(status, "lastScheduleTime", r.lastPresent(items, nil, "lastScheduleTime"))
			return object
		},
		dependencies: func(r *run, object any) []interpreter.Dependency {
			jobs := r.get(object, "spec", "template")
			for _, job := range []string{"broadcastJobTemplate", "jobTemplate"} {
				if r.get(jobs, job) != nil {
					return r.neededByPods(object, jobs, job, "spec", "template")
				}
			}
			return r.neededByPods(object, map[string]any{})
		},
	}
}
