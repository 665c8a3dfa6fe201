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
	known := make(map[string]interpreter.Health, len(in.Health))
	for _, item := range in.Health {
		if _, found := known[item.ClusterName]; !found {
			known[item.ClusterName] = item.Health
		}
	}
	why, more := "", 0
	for _, target := range in.Targets {
		health, found := known[target.Name]
		switch {
		case health == interpreter.Healthy:
			continue
		case why != "":
			more++
		case !found || health == "":
			why = fmt.Sprintf("the health in cluster %s is not known yet", target.Name)
		default:
			why = fmt.Sprintf("the object is %s in cluster %s", health, target.Name)
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
