package override

import (
	"cmp"
	"errors"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// Outcome is what became of a policy, a rule or a step. The texts are stable.
type Outcome string

const (
	OutcomeApplied    Outcome = "applied"     // it changed something
	OutcomeNoEffect   Outcome = "no effect"   // it took part and changed nothing
	OutcomeSkipped    Outcome = "skipped"     // it is for other objects, or for other clusters
	OutcomeFailed     Outcome = "failed"      // it ended it all
	OutcomeNotReached Outcome = "not reached" // another one failed before
)

// Explanation is what every policy of a set did about an object in a cluster, and why. It is plain data, and the caller's own;
// as JSON it has the names given here.
type Explanation struct {
	Object  Ref    `json:"object"`
	Cluster string `json:"cluster"`
	Err     *Error `json:"-"` // why there is no result, or nil; in JSON its text, as "error"

	// Policies is every policy of the set: those that cover the object first, in the order in which they act, then the
	// others, the nearest miss first. Of equally near ones the cluster-wide come first, then names count.
	Policies []PolicyOutcome `json:"policies"`

	// Missing is as [Selection.Missing].
	Missing []Ref `json:"missing,omitempty"`

	// Conflicts is as [Result.Conflicts]; with an error, those that came up before it.
	Conflicts []Conflict `json:"conflicts"`
}

// PolicyOutcome is what became of a policy: of its rules the first that there is of failed, applied, no effect, not reached,
// skipped.
type PolicyOutcome struct {
	Policy  Ref             `json:"policy"`
	Tier    Tier            `json:"tier"`
	Outcome Outcome         `json:"outcome"`
	Rank    selector.Rank   `json:"selectedBy"`       // by what the object was selected; RankNone: it was not
	Reason  string          `json:"reason,omitempty"` // in words for a person, unless rules tell more
	Misses  []selector.Miss `json:"misses,omitempty"` // the conditions of the nearest selector that the object fails
	Rules   []RuleOutcome   `json:"rules,omitempty"`  // as they stand in the policy, where it covers the object
}

// RuleOutcome is what became of a rule: of its steps the first that there is of failed, applied, no effect, not reached.
type RuleOutcome struct {
	At      string          `json:"at"` // its place in the policy, as a field path
	Outcome Outcome         `json:"outcome"`
	Reason  string          `json:"reason,omitempty"` // in words for a person, unless steps tell more
	Misses  []selector.Miss `json:"misses,omitempty"` // the condition that the cluster fails
	Steps   []StepOutcome   `json:"steps,omitempty"`  // as they stand in the rule, where it covers the cluster
}

// StepOutcome is what became of a step.
type StepOutcome struct {
	At          string       `json:"at"` // its place in the policy, as a field path
	Outcome     Outcome      `json:"outcome"`
	Changes     []Change     `json:"changes,omitempty"`     // also those that a later error undid
	Reasons     []string     `json:"reasons,omitempty"`     // why it did not do something, in words for a person, or why it failed
	Warnings    []Warning    `json:"warnings,omitempty"`    // see [Result.Warnings]
	Divergences []Divergence `json:"divergences,omitempty"` // see [Result.Divergences]
}

// Explain applies the policies as [Selection.Apply] does and tells what each of the set did, also if there is an error. It looks
// at every policy, and so takes time in proportion to the set.
func (s Selection) Explain(cluster selector.Cluster) *Explanation {
	r, err := apply(&s, &cluster)
	e := &Explanation{Object: refOfContent(s.object), Cluster: cluster.Name, Policies: []PolicyOutcome{}, Missing: s.Missing(), Conflicts: r.conflicts()}
	errors.As(err, &e.Err) // which every error of apply is
	if s.set == nil {
		return e
	}
	t := explainer{run: r, failed: err != nil, steps: r.stepOutcomes(e.Err)}
	type missing struct {
		policy   *Policy
		object   *selector.Object // as the policy looks at it
		distance int
	}
	var others []missing
	for tier := range tiers {
		given, now := r.identities(Tier(tier))
		picked := s.pick(Tier(tier), &now, nil)
		covering := make(map[*Policy]bool, len(picked))
		for _, p := range picked {
			covering[p] = true
			outcome := t.policy(p)
			outcome.Rank = p.rank(*p.matchObject(&given, &now))
			e.Policies = append(e.Policies, outcome)
		}
		for _, p := range s.set.tiers[tier] {
			if !covering[p] {
				seen := p.matchObject(&given, &now)
				others = append(others, missing{p, seen, p.distance(seen)})
			}
		}
	}
	slices.SortStableFunc(others, func(a, b missing) int { return cmp.Compare(a.distance, b.distance) })
	e.Policies = slices.Grow(e.Policies, len(others))
	for i := range others {
		e.Policies = append(e.Policies, others[i].policy.missed(others[i].object))
	}
	return e
}

// stepOutcomes is what became of the steps that were run.
func (r *run) stepOutcomes(err *Error) []StepOutcome {
	steps := make([]StepOutcome, len(r.stepRuns))
	for i := range r.stepRuns {
		steps[i] = StepOutcome{At: r.stepRuns[i].step.At, Outcome: OutcomeNoEffect}
	}
	for _, s := range r.skips {
		steps[s.step].Reasons = append(steps[s.step].Reasons, r.say(nil, s.format, s.args))
	}
	for _, c := range r.changes {
		steps[c.step].Outcome = OutcomeApplied
		steps[c.step].Changes = append(steps[c.step].Changes, r.change(c))
	}
	for _, w := range r.warnings {
		steps[w.step].Warnings = append(steps[w.step].Warnings, r.warning(w))
	}
	for _, d := range r.allDivergences() {
		steps[d.step].Divergences = append(steps[d.step].Divergences, r.divergence(d))
	}
	if err == nil || len(steps) == 0 { // without any step, the object itself was refused
		return steps
	}
	for i := range steps { // of lanes that were not carried out
		if len(steps[i].Changes)+len(steps[i].Reasons) == 0 {
			steps[i].Outcome = OutcomeNotReached
		}
	}
	failed := &steps[r.step]
	failed.Outcome, failed.Reasons = OutcomeFailed, append(failed.Reasons, err.Err.Error())
	if err.Divergence != nil {
		failed.Divergences = append(failed.Divergences, *err.Divergence)
	}
	return steps
}

// explainer goes through the policies in the order in which they acted, and through the steps that were run.
type explainer struct {
	run    *run
	failed bool // the run did
	steps  []StepOutcome
	next   int // of the steps
}

// over tells whether the run had failed by now.
func (t *explainer) over() bool { return t.failed && t.next == len(t.steps) }

func (t *explainer) policy(p *Policy) PolicyOutcome {
	outcome := PolicyOutcome{Policy: p.spec.Ref, Tier: p.spec.Tier, Outcome: OutcomeSkipped}
	switch {
	case t.over():
		outcome.Outcome = OutcomeNotReached
	case len(p.spec.Rules) == 0:
		outcome.Outcome, outcome.Reason = OutcomeNoEffect, "the policy has no rules"
	}
	for i := range p.spec.Rules {
		rule := t.rule(p, &p.spec.Rules[i])
		outcome.Rules = append(outcome.Rules, rule)
		outcome.Outcome = first(outcome.Outcome, rule.Outcome)
	}
	return outcome
}

func (t *explainer) rule(p *Policy, rule *Rule) RuleOutcome {
	outcome := RuleOutcome{At: rule.At, Outcome: OutcomeNotReached}
	if t.over() {
		return outcome
	}
	if why := rule.Clusters.Why(&t.run.cluster); why != "" {
		outcome.Outcome, outcome.Reason, outcome.Misses = OutcomeSkipped, why, rule.Clusters.Misses(&t.run.cluster)
		if rule.Clusters.Fault(&t.run.cluster) != nil {
			outcome.Outcome = OutcomeFailed
			t.next++ // the rule itself stands among the steps
		}
		return outcome
	}
	for _, stage := range rule.Stages {
		for _, lane := range stage {
			for i := range lane {
				step := StepOutcome{At: lane[i].At, Outcome: OutcomeNotReached}
				if !t.over() && t.run.stepRuns[t.next].step == &lane[i] {
					step = t.steps[t.next]
					t.next++
				}
				outcome.Steps = append(outcome.Steps, step)
				outcome.Outcome = first(outcome.Outcome, step.Outcome)
			}
		}
	}
	if len(outcome.Steps) == 0 {
		outcome.Outcome, outcome.Reason = OutcomeNoEffect, "the rule has no steps"
	}
	return outcome
}

// first is the one of two outcomes that says more about what they are parts of.
func first(a, b Outcome) Outcome {
	for _, o := range [...]Outcome{OutcomeFailed, OutcomeApplied, OutcomeNoEffect, OutcomeNotReached} {
		if a == o || b == o {
			return o
		}
	}
	return OutcomeSkipped
}

// matchObject is the object as the policy looks at it: as it came in, or as it is now.
func (p *Policy) matchObject(given, now *selector.Object) *selector.Object {
	if p.spec.AsGiven {
		return given
	}
	return now
}

// distance is how far the policy is from covering the object.
func (p *Policy) distance(obj *selector.Object) int {
	distance := p.spec.Objects.Distance(*obj)
	if p.spec.Tier == Namespaced && obj.Namespace != p.spec.Ref.Namespace {
		return max(distance, selector.Elsewhere)
	}
	return distance
}

// missed is the outcome of a policy that does not cover the object.
func (p *Policy) missed(obj *selector.Object) PolicyOutcome {
	outcome := PolicyOutcome{Policy: p.spec.Ref, Tier: p.spec.Tier, Outcome: OutcomeSkipped}
	selected := p.spec.Objects.Match(*obj) != selector.RankNone
	if !selected {
		outcome.Reason, outcome.Misses = p.spec.Objects.Why(*obj), p.spec.Objects.Misses(*obj)
	}
	if p.spec.Tier == Namespaced && obj.Namespace != p.spec.Ref.Namespace {
		elsewhere := selector.Miss{Fact: "namespace", Found: cmp.Or(obj.Namespace, "absent"), Wanted: p.spec.Ref.Namespace}
		reason := "the policy applies to namespace " + elsewhere.Wanted + ", the object is in namespace " + elsewhere.Found
		if obj.Namespace == "" {
			reason = "the policy applies to namespace " + elsewhere.Wanted + ", the object has no namespace"
		}
		if selected {
			outcome.Reason, outcome.Misses = reason, []selector.Miss{elsewhere}
		} else if !slices.Contains(outcome.Misses, elsewhere) {
			outcome.Reason, outcome.Misses = reason+"; "+outcome.Reason, append([]selector.Miss{elsewhere}, outcome.Misses...)
		}
	}
	return outcome
}
