package lint

import (
	"slices"

	"github.com/overridekit/overridekit/override"
)

// sound has the policies without the steps that their dialect refuses, and without those that may depend on them. A refused step may fail on
// every object and hide the later steps. Without it they can be checked.
type sound struct {
	set, wide *override.Set
	policies  map[override.Ref]*override.Policy
}

// soundPolicies returns the sound policies. It makes them when they are needed first.
func (inv *inventory) soundPolicies() *sound {
	if inv.sound != nil {
		return inv.sound
	}
	inv.sound = &sound{policies: map[override.Ref]*override.Policy{}}
	var all, wide []*override.Policy
	for ref, s := range inv.subjects {
		p := s.soundPolicy()
		inv.sound.policies[ref] = p
		all = append(all, p)
		if p.Tier() == override.ClusterWide {
			wide = append(wide, p)
		}
	}
	inv.sound.set = override.NewSet(all...).Hiding(inv.hide)
	inv.sound.wide = override.NewSet(wide...).Hiding(inv.hide)
	return inv.sound
}

// maxLeftOut limits the steps with which [dependsOn] compares a step.
const maxLeftOut = 100

// soundPolicy returns the policy without the steps to leave out. With more than maxLeftOut of them, all steps are left out.
func (s *subject) soundPolicy() *override.Policy {
	if len(s.refused) == 0 {
		return s.policy
	}
	s.leftOut = map[string]bool{}
	var steps []*step
	for _, st := range s.steps() {
		at := pathOf(st.at)
		if s.refused[at] || len(steps) > maxLeftOut || dependsOn(st, steps) {
			s.leftOut[at] = true
			steps = append(steps, st)
		}
	}
	spec := s.policy.Spec()
	spec.Rules = slices.Clone(spec.Rules)
	for i := range spec.Rules {
		var stages []override.Stage
		for _, stage := range spec.Rules[i].Stages {
			var lanes override.Stage
			for _, lane := range stage {
				lane = slices.DeleteFunc(slices.Clone(lane), func(step override.Step) bool { return s.leftOut[step.At] })
				if len(lane) > 0 {
					lanes = append(lanes, lane)
				}
			}
			if len(lanes) > 0 {
				stages = append(stages, lanes)
			}
		}
		spec.Rules[i].Stages = stages
	}
	p, err := override.NewPolicy(spec)
	if err != nil { // impossible: it is a part of a policy
		return s.policy
	}
	return p
}

// isRefused reports whether the step that failed is one that its dialect refuses.
func (inv *inventory) isRefused(failed *override.Error) bool {
	s := inv.subjects[failed.Policy]
	return s != nil && s.refused[failed.At] && inv.steps[override.Origin{Policy: failed.Policy, At: failed.At}] != nil
}

// applySound returns the outcome of the sound policies for an object and a cluster.
func (inv *inventory) applySound(o *object, cluster string) *override.Variant {
	result, err := inv.soundPolicies().set.Select(o.source).Apply(inv.named[cluster])
	return &override.Variant{Result: result, Err: err}
}

// leftOut returns the steps of a rule that are left out.
func (inv *inventory) leftOut(policy override.Ref, at string) []*step {
	s, r := inv.subjects[policy], inv.rules[override.Origin{Policy: policy, At: at}]
	if s == nil || r == nil || len(s.leftOut) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.steps), func(st *step) bool { return !s.leftOut[pathOf(st.at)] })
}

// dependsOn reports whether a step was removed, or may write to the same place as a removed step. If there are too many to compare, it is
// true.
func dependsOn(st *step, leftOut []*step) bool {
	return len(leftOut) > maxLeftOut ||
		slices.ContainsFunc(leftOut, func(other *step) bool { return st == other || mayMeet(st, other) || mayMeet(other, st) })
}

// shareContainer reports whether two steps name the same container.
func shareContainer(st, other *step) bool {
	return slices.ContainsFunc(st.containers, func(name written) bool {
		return slices.ContainsFunc(other.containers, func(o written) bool { return o.text == name.text })
	})
}

// mayMeet reports whether a step may write at a place of another step. Overriders of images in the same containers write different components in
// most cases, so they do not overlap.
func mayMeet(st, other *step) bool {
	at, ok := st.target()
	if !ok {
		return st.what == other.what && st.field() == other.field() && (st.what == mapStep || shareContainer(st, other))
	}
	switch other.what {
	case workloadStep:
		return slices.ContainsFunc(at, func(token string) bool { return token == "containers" || token == "initContainers" })
	case mapStep:
		return len(at) < 2 || at[0] == "metadata" && (at[1] == "labels" || at[1] == "annotations")
	}
	place, ok := other.target()
	return ok && (at.HasPrefix(place) || place.HasPrefix(at))
}
