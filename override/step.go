package override

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Stage is a list of lanes that do not see each other: each reads the object as it was before the stage. Then the edits of all lanes
// are applied in order.
type Stage []Lane

// Lane is a list of steps. Each sees the edits of the previous ones.
type Lane []Step

// Step is an overrider and its field path in the policy, such as "spec.overrideRules[0].overriders.imageOverrider[1]". Errors, changes
// and validation name the step by this path.
type Step struct {
	At string
	Overrider
}

// Steps returns stages of one step each: every step sees the edits of all previous ones, which is the common case.
func Steps(steps ...Step) []Stage {
	if len(steps) == 1 { // in one piece: a set may have 100,000 policies
		storage := &struct {
			stages [1]Stage
			lanes  [1]Lane
			steps  [1]Step
		}{steps: [1]Step(steps)}
		storage.lanes[0] = storage.steps[:]
		storage.stages[0] = storage.lanes[:]
		return storage.stages[:]
	}
	stages := make([]Stage, len(steps))
	storage := make([]struct {
		lanes [1]Lane
		steps [1]Step
	}, len(steps))
	for i := range steps {
		at := &storage[i]
		stages[i], at.lanes[0], at.steps[0] = at.lanes[:], at.steps[:], steps[i]
	}
	return stages
}

// named returns rules in which every rule and step has a place: rules[1], rules[1].steps[0]. It copies what it changes.
func named(rules []Rule) []Rule {
	missing := func(lane Lane) bool { return slices.ContainsFunc(lane, func(s Step) bool { return s.At == "" }) }
	unnamed := func(stage Stage) bool { return slices.ContainsFunc(stage, missing) }
	if !slices.ContainsFunc(rules, func(r Rule) bool { return r.At == "" || slices.ContainsFunc(r.Stages, unnamed) }) {
		return rules // as dialects compile them
	}
	rules = slices.Clone(rules)
	for i := range rules {
		rules[i].At = cmp.Or(rules[i].At, fmt.Sprintf("rules[%d]", i))
		if !slices.ContainsFunc(rules[i].Stages, unnamed) {
			continue
		}
		n := 0
		rules[i].Stages = slices.Clone(rules[i].Stages)
		for j := range rules[i].Stages {
			rules[i].Stages[j] = slices.Clone(rules[i].Stages[j])
			for k, lane := range rules[i].Stages[j] {
				lane = slices.Clone(lane)
				for l := range lane {
					lane[l].At = cmp.Or(lane[l].At, fmt.Sprintf("rules[%d].steps[%d]", i, n))
					n++
				}
				rules[i].Stages[j][k] = lane
			}
		}
	}
	return rules
}

// check validates the n-th step of the rule with the index rule. A path is made only for an error: sets of many policies are compiled often.
func (s Step) check(rule, n int) *field.Error {
	err := s.Validate()
	if err == nil {
		return nil
	}
	at := field.NewPath(cmp.Or(s.At, fmt.Sprintf("rules[%d].steps[%d]", rule, n)))
	if isNil(s.Overrider) {
		return field.Required(at, err.Error())
	}
	return field.Invalid(at, field.OmitValueType{}, err.Error())
}

// maxWrapped limits the steps that are overriders of one another.
const maxWrapped = 100

// Validate implements [Validator]: a step may be the overrider of another one, but not of itself.
func (s Step) Validate() error {
	for range maxWrapped {
		if isNil(s.Overrider) {
			return errors.New("a step must have an overrider")
		}
		switch inner := s.Overrider.(type) {
		case Step:
			s = inner
		case *Step:
			s = *inner
		case Validator:
			return inner.Validate()
		default:
			return nil
		}
	}
	return fmt.Errorf("the overrider is a step in more than %d others, or in itself", maxWrapped)
}

// isNil reports whether an overrider is nil, or an interface with a nil pointer or function.
func isNil(o Overrider) bool {
	v := reflect.ValueOf(o)
	return !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil()
}
