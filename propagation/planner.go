package propagation

import (
	"fmt"
	"maps"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
)

// planner makes one plan: it has what the stages have found so far.
type planner struct {
	*indexes
	templates []*template.Placing          // sorted
	groups    *template.Groups             // of workload affinity
	stored    map[override.Ref]api.Binding // without the claims that were removed
	bindings  map[override.Ref]api.Binding // of templates and dependencies
	left      map[override.Ref]api.Binding // stored bindings that no stage makes
	detached  map[override.Ref]bool        // bindings of left that other bindings required
	plan      Plan
}

// newPlanner returns a planner that has planned nothing.
func newPlanner(x *indexes) *planner {
	return &planner{
		indexes: x, groups: template.NewGroups(x.control.Peers), stored: maps.Clone(x.given), bindings: map[override.Ref]api.Binding{}, left: map[override.Ref]api.Binding{},
		detached: map[override.Ref]bool{}, plan: Plan{Hide: x.Options.Hide},
	}
}

// setPolicies indexes the policies.
func (p *planner) setPolicies() {
	sources := p.withIDs(p.Policies)
	p.control.Policies = claim.NewPolicies(sources...)
	if err := p.control.Policies.Faults(); err != nil {
		p.plan.Warnings = append(p.plan.Warnings, strings.Split(err.Error(), "\n")...) // a line for each policy
	}
	if p.Options.FeatureGates.Enabled(api.GatePropagationPolicyPreemption) {
		return
	}
	for _, policy := range sources {
		if policy.PropagationSpec().Preemption == api.PreemptAlways {
			p.warn("%s: spec.preemption has no effect: the feature gate PropagationPolicyPreemption is off", policy.Ref())
		}
	}
}

func (p *planner) warn(format string, args ...any) {
	p.plan.Warnings = append(p.plan.Warnings, fmt.Sprintf(format, args...))
}

// Row is what happens to a template.
type Row = template.Row

// Divergence is a place where overriding differs from Karmada on purpose.
type Divergence = template.Divergence

// SwingError means that a binding never settles.
type SwingError = template.SwingError
