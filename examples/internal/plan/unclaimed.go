package plan

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
)

// unclaimed compares the objects that no propagation policy claims in either plan, as if each of them had a policy for all clusters.
func (p planner) unclaimed(bundles [2]*input.Bundle, plans [2]*propagation.Plan) ([]diff.Work, error) {
	free := unclaimedIn(plans[:])
	if len(free) == 0 {
		return nil, nil
	}
	var policies []api.PropagationSource
	for _, ref := range slices.SortedFunc(maps.Keys(free), func(a, b override.Ref) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
		policies = append(policies, everywhere(ref))
	}
	var made [2]*propagation.Plan
	for i, bundle := range bundles {
		in := p.inputOf(bundle)
		in.Policies, in.Bindings, in.Works = policies, nil, nil
		plan, err := propagation.NewPlan(context.Background(), in)
		if err != nil {
			return nil, err
		}
		made[i] = plan
		shown := &propagation.Plan{}
		for _, row := range p.opts.filter.plan(plan).Rows {
			if free[row.Template] {
				silent := *row
				silent.Warnings = nil // the first plan has reported them
				shown.Rows = append(shown.Rows, &silent)
			}
		}
		p.report(p.opts.paths[i]+": ", bundle, shown)
	}
	return kept(diff.Plans(made[0], made[1]).Works, func(w diff.Work) bool { return free[w.Template] }), nil
}

// unclaimedIn returns the templates that have no policy, binding or cluster in any of the plans, and no error.
func unclaimedIn(plans []*propagation.Plan) map[override.Ref]bool {
	free, claimed := map[override.Ref]bool{}, map[override.Ref]bool{}
	for _, plan := range plans {
		for _, row := range plan.Rows {
			free[row.Template] = true
			if row.Policy != (override.Ref{}) || row.Binding != (override.Ref{}) || row.Left || len(row.Clusters) > 0 || row.Err != nil {
				claimed[row.Template] = true
			}
		}
	}
	maps.DeleteFunc(free, func(ref override.Ref, _ bool) bool { return claimed[ref] })
	return free
}

// everywhere returns a policy for one object and all clusters.
func everywhere(of override.Ref) api.PropagationSource {
	policy := &api.ClusterPropagationPolicy{}
	policy.Name = api.PolicyName(of.Namespace, of.Name, of.APIVersion+of.Kind)
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: of.APIVersion, Kind: of.Kind, Namespace: of.Namespace, Name: of.Name}}
	policy.Spec.Placement.ClusterTolerations = []api.Toleration{{Operator: api.TolerationExists}}
	return validation.DefaultPropagation(policy, nil)
}
