package template

import (
	"strings"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// review says in the row that nothing has touched the binding. Call it after the template was scheduled.
func (p *Placing) review() {
	if p.untouched && p.Binding != nil {
		p.Row.Reason += "; nothing has touched the binding since it was scheduled"
	}
}

// end completes the row after all stages. left is the binding of the template that no stage makes, if there is one. The dependencies are those that are
// stored. The cache has the time of the control.
func (p *Placing) end(left api.Binding, dependencies []dependency, tolerances *eviction.ToleranceCache) {
	p.addRequired()
	p.assessAttached(p.Binding)
	if p.Binding == nil && left != nil && len(left.BindingSpec().RequiredBy) > 0 && IsOf(left, p.Ref) {
		p.assessAttached(left)
	}
	if left != nil {
		p.leave(left)
	}
	if !p.control.assesses() {
		return
	}
	for _, d := range p.Row.Evictions {
		if !d.Dropped && d.Until != nil {
			p.lookAgain(d.Until.Add(time.Second))
		}
	}
	p.warnFailover(dependencies)
	if p.lookAtTaints(p.Binding, tolerances); p.Binding == nil && left != nil && IsOf(left, p.Ref) {
		p.lookAtTaints(left, tolerances)
	}
}

// addRequired sets the clusters of a dependency in the row.
func (p *Placing) addRequired() {
	if p.Binding == nil || len(p.Binding.BindingSpec().RequiredBy) == 0 {
		return
	}
	p.Row.Clusters = work.Targets(p.Binding.BindingSpec())
	if p.Row.Binding == (override.Ref{}) {
		p.Row.Binding, p.Row.Reason = p.Binding.Ref(), requiredBy(p.Binding)
	}
}

// leave completes the row of a template whose binding is left.
func (p *Placing) leave(b api.Binding) {
	row := p.Row
	if row.Binding != (override.Ref{}) || !IsOf(b, p.Ref) {
		return
	}
	if clusters := work.Targets(b.BindingSpec()); len(clusters) > 0 {
		row.Left, row.Binding, row.Replicas, row.Clusters = true, b.Ref(), b.BindingSpec().Replicas, clusters
		if by := requiredBy(b); by != "" {
			row.Reason = by + "; " + row.Reason
		}
	}
}

// requiredBy returns which bindings require one, or "" if none does.
func requiredBy(b api.Binding) string {
	var by []string
	for _, snapshot := range b.BindingSpec().RequiredBy {
		by = append(by, "ResourceBinding "+api.NamespacedKey(content.Clip(snapshot.Namespace), content.Clip(snapshot.Name)))
	}
	if by == nil {
		return ""
	}
	return "it is required by " + strings.Join(by, ", ")
}
