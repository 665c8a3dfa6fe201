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
	known := map[string]map[string]eviction.Tolerance{}
	for _, b := range p.plan.Bindings {
		p.lookAtTaintsOf(b, known)
	}
}

// lookAtTaintsOf does it for one binding. Most bindings share a placement, so what its tolerations allow in each cluster is known by its text.
func (p *planner) lookAtTaintsOf(b api.Binding, known map[string]map[string]eviction.Tolerance) {
	spec := b.BindingSpec()
	if b.GetDeletionTimestamp() != nil || !slices.ContainsFunc(spec.Clusters, func(t api.TargetCluster) bool { return p.tainted[t.Name] }) {
		return
	}
	tolerations, err := eviction.AppliedTolerations(b)
	if err != nil {
		return
	}
	text := b.GetAnnotations()[api.AppliedPlacementAnnotation]
	if known[text] == nil {
		known[text] = map[string]eviction.Tolerance{}
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
		_, evicted := p.remembered.evicted[b.Ref()][target.Name]
		t, found := known[text][target.Name]
		if !found {
			t = eviction.Tolerate(p.clusters[target.Name].Spec.Taints, tolerations, p.Options.Now)
			known[text][target.Name] = t
		}
		switch {
		case t.Left > 0:
			p.lookAgain(p.Options.Now.Add(t.Left))
		case t.Evict && (evicted || !had[target.Name]):
			p.lookAgain(p.Options.Now.Add(resync))
		}
	}
}
