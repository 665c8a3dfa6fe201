package thirdparty

import "slices"

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

// The states of a RayJob, from the lowest to the highest. Unknown ones rank as low as the first.
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

// aggregateRayJobs writes the highest state of the deployment, with its reason and message, and the highest state of the job. Among equal
// states the first counts.
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
