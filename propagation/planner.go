package propagation

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
)

// planner makes one plan: it has what the stages have found so far.
type planner struct {
	*indexes
	templates []*template.Placing // sorted
	placed    *template.All
	plan      Plan
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
