package native

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// AggregateStatus returns one Job from those in the members.
//
//  1. A finished Job does not change. It is finished when Complete or Failed is True.
//  2. active, succeeded and failed are added up.
//  3. If it failed in a member, it is Failed, though it may still run in others. The message names these members in the order of
//     the items.
//  4. If it is complete in all members, it is Complete; and if each of them has SuccessCriteriaMet, it gets that too. The first of these
//     conditions that is True decides whether a member is complete or failed. A member without a status is not complete.
//  5. startTime never changes once it is set. It is the earliest one, as soon as all members have one.
//  6. completionTime is the latest one, as soon as all members have one.
//
// A total beyond int32 is an error; upstream it wraps. A resulting time whose year in UTC does not have four digits is an error too,
// because no decoder reads it; upstream it is written.
func (j job) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	const op = interpreter.AggregateStatus
	if err := jobKind.check(op, o); err != nil {
		return nil, err
	}
	if j.now == nil {
		return nil, fail(op, o, nil, errNoClock)
	}
	was := object(content(o), "status")
	if jobOutcome(was) != "" {
		return copyOf(op, o)
	}
	members, err := jobKind.members(o, items)
	if err != nil {
		return nil, err
	}
	status := map[string]any{}
	if err := total(members, status, "active", "succeeded", "failed"); err != nil {
		return nil, fail(op, o, nil, err)
	}
	if conditions := jobConditions(members, len(items), j.now); conditions != nil {
		status["conditions"] = conditions
	}
	if started := was["startTime"]; started != nil {
		status["startTime"] = started
	} else if first, _, all := span(members, "startTime"); all == len(items) && all > 0 {
		status["startTime"] = first
	}
	if _, last, all := span(members, "completionTime"); all == len(items) && all > 0 {
		status["completionTime"] = last
	}
	return jobKind.replace(o, status)
}

var errNoClock = errors.New("the clock is nil, expected a function that returns the time")

// jobOutcome returns the type of the condition that ended a Job; empty if it has not ended.
func jobOutcome(status map[string]any) string {
	for condition := range objects(status, "conditions") {
		if is := text(condition, "type"); text(condition, "status") == "True" && (is == "Complete" || is == "Failed") {
			return is
		}
	}
	return ""
}

// jobConditions returns the conditions of a Job that runs in n members.
func jobConditions(members []member, n int, now func() time.Time) []any {
	var failed []string
	complete, met := 0, 0
	for _, m := range members {
		switch jobOutcome(m.status) {
		case "Complete":
			complete++
		case "Failed":
			failed = append(failed, m.cluster)
		}
		for condition := range objects(m.status, "conditions") {
			if text(condition, "type") == "SuccessCriteriaMet" && text(condition, "status") == "True" {
				met++
				break
			}
		}
	}
	var conditions []any
	add := func(kind, reason, message string) {
		at := metav1.NewTime(now())
		conditions = append(conditions, map[string]any{
			"type": kind, "status": "True", "reason": reason, "message": message,
			"lastProbeTime": at.ToUnstructured(), "lastTransitionTime": at.ToUnstructured(),
		})
	}
	if len(failed) > 0 {
		add("Failed", "JobFailed", "Job executed failed in member clusters "+strings.Join(failed, ","))
	}
	if complete == n && n > 0 {
		add("Complete", "Completed", "Job completed")
		if met == n {
			add("SuccessCriteriaMet", "CompletionsReached", "All member clusters have met success criteria")
		}
	}
	return conditions
}

// span returns the earliest and the latest of a time of members, and how many members have it.
func span(members []member, key string) (first, last string, n int) {
	for _, m := range members {
		v, found := m.status[key]
		if !found {
			continue
		}
		at, ok := v.(string)
		if !ok {
			at = "0001-01-01T00:00:00Z" // Go's zero time, which is encoded as null
		}
		if n == 0 || before(at, first) {
			first = at
		}
		if n == 0 || before(last, at) {
			last = at
		}
		n++
	}
	return first, last, n
}

// before compares two times as a Go type encodes them, in UTC and to the second. The year 10000 is longer.
func before(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0 }
