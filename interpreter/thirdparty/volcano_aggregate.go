package thirdparty

import (
	"regexp"
	"strings"
)

// aggregateVolcanoJob returns the status of the only member, or a new status without empty values.
func aggregateVolcanoJob(r *run, object map[string]any, items []item) map[string]any {
	switch {
	case items == nil:
		return object
	case len(items) == 1:
		set(object, "status", items[0].status)
		return object
	}
	status := map[string]any{}
	for _, field := range []string{"minAvailable", "pending", "running", "succeeded", "failed", "terminating", "unknown", "retryCount"} {
		status[field] = r.sum(items, field)
	}
	version, resources, tasks := 0.0, map[string]any{}, map[string]any{}
	for of := range r.members(items) {
		if v := r.find(of, "version"); v != nil {
			version = max(version, r.number(v))
		}
		r.unite(resources, r.find(of, "controlledResources"))
		r.addTasks(tasks, r.find(of, "taskStatusCount"))
	}
	status["version"], status["controlledResources"], status["taskStatusCount"] = version, resources, tasks
	set(status, "runningDuration", r.longest(items))
	set(status, "state", r.volcanoState(items))
	status["conditions"] = r.volcanoConditions(items)
	object["status"] = r.omitted(status, true)
	return object
}

// unite copies the members of a value into an object. A missing value has no members.
func (r *run) unite(into map[string]any, v any) {
	if v == nil {
		return
	}
	for key, e := range r.table(v) {
		into[key] = e
	}
}

// addTasks adds up pods by task and phase.
func (r *run) addTasks(total map[string]any, tasks any) {
	if tasks == nil {
		return
	}
	for name := range inOrder(r.table(tasks)) {
		phases := r.find(tasks, name, "phase")
		if phases == nil {
			continue
		}
		if total[name] == nil {
			total[name] = map[string]any{"phase": map[string]any{}}
		}
		sums := r.table(total[name], "phase")
		for phase := range inOrder(r.table(tasks, name, "phase")) {
			before, _ := sums[phase].(float64)
			sums[phase] = before + r.number(phases, phase)
		}
	}
}

// longest returns the longest runningDuration as its member writes it; nil if no member has one.
func (r *run) longest(items []item) any {
	var longest any
	most := 0.0
	for of := range r.members(items) {
		duration := r.find(of, "runningDuration")
		if n := seconds(duration); n > most {
			most, longest = n, duration
		}
	}
	return longest
}

var durationPart = regexp.MustCompile(`([0-9.]+)([hms])`)

// seconds returns the seconds of a duration: 1h2m3.5s, or a number of seconds.
func seconds(v any) float64 {
	switch t := v.(type) {
	case float64:
		return t
	case string:
		total := 0.0
		for _, part := range durationPart.FindAllStringSubmatch(t, -1) {
			n, _ := toNumber(part[1])
			total += n * map[string]float64{"h": 3600, "m": 60, "s": 1}[part[2]]
		}
		return total
	}
	return 0
}

// volcanoState is failed if a member failed or was aborted, and completed if all are; otherwise nil.
func (r *run) volcanoState(items []item) any {
	var failed []string
	completed := 0
	for i := range items {
		var phase any
		for of := range r.members(items[i : i+1]) {
			phase = r.find(of, "state", "phase")
		}
		switch phase {
		case "Failed", "Aborted":
			failed = append(failed, r.text(items[i].cluster))
		case "Completed":
			completed++
		}
	}
	if len(failed) > 0 {
		return map[string]any{
			"phase": "Failed", "reason": "VolcanoJobFailed", "lastTransitionTime": r.clock(),
			"message": "Job failed in clusters: " + strings.Join(failed, ","),
		}
	}
	if completed > 0 && completed == len(items) {
		return map[string]any{
			"phase": "Completed", "reason": "Completed", "lastTransitionTime": r.clock(), "message": "Job completed successfully",
		}
	}
	return nil
}

// volcanoConditions returns the conditions of the first member that has a condition of failure. Without one it returns the latest
// condition of each status, in the order in which the statuses appear first.
func (r *run) volcanoConditions(items []item) []any {
	var all []any
	at := map[any]int{}
	for of := range r.members(items) {
		conditions := r.each(of, "conditions")
		for _, condition := range conditions {
			switch r.get(condition, "status") {
			case "Failed", "Aborted", "Aborting", "Terminated", "Terminating":
				return conditions
			}
		}
	}
	for of := range r.members(items) {
		for _, condition := range r.each(of, "conditions") {
			status := r.key(r.get(condition, "status"), "status")
			i, found := at[status]
			switch {
			case !found:
				at[status] = len(all)
				all = append(all, condition)
			case r.less(r.get(all[i], "lastTransitionTime"), r.get(condition, "lastTransitionTime")):
				all[i] = condition
			}
		}
	}
	return all
}
