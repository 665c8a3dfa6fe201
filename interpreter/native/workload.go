package native

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// workload is the part that the kinds of apps/v1 share.
type workload struct {
	kind
	reported []string // the fields of the status that InterpretStatus returns
	counted  []string // the fields of the status that AggregateStatus adds up

	ownGeneration bool // see isCurrent
	wholeStatus   bool // see changes
}

// replicas returns spec.replicas, 0 if absent, and the requirements of spec.template. The whole object is decoded, see check.
func (w workload) replicas(o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	if err := w.check(interpreter.InterpretReplica, o); err != nil {
		return 0, nil, err
	}
	requirements, err := requirementsIn(o, "spec", "template", "spec")
	if err != nil {
		return 0, nil, err
	}
	return int32(number(object(content(o), "spec")["replicas"])), requirements, nil
}

// dependencies returns what the pods of spec.template need. The whole object is decoded, see check.
func (w workload) dependencies(o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return w.kind.dependencies(o, "spec", "template", "spec")
}

// isSeen reports whether a member's controller has observed the newest object: observedGeneration is equal to the generation, both 0 if
// absent. It also returns the status. The whole object is decoded, see check.
func (w workload) isSeen(o *unstructured.Unstructured) (status map[string]any, seen bool, err error) {
	if err := w.check(interpreter.InterpretHealth, o); err != nil {
		return nil, false, err
	}
	status = object(content(o), "status")
	return status, number(status[observedGeneration]) == number(object(content(o), "metadata")[generation]), nil
}

// isRolledOut reports whether the newest object was observed, as many replicas as requested are updated (any number if none is requested),
// and as many are available as are updated.
func (w workload) isRolledOut(o *unstructured.Unstructured) (bool, error) {
	status, seen, err := w.isSeen(o)
	if err != nil || !seen {
		return false, err
	}
	updated := number(status["updatedReplicas"])
	return isEnough(o, updated) && number(status["availableReplicas"]) >= updated, nil
}

// isEnough reports whether there are as many replicas as requested, or whether none are requested.
func isEnough(o *unstructured.Unstructured, replicas int64) bool {
	wanted := object(content(o), "spec")["replicas"]
	return wanted == nil || replicas >= number(wanted)
}
