package propagation

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// lookAtTaints remembers when taints evict objects of the plan: at the end of a toleration, or ten seconds after now from a cluster that has just been
// chosen. If an eviction has failed, time does not help.
func (p *planner) lookAtTaints() {
	if len(p.tainted) == 0 {
		return
	}
	tolerances := &eviction.ToleranceCache{Now: p.Options.Now}
	for _, b := range p.plan.Bindings {
		p.lookAtTaintsOf(b, tolerances)
	}
}

// lookAtTaintsOf does it for one binding.
func (p *planner) lookAtTaintsOf(b api.Binding, tolerances *eviction.ToleranceCache) {
	spec := b.BindingSpec()
	if b.GetDeletionTimestamp() != nil || !slices.ContainsFunc(spec.Clusters, func(t api.TargetCluster) bool { return p.tainted[t.Name] }) {
		return
	}
	had := map[string]bool{}
	if stored := p.stored[b.Ref()]; stored != nil {
		for _, target := range stored.BindingSpec().Clusters {
			had[target.Name] = true
		}
	}
	for _, target := range spec.Clusters {
		if !p.tainted[target.Name] {
			continue
		}
		t, err := tolerances.Of(b, p.clusters[target.Name])
		if err != nil {
			return
		}
		_, evicted := p.remembered.evicted[b.Ref()][target.Name]
		switch {
		case t.Left > 0:
			p.lookAgain(p.Options.Now.Add(t.Left))
		case t.Evict && (evicted || !had[target.Name]):
			p.lookAgain(p.Options.Now.Add(resync))
		}
	}
}
