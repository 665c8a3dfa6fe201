package template

import (
	"encoding/json"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// scheduleStage is the stage schedule, unless nothing touches the binding, see [Control].Touched. Then it completes the row, as for a binding that this scheduler
// does not accept. Without a binding it does nothing.
func (p *Placing) scheduleStage() {
	switch {
	case p.Binding == nil || p.moved:
	case p.untouched:
		p.schedule(p.run)
	default:
		p.schedule(p.scheduleOne)
	}
}

// schedule completes the row by a run of the scheduler on the binding: scheduleOne, or run if the binding must not change.
func (p *Placing) schedule(run func(schedule.Input, api.Binding) outcome) {
	in, b := p.scheduleInput(p.Binding), p.Binding
	if accepted, why := schedule.Accepted(in, b); !accepted {
		p.setOutcome(outcome{refused: true, warnings: []string{why}, failed: !content.Observed(b) || len(p.started) > 0})
		return
	}
	p.setOutcome(run(in, b))
}

func (p *Placing) scheduleInput(b api.Binding) schedule.Input {
	return schedule.Input{
		Spec: b.BindingSpec(), Status: b.BindingStatus(), Clusters: p.control.Clusters.All(), Fleet: p.control.Clusters, Peers: p.control.Peers,
		Options: p.control.Schedule, FeatureGates: p.control.FeatureGates, ChosenOnly: !p.control.Reasons,
	}
}

// scheduleOne chooses the clusters of a binding and writes them into it. Its peers keep their clusters.
//
//  1. A binding that has just been scheduled may need to be scheduled again: a Duplicated one always does. So it is scheduled until it no
//     longer changes.
//  2. Warnings, errors and rejections are those of the final state, so that they are the same if it is planned again.
//  3. A binding without clusters that needs no scheduling has the error of the scheduler, which removed its clusters.
//  4. A requested reschedule is done once: then the time of the request is the time of the last scheduling.
//  5. If a state repeats, the error is a [SwingError], and the binding gets the state whose string is the least.
func (p *Placing) scheduleOne(in schedule.Input, b api.Binding) outcome {
	var history []state
	var after *schedule.Outcome
	for {
		history = append(history, stateOf(b))
		out := p.run(in, b)
		if out.needed {
			after = out.apply(in, b)
		}
		out.after = after
		now, last := stateOf(b), history[len(history)-1]
		if now.equal(last) || out.settled {
			return out
		}
		first := slices.IndexFunc(history, now.equal)
		switch {
		case first >= 0:
			between := rotateToLeast(history[first:], state.String)
			between[0].write(b)
			out = p.run(in, b)
			out.problem, out.after = newSwingError(between), after
			return out
		case len(history) == maxRounds:
			history[0].write(b)
			out = p.run(in, b)
			out.after = after
			out.problem = fmt.Errorf("scheduling does not settle in %d rounds: %s, then %s", maxRounds, last, now)
			return out
		}
	}
}

// setOutcome writes the outcome of the scheduler into the row. It replaces an earlier outcome. The clusters are not copied: in a large plan, most of the memory
// is lists of clusters.
func (p *Placing) setOutcome(o outcome) {
	p.Row.Clusters, p.Row.Warnings = slices.Clip(p.Binding.BindingSpec().Clusters), slices.Concat(p.warnings, o.warnings)
	p.Row.Rejected, p.Row.Err, p.unscheduled = o.rejected, o.problem, o.failed
	o.result, p.outcome = nil, &o
}

// scheduledBinding returns what the scheduler has done with the binding, or nil if it does not accept it.
func (p *Placing) scheduledBinding() *Scheduled {
	o, b := p.outcome, p.Binding
	if o == nil || o.refused {
		return nil
	}
	after := o.after
	if stored := meta.FindStatusCondition(b.BindingStatus().Conditions, api.BindingScheduled); after == nil && stored != nil {
		after = &schedule.Outcome{Clusters: b.BindingSpec().Clusters, AffinityName: b.BindingStatus().SchedulerObservedAffinityName, Condition: *stored}
	} else if after == nil {
		in := p.scheduleInput(b)
		now := schedule.StatusAfter(in, &schedule.Result{Clusters: b.BindingSpec().Clusters, AffinityName: b.BindingStatus().SchedulerObservedAffinityName}, p.failed.Schedule)
		after = &now
	}
	warnings := o.warnings
	if o.problem != nil && !o.failed { // it does not settle
		warnings = append(slices.Clip(warnings), o.problem.Error())
	}
	return &Scheduled{*after, warnings}
}

// outcome is the result of one run of the scheduler.
type outcome struct {
	refused  bool // the scheduler does not accept the binding
	needed   bool // the binding must be scheduled, so the result must be written into it
	settled  bool // another run would have the same outcome
	result   *schedule.Result
	err      error
	after    *schedule.Outcome // what the last run that was needed has written; nil: none was
	warnings []string
	rejected []schedule.Rejection
	failed   bool  // the scheduler has not observed the generation of the binding
	problem  error // the error of the row
}

// run runs the scheduler on an accepted binding, unless the binding needs no scheduling and the row needs nothing of the result. A binding whose
// cluster is gone needs it: Karmada schedules it when the cluster is marked for deletion.
func (p *Placing) run(in schedule.Input, b api.Binding) (s outcome) {
	triggered, _, err := schedule.Triggered(in, b)
	s.needed = triggered || err != nil || b.GetDeletionTimestamp() == nil && p.control.losesCluster(b) != ""
	nowhere, independent := len(in.Spec.Clusters) == 0, isIndependent(in.Spec.Placement)
	if !s.needed && !p.control.Reasons && !nowhere && independent && !schedule.Undivided(in.Spec) {
		return s
	}
	s.result, s.err = schedule.Schedule(in)
	s.warnings = schedule.Warnings(s.result, s.err)
	if s.result != nil && len(s.result.Clusters) > 1 && schedule.Undivided(in.Spec) {
		s.warnings = append(s.warnings, p.withoutReplicas(in.Spec)...)
	}
	if p.control.Reasons {
		s.rejected = schedule.Rejected(s.result, s.err)
	}
	if s.needed || nowhere {
		s.failed, s.problem = s.err != nil, s.err
	}
	s.settled = s.needed && s.err == nil && nowhere && independent
	return s
}

// withoutReplicas returns a warning if no interpreter can read the replicas of the object.
func (p *Placing) withoutReplicas(spec *api.ResourceBindingSpec) []string {
	kind := schema.FromAPIVersionAndKind(spec.Resource.APIVersion, spec.Resource.Kind)
	if p.control.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) && p.control.Registry.Enabled(kind, interpreter.InterpretComponent) {
		return nil
	}
	if err := p.control.Registry.Check(kind, interpreter.InterpretReplica); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// isIndependent reports whether the scheduler returns the same for a placement whether or not the binding already has the chosen clusters. Spread
// constraints and ordered affinities prefer present clusters.
func isIndependent(p *api.Placement) bool {
	return p != nil && p.ClusterAffinities == nil && len(p.SpreadConstraints) == 0
}

// apply writes the result into the binding.
func (s outcome) apply(in schedule.Input, b api.Binding) *schedule.Outcome {
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
	return &after
}
