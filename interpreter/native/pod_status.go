package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// AggregateStatus makes one pod of those in the members.
//
//  1. containerStatuses and initContainerStatuses are those of all members in the order of the items; of each only ready and state
//     are kept.
//  2. The phase is the first of Failed, Pending, Running and Succeeded that a member has, and none if no member has any of them.
//     A member that has no status counts as Pending.
//  3. All else in the status is gone.
//  4. Without a list of items (nil, not just empty), the status stays, but for fields that its Go type does not know.
func (pod) AggregateStatus(_ context.Context, o *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	if err := podKind.check(interpreter.AggregateStatus, o); err != nil {
		return nil, err
	}
	if items == nil {
		return podAsDecoded(o)
	}
	members, err := podKind.members(o, items)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{"Pending": len(members) < len(items)}
	containers, initContainers := []any{}, []any(nil)
	for _, m := range members {
		has[text(m.status, "phase")] = true
		containers = append(containers, containerStates(m.status, "containerStatuses")...)
		initContainers = append(initContainers, containerStates(m.status, "initContainerStatuses")...)
	}
	status := map[string]any{"containerStatuses": containers}
	if initContainers != nil {
		status["initContainerStatuses"] = initContainers
	}
	for _, phase := range []string{"Failed", "Pending", "Running", "Succeeded"} {
		if has[phase] {
			status["phase"] = phase
			break
		}
	}
	return podKind.replace(o, status)
}

// containerStates is what is kept of a list of container statuses.
func containerStates(status map[string]any, list string) []any {
	var all []any
	for container := range objects(status, list) {
		all = append(all, map[string]any{"ready": container["ready"], "state": container["state"]})
	}
	return all
}

// podAsDecoded gives a pod with the status that its Go type knows.
func podAsDecoded(o *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	decoded, err := copyOf(interpreter.AggregateStatus, o)
	if err != nil {
		return nil, err
	}
	decoded.Object["status"], err = podKind.encode(o, object(content(o), "status"))
	if err != nil {
		return nil, err
	}
	return decoded, nil
}
