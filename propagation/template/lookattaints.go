package template

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// lookAtTaints remembers when taints evict the object: at the end of a toleration, or ten seconds after now from a cluster that has just been chosen. If an
// eviction has failed, time does not help.
func (p *Placing) lookAtTaints(b api.Binding, tolerances *eviction.ToleranceCache) {
	if b == nil || b.GetDeletionTimestamp() != nil || !slices.ContainsFunc(b.BindingSpec().Clusters, func(t api.TargetCluster) bool { return p.control.isTainted(t.Name) }) {
		return
	}
	had := map[string]bool{}
	if p.stored != nil {
		for _, target := range p.stored.BindingSpec().Clusters {
			had[target.Name] = true
		}
	}
	for _, target := range b.BindingSpec().Clusters {
		if !p.control.isTainted(target.Name) {
			continue
		}
		t, err := tolerances.Of(b, p.control.Clusters.Get(target.Name))
		if err != nil {
			return
		}
		_, evicted := p.after.Evicted[target.Name]
		switch {
		case t.Left > 0:
			p.lookAgain(p.control.Now.Add(t.Left))
		case t.Evict && (evicted || !had[target.Name]):
			p.lookAgain(p.control.Now.Add(resync))
		}
	}
}
