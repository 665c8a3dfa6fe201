package override

import (
	"cmp"
	"errors"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// Outcome is the outcome of a policy, a rule or a step. The strings are stable.
type Outcome string

const (
	OutcomeApplied    Outcome = "applied"     // it changed the object
	OutcomeNoEffect   Outcome = "no effect"   // it matched and changed nothing
	OutcomeSkipped    Outcome = "skipped"     // it does not match the object or the cluster
	OutcomeFailed     Outcome = "failed"      // it ended the run with an error
	OutcomeNotReached Outcome = "not reached" // the run ended with an error before it
)

// Explanation reports what every policy of a set did to an object for a cluster, and why. It is plain data and shares nothing with
// the run. Its JSON has the field names given here.
type Explanation struct {
	Object  Ref    `json:"object"`
	Cluster string `json:"cluster"`
	Err     *Error `json:"-"` // why there is no result, or nil; in JSON its message, as "error"

	// Policies has every policy of the set: first those that cover the object, in the order in which they act, then the others,
	// nearest miss first. Among equally near ones, cluster-wide policies come first, then the smaller name.
	Policies []PolicyOutcome `json:"policies"`

	// Missing is [Selection.Missing].
	Missing []Ref `json:"missing,omitempty"`

	// Conflicts is [Result.Conflicts]; after an error, the conflicts before it.
	Conflicts []Conflict `json:"conflicts"`
}

// PolicyOutcome is the outcome of a policy. Outcome is the first of failed, applied, no effect, not reached and skipped that one of
// its rules has.
type PolicyOutcome struct {
	Policy  Ref             `json:"policy"`
	Tier    Tier            `json:"tier"`
	Outcome Outcome         `json:"outcome"`
	Rank    selector.Rank   `json:"selectedBy"`       // RankNone: the policy does not cover the object
	Reason  string          `json:"reason,omitempty"` // for people; empty if the rules have the reasons
	Misses  []selector.Miss `json:"misses,omitempty"` // the conditions of the nearest selector that the object fails
	Rules   []RuleOutcome   `json:"rules,omitempty"`  // in the order of the policy, if it covers the object
}

// RuleOutcome is the outcome of a rule. Outcome is the first of failed, applied, no effect and not reached that one of its steps has.
type RuleOutcome struct {
	At      string          `json:"at"` // field path in the policy
	Outcome Outcome         `json:"outcome"`
	Reason  string          `json:"reason,omitempty"` // for people; empty if the steps have the reasons
	Misses  []selector.Miss `json:"misses,omitempty"` // the condition that the cluster fails
	Steps   []StepOutcome   `json:"steps,omitempty"`  // in the order of the rule, if it covers the cluster
}

// StepOutcome is the outcome of a step.
type StepOutcome struct {
	At          string       `json:"at"` // field path in the policy
	Outcome     Outcome      `json:"outcome"`
	Changes     []Change     `json:"changes,omitempty"`     // also those before a later error
	Reasons     []string     `json:"reasons,omitempty"`     // for people: why it skipped something, or why it failed
	Warnings    []Warning    `json:"warnings,omitempty"`    // see [Result.Warnings]
	Divergences []Divergence `json:"divergences,omitempty"` // see [Result.Divergences]
}

// Explain applies the policies like [Selection.Apply] and reports what each policy of the set did, also after an error. It examines
// every policy, so its time is in proportion to the size of the set.
func (s Selection) Explain(cluster selector.Cluster) *Explanation {
	r, err := apply(&s, &cluster)
	e := &Explanation{Object: refOfContent(s.object), Cluster: cluster.Name, Policies: []PolicyOutcome{}, Missing: s.Missing(), Conflicts: r.conflicts()}
	errors.As(err, &e.Err) // every error of apply is an *Error
	if s.set == nil {
		return e
	}
	t := explainer{run: r, failed: err != nil, steps: r.stepOutcomes(e.Err)}
	type missing struct {
		policy   *Policy
		object   *selector.Object // see matchObject
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

// stepOutcomes returns the outcomes of the steps that were run.
func (r *run) stepOutcomes(err *Error) []StepOutcome {
	steps := make([]StepOutcome, len(r.stepRuns))
	for i := range r.stepRuns {
		steps[i] = StepOutcome{At: r.stepRuns[i].step.At, Outcome: OutcomeNoEffect}
	}
	for _, s := range r.skips {
		steps[s.step].Reasons = append(steps[s.step].Reasons, r.format(nil, s.format, s.args))
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
	if err == nil || len(steps) == 0 { // an error without any step is about the object itself
		return steps
	}
	for i := range steps { // steps of a stage whose edits were not applied
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

// explainer walks through the policies in the order in which they acted, and in parallel through the steps that were run.
type explainer struct {
	run    *run
	failed bool // the run failed
	steps  []StepOutcome
	next   int // index of the next step
}

// stopped reports whether the run failed before the next step.
func (t *explainer) stopped() bool { return t.failed && t.next == len(t.steps) }

func (t *explainer) policy(p *Policy) PolicyOutcome {
	outcome := PolicyOutcome{Policy: p.spec.Ref, Tier: p.spec.Tier, Outcome: OutcomeSkipped}
	switch {
	case t.stopped():
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
	if t.stopped() {
		return outcome
	}
	if why := rule.Clusters.Why(&t.run.cluster); why != "" {
		outcome.Outcome, outcome.Reason, outcome.Misses = OutcomeSkipped, why, rule.Clusters.Misses(&t.run.cluster)
		if rule.Clusters.Fault(&t.run.cluster) != nil {
			outcome.Outcome = OutcomeFailed
			t.next++ // stepRuns has an entry for the rule itself
		}
		return outcome
	}
	for _, stage := range rule.Stages {
		for _, lane := range stage {
			for i := range lane {
				step := StepOutcome{At: lane[i].At, Outcome: OutcomeNotReached}
				if !t.stopped() && t.run.stepRuns[t.next].step == &lane[i] {
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

// first returns the one of two outcomes that takes precedence in their parent.
func first(a, b Outcome) Outcome {
	for _, o := range [...]Outcome{OutcomeFailed, OutcomeApplied, OutcomeNoEffect, OutcomeNotReached} {
		if a == o || b == o {
			return o
		}
	}
	return OutcomeSkipped
}

// missed returns the outcome of a policy that does not cover the object.
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
