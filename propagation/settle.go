package propagation

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// schedule schedules a binding that is in no group.
func (p *planner) schedule(b api.Binding, row *Row) {
	in := p.scheduleInput(b)
	if accepted, why := schedule.Accepted(in, b); !accepted {
		row.Warnings = append(row.Warnings, why)
		return
	}
	row.tell(p.scheduleOne(in, b))
}

func (p *planner) scheduleInput(b api.Binding) schedule.Input {
	return schedule.Input{Spec: b.BindingSpec(), Status: b.BindingStatus(), Clusters: p.Clusters, Peers: p.peers, Options: p.Options.Schedule, FeatureGates: p.Options.FeatureGates}
}

// scheduleOne chooses the clusters of a binding and writes them into it. Its peers keep their clusters.
//
//  1. A binding that is scheduled once may need to be scheduled again because of what it was given: a Duplicated one always does. So it is
//     scheduled until it does not change any more.
//  2. Warnings, errors and rejections are those of the state that is reached, so that they are the same when it is planned again.
//  3. A binding that needs no scheduling any more, and goes nowhere, has the error that the scheduler would have: it is the one that emptied it.
//  4. A reschedule that was asked for is done once: then the binding counts as scheduled at the time it was asked for.
//  5. If a state comes back, that is a [SwingError]. The binding gets the first of the states in the order of their texts.
func (p *planner) scheduleOne(in schedule.Input, b api.Binding) said {
	var met []state
	for {
		met = append(met, stateOf(b))
		said := p.look(in, b)
		if said.needed {
			said.apply(in, b)
		}
		now, last := stateOf(b), met[len(met)-1]
		if now.equal(last) || said.settled {
			return said
		}
		first := slices.IndexFunc(met, now.equal)
		switch {
		case first >= 0:
			between := inOneOrder(met[first:], state.String)
			between[0].write(b)
			said = p.look(in, b)
			said.problem = newSwingError(between)
			return said
		case len(met) == maxRounds:
			met[0].write(b)
			said = p.look(in, b)
			said.problem = fmt.Errorf("scheduling is not settled after %d rounds: %s, then %s", maxRounds, last, now)
			return said
		}
	}
}

func (r *Row) tell(said said) {
	r.Warnings, r.Rejected, r.Err = append(r.Warnings, said.warnings...), said.rejected, said.problem
}

// said is what the scheduler says of a binding.
type said struct {
	needed   bool // it is to be written into the binding
	settled  bool // once that is done, the scheduler would say the same
	result   *schedule.Result
	err      error
	warnings []string
	rejected []schedule.Rejection
	problem  error // the error, if it is one for the row
}

// look asks the scheduler, unless the binding needs no scheduling and there would be nothing to tell.
func (p *planner) look(in schedule.Input, b api.Binding) (s said) {
	s.needed, _ = schedule.ShouldSchedule(in, b)
	nowhere, independent := len(in.Spec.Clusters) == 0, isIndependent(in.Spec.Placement)
	if !s.needed && !p.Options.Reasons && !nowhere && independent {
		return s
	}
	s.result, s.err = schedule.Schedule(in)
	s.warnings = schedule.Warnings(s.result, s.err)
	if s.result != nil && len(s.result.Clusters) > 1 && schedule.Undivided(in.Spec) {
		s.warnings = append(s.warnings, p.withoutReplicas(in.Spec)...)
	}
	if p.Options.Reasons {
		s.rejected = rejected(s.result, s.err)
	}
	if s.needed || nowhere {
		s.problem = s.err
	}
	s.settled = s.needed && s.err == nil && nowhere && independent
	return s
}

// withoutReplicas warns that no interpreter could read the replicas of a binding's object.
func (p *planner) withoutReplicas(spec *api.ResourceBindingSpec) []string {
	kind := schema.FromAPIVersionAndKind(spec.Resource.APIVersion, spec.Resource.Kind)
	if p.Options.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) && p.Registry.Enabled(kind, interpreter.InterpretComponent) {
		return nil
	}
	if err := p.Registry.Check(kind, interpreter.InterpretReplica); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// isIndependent reports whether what the scheduler says of a placement is the same for a binding with the clusters that it chose as for one that
// had none. Spread constraints and ordered affinities prefer what is there.
func isIndependent(p *api.Placement) bool {
	return p != nil && p.ClusterAffinities == nil && len(p.SpreadConstraints) == 0
}

func rejected(result *schedule.Result, err error) []schedule.Rejection {
	var misfit *schedule.FitError
	switch {
	case result != nil:
		return result.Rejected
	case errors.As(err, &misfit):
		return misfit.Rejected
	}
	return nil
}

// apply writes it into the binding.
func (s said) apply(in schedule.Input, b api.Binding) {
	spec, status := b.BindingSpec(), b.BindingStatus()
	if asked := spec.RescheduleTriggeredAt; s.err == nil && asked != nil && status.LastScheduledTime != nil && asked.After(status.LastScheduledTime.Time) {
		status.LastScheduledTime = asked.DeepCopy()
	}
	after := schedule.StatusAfter(in, s.result, s.err)
	spec.Clusters, status.SchedulerObservedAffinityName = after.Clusters, after.AffinityName
	if after.Applied {
		if text, err := json.Marshal(spec.Placement); err == nil {
			b.SetAnnotations(content.MergeMap(b.GetAnnotations(), map[string]string{api.AppliedPlacementAnnotation: string(text)}))
		}
	}
}
