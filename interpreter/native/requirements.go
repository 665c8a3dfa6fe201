package native

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// requirementsIn returns what each pod with the spec at a path of a checked object needs.
func requirementsIn(o *unstructured.Unstructured, podSpec ...string) (*interpreter.ReplicaRequirements, error) {
	requirements, err := requirementsOf(object(content(o), podSpec...))
	return requirements, failTyped(interpreter.InterpretReplica, o, podSpec, err)
}

// requirementsOf returns what one replica needs; nil if nothing. podSpec must have passed the check of its kind, or of PodSpec (package
// typed); nil is an empty one. The result shares nothing with podSpec.
func requirementsOf(podSpec map[string]any) (*interpreter.ReplicaRequirements, error) {
	claim, err := nodeClaimOf(podSpec)
	if err != nil {
		return nil, err
	}
	request, err := requestOf(podSpec)
	if err != nil || claim == nil && request == nil {
		return nil, err
	}
	return &interpreter.ReplicaRequirements{NodeClaim: claim, ResourceRequest: request}, nil
}

// requestOf returns what the containers of a pod request together; nil if that is nothing.
//
//  1. A container requests its requests, and its limits for names without a request.
//  2. Regular containers add up. Init containers, restartable or not, count as if each ran alone before them: the total of the regular
//     ones is raised to the request of an init container, if that is more. The overhead of the pod is added.
//  3. CPU counts in thousandths, all else in whole units; both are rounded up for each container.
//  4. Only resources that the scheduler knows count, see counts. Amounts that are not positive are left out.
//
// A number or a total beyond int64 is an error; upstream wraps it, or counts 0 or another number, and loses the request.
func requestOf(podSpec map[string]any) (map[string]resource.Quantity, error) {
	var total amounts
	for container := range objects(podSpec, "containers") {
		if err := total.take(container, (*amount).add); err != nil {
			return nil, err
		}
	}
	for container := range objects(podSpec, "initContainers") {
		if err := total.take(container, (*amount).raise); err != nil {
			return nil, err
		}
	}
	if err := total.takeList(object(podSpec, "overhead"), nil, (*amount).add); err != nil {
		return nil, fmt.Errorf("overhead: %w", err)
	}
	return total.quantities(), nil
}

// take applies the request of a container to a.
func (a *amounts) take(container map[string]any, apply func(*amount, int64) error) error {
	resources := object(container, "resources")
	requests := object(resources, "requests")
	err := a.takeList(requests, nil, apply)
	if err == nil {
		err = a.takeList(object(resources, "limits"), requests, apply)
	}
	if err != nil {
		return fmt.Errorf("container %q: %w", text(container, "name"), err)
	}
	return nil
}

// takeList applies the quantities of a list to a, except for the names of another list. Among several errors, it returns that of the
// first name.
func (a *amounts) takeList(list, without map[string]any, apply func(*amount, int64) error) error {
	var first error
	failed := ""
	for name, v := range list {
		if _, found := without[name]; found || !counts(name) {
			continue
		}
		n, err := countOf(name, v)
		if err == nil {
			err = apply(a.of(name), n)
		}
		if err != nil && (first == nil || name < failed) {
			failed, first = name, fmt.Errorf("%s: %w", name, err)
		}
	}
	return first
}
