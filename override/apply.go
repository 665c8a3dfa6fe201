package override

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// apply applies the policies of a selection for a cluster.
func apply(s *Selection, cluster *selector.Cluster) (*run, error) { return applyAs(s, cluster, nil) }

// applyAs is the engine: the only loop that runs steps, and the only code that changes an object.
//
//  1. Tiers act one after the other. A tier selects its policies by the object that the previous tiers produced.
//  2. The policies of a tier act in the order of [Selection.pick], their rules and the stages of a rule in the order written. A
//     rule that does not cover the cluster is skipped.
//  3. The lanes of a stage start from the same object; their edits are applied lane by lane.
//  4. After each stage the object must have a kind and a well-formed apiVersion. After each rule no value that one of its steps
//     rejected may remain. After each tier the object must have the identity that a [Guard] protects.
//  5. The first error ends the run. If policies of the tier have changed the identity before, that is the error.
func applyAs(s *Selection, cluster *selector.Cluster, as *imitation) (*run, error) {
	r := &run{selection: s, imitation: as, trace: trace{object: s.object, cluster: *cluster, since: [tiers]int{-1, -1}}, tree: jsontree.New(s.object), shared: s.shared}
	r.edits.run = r
	r.places, r.missing = s.set.hiddenPlaces(), s.missing
	if as == nil { // the policies' own systems have no guard
		r.guard = s.set.Guard()
	}
	r.hidden = r.places.Of(s.given)
	r.facts, r.factsOf = s.given, r.tree
	if invalid := s.check(); invalid != nil {
		return r, &Error{Object: refOfContent(s.object), Cluster: cluster.Name, Pointer: invalid.Pointer, Code: CodeValue, Err: invalid}
	}
	err := r.policies(s, cluster)
	if err == nil {
		r.warnOfIdentity()
	}
	r.edits.run = nil          // an overrider that keeps its Edits cannot write the result
	r.memo, r.lanes = nil, nil // needed only while steps run
	return r, err
}

func (r *run) policies(s *Selection, cluster *selector.Cluster) error {
	for tier := range tiers {
		var now *selector.Object
		if r.reselect {
			facts := r.identity()
			now = &facts
		}
		picked := s.pick(Tier(tier), now, cluster)
		r.tier, r.since[tier] = Tier(tier), len(r.changes)
		r.grow(picked)
		for _, policy := range picked {
			if err := r.rules(policy, cluster); err != nil {
				return cmp.Or(r.checkIdentity(), err) // the error may be a consequence
			}
		}
		if err := r.checkIdentity(); err != nil {
			return err
		}
	}
	return nil
}

// rules runs the rules of a policy that cover the cluster.
func (r *run) rules(policy *Policy, cluster *selector.Cluster) error {
	r.policy = policy
	for i := range policy.spec.Rules {
		rule := &policy.spec.Rules[i]
		if !rule.Clusters.Match(cluster) {
			if err := rule.Clusters.Fault(cluster); err != nil {
				r.begin(rule, &Step{At: rule.At})
				return r.fail(Fault(err))
			}
			continue
		}
		var apart []bool
		if policy.apart != nil {
			apart = policy.apart[i]
		}
		if err := r.rule(rule, apart); err != nil {
			return err
		}
	}
	return nil
}

// grow makes room for the steps of policies, which avoids copying the slices. In most policies, one rule covers the cluster. Most steps make one
// change, some a few more.
func (r *run) grow(policies []*Policy) {
	steps := 0
	for _, p := range policies {
		steps += p.steps
	}
	r.stepRuns, r.changes = slices.Grow(r.stepRuns, steps), slices.Grow(r.changes, steps+(steps+1)/2)
	r.applied = slices.Grow(r.applied, len(policies))
}

// rule runs the stages of a rule. apart[i] is true if the lanes of stage i cannot see each other; nil means that there is no such stage.
func (r *run) rule(rule *Rule, apart []bool) error {
	before := len(r.changes)
	r.rejected = r.rejected[:0]
	for i, stage := range rule.Stages {
		var err error
		switch {
		case len(stage) == 1:
			err = r.steps(rule, stage[0])
		case apart != nil && apart[i]:
			err = r.stageApart(rule, stage)
		default:
			err = r.stage(rule, stage)
		}
		if err != nil {
			return err
		}
		if err := r.checkKind(); err != nil {
			return err
		}
	}
	if rejected, at := r.remaining(); rejected != nil {
		r.step = rejected.step
		return r.fail(&invalidError{pointer: at, err: rejected.err})
	}
	r.applied = append(r.applied, applied{r.policy, rule, len(r.changes) - before})
	return nil
}

// begin makes step the running step.
func (r *run) begin(rule *Rule, step *Step) {
	r.step = len(r.stepRuns)
	since := len(r.changes)
	if r.apart {
		since = r.stageBegin
	}
	r.stepRuns = append(r.stepRuns, stepRun{r.policy, rule, step, since})
}

func (r *run) override(step *Step) error {
	if r.imitation != nil {
		return r.imitation.override(r, step)
	}
	return step.Override(Input{r}, &r.edits)
}

func (r *run) steps(rule *Rule, lane Lane) error {
	for i := range lane {
		r.begin(rule, &lane[i])
		changes, edits, skips := len(r.changes), r.lanes.len(), len(r.skips)
		if err := r.override(&lane[i]); err != nil {
			return r.fail(err)
		}
		if len(r.changes) == changes && r.lanes.len() == edits && len(r.skips) == skips {
			r.skips = append(r.skips, skip{step: r.step, format: UpToDate})
		}
	}
	return nil
}
