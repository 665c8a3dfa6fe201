package thirdparty

import (
	"maps"
	"strings"

	"github.com/overridekit/overridekit/interpreter"
)

// sparkOperator returns the kind of the operator of Spark.
func sparkOperator() []definition {
	return []definition{{
		apiVersion: "sparkoperator.k8s.io/v1beta2", kind: "SparkApplication",
		components: sparkComponents,
		status: reportFields("applicationState", "driverInfo", "executorState", "sparkApplicationId", "lastSubmissionAttemptTime",
			"submissionAttempts", "executionAttempts", "submissionID", "terminationTime"),
		aggregate: aggregateMany(aggregateSpark),
		health: func(r *run, object any) bool {
			state := r.find(object, "status", "applicationState", "state")
			return state != nil && state != "FAILED"
		},
	}}
}

// sparkRanks order the states of an application: the highest of the members counts.
var sparkRanks = map[string]int{
	"": 0, "UNKNOWN": 0,
	"SUBMITTED": 1, "PENDING_RERUN": 1,
	"COMPLETED":  2,
	"SUSPENDING": 3, "SUSPENDED": 3,
	"RUNNING": 4, "RESUMING": 4, "SUCCEEDING": 4,
	"INVALIDATING": 5,
	"FAILING":      6, "FAILED": 6, "SUBMISSION_FAILED": 6,
}

// aggregateSpark writes the status of an object that several members have, see aggregateMany.
//
//  1. applicationState is that of the highest rank, the first of equals. A state without a rank is an error.
//  2. Attempts are added up. Times are the latest as strings, or "".
//  3. executorState has the executors of all members. Among equal names, the last counts.
func aggregateSpark(r *run, status map[string]any, items []item) {
	set(status, "applicationState", r.highestSparkState(items))
	for _, field := range []string{"executionAttempts", "submissionAttempts"} {
		status[field] = r.sum(items, field)
	}
	for _, field := range []string{"lastSubmissionAttemptTime", "terminationTime"} {
		status[field] = r.latest(items, "", field)
	}
	executors := map[string]any{}
	for _, member := range r.reports(items) {
		if state := r.get(member, "executorState"); state != nil {
			maps.Copy(executors, r.table(state))
		}
	}
	status["executorState"] = executors
}

// highestSparkState returns the applicationState of the highest rank, or nil if no member has one.
func (r *run) highestSparkState(items []item) (highest any) {
	most := -1
	for _, member := range r.reports(items) {
		found := r.get(member, "applicationState")
		if found == nil {
			continue
		}
		state, isText := r.get(found, "state").(string)
		rank, known := sparkRanks[state]
		if !isText || !known {
			r.fail([]string{"applicationState", "state"}, "is %s, expected a known state", describe(r.get(found, "state")))
		}
		if rank > most {
			most, highest = rank, found
		}
	}
	return highest
}

// sparkComponents returns the driver and the executor.
//
//  1. The driver has one replica. The executor has its number of instances, or 1. With dynamic allocation, it has at least the initial
//     number and the minimum.
//  2. Each needs its cores, or 1, its memory with the overhead, see sparkMemory, and its GPUs.
//  3. The overhead is memoryOverheadFactor, or 0.1 for applications in Java or Scala, and 0.4 for others. The type must be a string, even
//     with a factor.
func sparkComponents(r *run, object any) []interpreter.Component {
	spec := or(r.get(object, "spec"), map[string]any{})
	factor := 0.4
	switch kind, isText := r.get(spec, "type").(string); {
	case !isText:
		r.fail([]string{"spec", "type"}, "is %s, expected a string", describe(r.get(spec, "type")))
	case strings.EqualFold(kind, "java"), strings.EqualFold(kind, "scala"):
		factor = 0.1
	}
	factor = numberOr(r.get(spec, "memoryOverheadFactor"), factor)
	driver, executor := or(r.get(spec, "driver"), map[string]any{}), or(r.get(spec, "executor"), map[string]any{})
	instances := numberOr(r.get(executor, "instances"), 1)
	if dynamic := r.get(spec, "dynamicAllocation"); dynamic != nil && or(r.get(dynamic, "enabled"), nil) != nil {
		for _, field := range []string{"initialExecutors", "minExecutors"} {
			instances = max(instances, numberOr(r.get(dynamic, field), 1))
		}
	}
	return []interpreter.Component{
		r.component("driver", 1.0, r.sparkRequirements(driver, factor)),
		r.component("executor", instances, r.sparkRequirements(executor, factor)),
	}
}

// sparkRequirements returns what a driver or an executor needs.
func (r *run) sparkRequirements(pod any, factor float64) *interpreter.ReplicaRequirements {
	request := map[string]any{"cpu": or(r.get(pod, "cores"), 1.0), "memory": r.sparkMemory(pod, factor)}
	if gpu := r.get(pod, "gpu"); gpu != nil {
		name, n := r.get(gpu, "name"), r.get(gpu, "quantity")
		if name != nil && name != "" && n != nil && r.less(0.0, n) {
			request[r.decodeText("the name of a GPU", name)] = n
		}
	}
	needs, claim := map[string]any{"resourceRequest": request}, map[string]any{}
	set(claim, "nodeSelector", r.get(pod, "nodeSelector"))
	set(claim, "tolerations", r.get(pod, "tolerations"))
	set(claim, "hardNodeAffinity", r.find(pod, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"))
	if len(claim) > 0 {
		needs["nodeClaim"] = claim
	}
	set(needs, "priorityClassName", r.get(pod, "priorityClassName"))
	return r.decodeRequirements(needs)
}
