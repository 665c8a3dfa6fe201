package propagation

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// planner makes one plan.
type planner struct {
	PlanInput
	filter    *claim.ResourceFilter
	policies  *claim.Policies
	sources   map[override.Ref]api.PropagationSource // the same policies
	overrides work.Overrides
	clusters  map[string]*api.Cluster
	stored    map[override.Ref]api.Binding
	faulty    map[override.Ref]error        // stored bindings with values that cannot be copied
	exists    map[types.NamespacedName]bool // override policies
	bindings  map[override.Ref]api.Binding  // of templates and dependencies
	left      map[override.Ref]api.Binding  // stored bindings that no stage makes
	detached  map[override.Ref]bool         // those of them that other bindings required
	plan      Plan

	failover failover
	required map[types.NamespacedName][]api.Binding // see dependents

	peers   *schedule.Peers // nil if the feature gate is off
	members []*member       // in the order of the rows
	changes int             // the number of changes of peers
}

// newPlanner checks the options and makes the indexes of all stages.
func newPlanner(in PlanInput) (*planner, error) {
	if err := in.Options.FeatureGates.Check(); err != nil {
		return nil, err
	}
	filter, err := claim.NewResourceFilter(in.Options.ResourceFilter)
	if err != nil {
		return nil, err
	}
	in.Overrides = slices.DeleteFunc(slices.Clone(in.Overrides), isNil)
	overrides, err := work.NewOverrides(in.Overrides...)
	if err != nil {
		return nil, err
	}
	overrides.Set = overrides.Set.Hiding(in.Options.Hide)
	in.Registry = in.Registry.Hiding(in.Options.Hide)
	p := &planner{
		PlanInput: in, filter: filter, overrides: overrides, clusters: map[string]*api.Cluster{}, sources: map[override.Ref]api.PropagationSource{},
		stored: map[override.Ref]api.Binding{}, bindings: map[override.Ref]api.Binding{}, exists: map[types.NamespacedName]bool{},
		faulty: map[override.Ref]error{}, left: map[override.Ref]api.Binding{}, detached: map[override.Ref]bool{},
	}
	p.peers = newPeers(in)
	p.plan.Hide = in.Options.Hide
	for _, c := range in.Clusters {
		if c != nil {
			p.clusters[c.Name] = c
		}
	}
	p.Clusters = slices.SortedFunc(maps.Values(p.clusters), func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	for _, b := range in.Bindings {
		if content.NoBinding(b) {
			continue
		}
		ref := b.Ref()
		delete(p.stored, ref)
		delete(p.faulty, ref)
		if err := content.CheckBinding(b); err != nil {
			p.faulty[ref] = err
		} else {
			p.stored[ref] = b
		}
	}
	for _, o := range in.Overrides {
		switch o := o.(type) {
		case *api.OverridePolicy:
			p.exists[content.NameOf(o)] = true
		case *api.ClusterOverridePolicy:
			p.exists[types.NamespacedName{Name: o.Name}] = true
		}
	}
	return p, nil
}

// isNil reports whether an interface has no override policy in it.
func isNil(o api.OverrideSource) bool {
	switch o := o.(type) {
	case nil:
		return true
	case *api.OverridePolicy:
		return o == nil
	case *api.ClusterOverridePolicy:
		return o == nil
	}
	return false
}

// setPolicies indexes the policies.
func (p *planner) setPolicies(templates []*template) {
	sources := p.withIDs(p.Policies, templates)
	p.policies = claim.NewPolicies(sources...)
	for _, policy := range sources {
		p.sources[policy.Ref()] = policy
	}
	if err := p.policies.Faults(); err != nil {
		p.plan.Warnings = append(p.plan.Warnings, err.Error())
	}
}
