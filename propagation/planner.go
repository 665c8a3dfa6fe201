package propagation

import (
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// planner makes one plan: it has what the stages have found so far.
type planner struct {
	*indexes
	stored   map[override.Ref]api.Binding // without the claims that were removed
	bindings map[override.Ref]api.Binding // of templates and dependencies
	left     map[override.Ref]api.Binding // stored bindings that no stage makes
	detached map[override.Ref]bool        // bindings of left that other bindings required
	plan     Plan
	fleet    *schedule.Fleet // index of Clusters

	remembered remembered
	again      time.Time                              // the earliest time to plan again; zero: none
	required   map[types.NamespacedName][]api.Binding // see dependents

	peers   *schedule.Peers // nil if the feature gate is off
	members []*member       // in the order of the rows
	changes int             // the number of changes of peers
}

// newPlanner returns a planner that has planned nothing.
func newPlanner(x *indexes) *planner {
	return &planner{
		indexes: x, stored: map[override.Ref]api.Binding{}, bindings: map[override.Ref]api.Binding{}, left: map[override.Ref]api.Binding{},
		detached: map[override.Ref]bool{}, remembered: remembered{seen{}, seen{}}, plan: Plan{Hide: x.Options.Hide},
	}
}

// setPolicies indexes the policies.
func (p *planner) setPolicies(templates []*template) {
	sources := p.withIDs(p.Policies, templates)
	p.policies = claim.NewPolicies(sources...)
	for _, policy := range sources {
		p.sources[policy.Ref()] = policy
	}
	if err := p.policies.Faults(); err != nil {
		p.plan.Warnings = append(p.plan.Warnings, strings.Split(err.Error(), "\n")...) // a line for each policy
	}
}
