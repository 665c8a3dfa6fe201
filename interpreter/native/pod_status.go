package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// AggregateStatus returns one pod from those in the members.
//
//  1. containerStatuses and initContainerStatuses are those of all members in the order of the items; only ready and state of each are
//     kept.
//  2. The phase is the first of Failed, Pending, Running and Succeeded that a member has, and absent if no member has any of them.
//     A member without a status is Pending.
//  3. The rest of the status is dropped.
//  4. If items is nil, not only empty, the status stays, except for unknown fields.
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

// containerStates returns the kept part of a list of container statuses.
func containerStates(status map[string]any, list string) []any {
	var all []any
	for container := range objects(status, list) {
		all = append(all, map[string]any{"ready": container["ready"], "state": container["state"]})
	}
	return all
}

// podAsDecoded returns a pod with the status that its Go type knows.
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
