package propagation

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
)

// end completes the rows and returns what the next plan needs to know.
func (p *planner) end() {
	tolerances := &eviction.ToleranceCache{Now: p.Options.Now}
	dependencies := p.dependencies()
	for _, t := range p.templates {
		var needs []template.Dependency
		if t.Binding != nil {
			needs = dependencies[content.NameOf(t.Binding)]
		}
		t.End(p.left[t.Own], needs, tolerances)
	}
	if p.Options.Now.Truncate(time.Second).IsZero() {
		return
	}
	remembered := map[override.Ref]template.Memory{}
	for ref := range p.stored {
		remembered[ref] = p.memory(ref)
	}
	for _, t := range p.templates {
		if memory, changed := t.Remembers(); changed {
			remembered[t.Own] = memory
		}
		if at := t.Again(); !at.IsZero() && (p.plan.LookAgain == nil || at.Before(*p.plan.LookAgain)) {
			p.plan.LookAgain = &at
		}
	}
	p.warnNothingEvicts()
	p.plan.Memory = memoryOf(remembered)
}

// dependencies returns the stored bindings of dependencies by the bindings that require them, sorted.
func (p *planner) dependencies() map[types.NamespacedName][]template.Dependency {
	required := map[types.NamespacedName][]template.Dependency{}
	if p.Options.Now.IsZero() { // nothing is evicted
		return required
	}
	for _, b := range sortedBindings(p.bindings) {
		attached, _ := b.(*api.ResourceBinding)
		stored, _ := p.stored[b.Ref()].(*api.ResourceBinding)
		if attached == nil || stored == nil {
			continue
		}
		for _, by := range attached.Spec.RequiredBy {
			key := types.NamespacedName{Namespace: by.Namespace, Name: by.Name}
			required[key] = append(required[key], template.Dependency{Stored: stored, Planned: attached})
		}
	}
	return required
}

// warnNothingEvicts warns of clusters that fail and keep their objects.
func (p *planner) warnNothingEvicts() {
	keep := map[string]bool{}
	for _, b := range slices.Concat(p.plan.Bindings, p.plan.Left.Bindings) {
		for _, target := range b.BindingSpec().Clusters {
			keep[target.Name] = true
		}
	}
	for _, c := range p.Clusters {
		if !keep[c.Name] {
			continue
		}
		w := eviction.Warning{Code: eviction.NothingEvicts, Cluster: c.Name}
		why, noExecute := failsBy(c), slices.ContainsFunc(c.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
		switch {
		case noExecute && !p.control.IsTainted(c.Name):
			why = "the taint manager is off"
		case noExecute || why == "":
			continue
		default:
			why = "it has the taint " + why + ", and no taint with the effect NoExecute"
		}
		w.Text = fmt.Sprintf("cluster %s keeps its objects: %s", content.Clip(c.Name), why)
		p.plan.Warnings = append(p.plan.Warnings, w.String())
	}
}

// failsBy returns the taint of a cluster that fails, or "".
func failsBy(c *api.Cluster) string {
	for i := range c.Spec.Taints {
		if key := c.Spec.Taints[i].Key; key == api.TaintClusterNotReady || key == api.TaintClusterUnreachable {
			return content.TaintText(&c.Spec.Taints[i])
		}
	}
	return ""
}
