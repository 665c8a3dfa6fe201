package eviction

import (
	"fmt"

	"github.com/overridekit/overridekit/interpreter"
)

// unhealthy returns why the health of the object does not end a task, or "" if it does.
func (in Input) unhealthy() string {
	if !in.Scheduled {
		return "the scheduler has not observed the last change of the binding"
	}
	known, why, more := firstItems(in.Health), "", 0
	for _, target := range in.Targets {
		item := known[target.Name]
		switch {
		case item != nil && item.Health == interpreter.Healthy:
			continue
		case why != "":
			more++
		case item == nil || item.Health == "":
			why = fmt.Sprintf("the health in cluster %s is not known yet", target.Name)
		default:
			why = fmt.Sprintf("the object is %s in cluster %s", item.Health, target.Name)
		}
	}
	if more > 0 {
		why += fmt.Sprintf(", and it is not healthy in %d more", more)
	}
	return why
}

// healthy returns why the health of the object ends a task.
func (in Input) healthy() string {
	if len(in.Targets) == 0 {
		return "the binding has no clusters"
	}
	return "the object is healthy in all targets"
}
