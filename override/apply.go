package override

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// apply is the engine: the one loop that runs steps, and the one place from which an object is changed.
//
//  1. Tiers act one after the other. The policies of a tier are those that cover the object as the tiers before left it.
//  2. The policies of a tier act in the order of [Set.pick], their rules and the stages of a rule in the order written. A
//     rule that does not cover the cluster is passed over.
//  3. The lanes of a stage start from the same object; their edits are carried out lane by lane.
//  4. After each stage the object still has a kind and a well-formed apiVersion, and after each rule nothing stands that a
//     step of it rejected.
//  5. The first error ends it all.
func apply(s *Selection, cluster *selector.Cluster) (*run, error) {
	r := &run{trace: trace{object: s.object, cluster: *cluster, since: [tiers]int{-1, -1}}, tree: jsontree.New(s.object)}
	r.edits.run = r
	r.places, r.missing = s.set.hiding(), s.missing
	r.hidden = r.places.Of(s.given)
	r.facts, r.factsOf = s.given, r.tree
	if invalid := s.check(); invalid != nil {
		return r, &Error{Object: refOfContent(s.object), Cluster: cluster.Name, Pointer: invalid.Pointer, Code: CodeValue, Err: invalid}
	}
	err := r.policies(s, cluster)
	r.memo, r.lanes = nil, nil // which nobody needs any more
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
		for _, policy := range picked {
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
				if err := r.rule(rule, policy.steps[i]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *run) rule(rule *Rule, steps int) error {
	before := len(r.changes)
	r.rejected = r.rejected[:0]
	// Most steps change one thing. Room for a few more saves moving all of them.
	r.stepRuns, r.changes = slices.Grow(r.stepRuns, steps), slices.Grow(r.changes, steps+steps/2)
	for _, stage := range rule.Stages {
		var err error
		if len(stage) == 1 {
			err = r.steps(rule, stage[0])
		} else {
			err = r.stage(rule, stage)
		}
		if err == nil {
			err = r.keepsKind()
		}
		if err != nil {
			return err
		}
	}
	if rejected, at := r.standing(); rejected != nil {
		r.step = rejected.step
		return r.fail(&invalidError{pointer: at, err: rejected.err})
	}
	r.applied = append(r.applied, applied{r.policy, rule, len(r.changes) - before})
	return nil
}

// begin makes a step the one that is running.
func (r *run) begin(rule *Rule, step *Step) {
	r.step = len(r.stepRuns)
	r.stepRuns = append(r.stepRuns, stepRun{r.policy, rule, step, len(r.changes)})
}

func (r *run) steps(rule *Rule, lane Lane) error {
	for i := range lane {
		r.begin(rule, &lane[i])
		changes, edits, skips := len(r.changes), r.lanes.noted(), len(r.skips)
		if err := lane[i].Override(Input{r}, &r.edits); err != nil {
			return r.fail(err)
		}
		if len(r.changes) == changes && r.lanes.noted() == edits && len(r.skips) == skips {
			r.skips = append(r.skips, skip{step: r.step, format: "everything was already so"})
		}
	}
	return nil
}
