package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// distribute makes the bindings of dependencies. It goes through the bindings in order; each step sees the changes of the earlier ones. Dependencies
// have the clusters of a binding even if it could not be scheduled, and even if no policy has its object now. Those of bindings without clusters are
// left as they are while isAsleep says so. The interpreters are called concurrently before that.
func (p *planner) distribute(ctx context.Context, templates []*template) error {
	of := make(map[override.Ref]*template, len(templates))
	var steps []distribution
	for _, t := range templates {
		if t.fault != nil {
			continue
		}
		of[t.ref] = t
		if t.binding == (override.Ref{}) && t.row.Err != nil {
			continue
		}
		if b := p.independentOf(t); b != nil && (b.Spec.PropagateDeps || slices.Contains(b.Finalizers, api.DependenciesFinalizer)) {
			steps = append(steps, distribution{template: t, binding: b})
		}
	}
	batch, find, err := p.prepareDistribution(ctx, templates, steps)
	if err != nil {
		return err
	}
	distributed := make(map[override.Ref]bool, len(steps)) // bindings
	err = p.inSteps(steps, batch, func(d distribution) error {
		distributed[d.binding.Ref()] = true
		p.distributeOne(ctx, batch, d.template, bind.DistributeInput{Independent: d.binding, Registry: p.Registry, Interpreted: d.interpreted, Find: find})
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	p.detachDeleted(ctx, batch, distributed)
	planned, err := batch.Finish()
	if err != nil {
		return err
	}
	p.addPlanned(planned, of)
	p.addRequired(templates)
	return nil
}

// distribution is a template whose dependencies are distributed.
type distribution struct {
	template    *template
	binding     *api.ResourceBinding
	interpreted *bind.Interpreted // nil: it was asleep, or its dependencies do not matter
}

// prepareDistribution interprets the templates, and indexes bindings and objects meanwhile.
func (p *planner) prepareDistribution(ctx context.Context, templates []*template, steps []distribution) (batch *bind.Batch, find bind.DependencyFinder, err error) {
	on := p.Options.FeatureGates.Enabled(api.GatePropagateDeps)
	err = eachContext(ctx, p.workers(len(steps)+2), len(steps)+2, func(ctx context.Context, _, i int) {
		switch i {
		case 0:
			batch = bind.NewBatch(resourceBindings(p.stored), resourceBindings(p.bindings))
		case 1:
			find = bind.FindIn(validObjects(templates)...)
		default:
			if d := &steps[i-2]; on && d.binding.Spec.PropagateDeps && d.binding.DeletionTimestamp == nil && !p.isAsleep(d.binding) {
				d.interpreted = bind.Interpret(ctx, p.Registry, d.template.object)
			}
		}
	})
	return batch, find, err
}

// distributeOne makes the bindings of what one template needs.
func (p *planner) distributeOne(ctx context.Context, batch *bind.Batch, t *template, in bind.DistributeInput) {
	in.Template, in.FeatureGates = t.object, p.Options.FeatureGates
	distributed, err := batch.Distribute(ctx, in)
	t.row.Err = errors.Join(t.row.Err, err)
	if distributed == nil {
		return
	}
	for _, missing := range distributed.Missing {
		t.row.Warnings = append(t.row.Warnings, fmt.Sprintf("it needs %s %s, which is not a template of the plan", content.Clip(missing.Kind), content.Clip(missing.Name)))
	}
}

// detachDeleted detaches the stored bindings that are being deleted from those of their dependencies. That does not need their templates, which may
// be gone.
func (p *planner) detachDeleted(ctx context.Context, batch *bind.Batch, distributed map[override.Ref]bool) {
	deleted := slices.DeleteFunc(resourceBindings(p.stored), func(b *api.ResourceBinding) bool {
		return b.DeletionTimestamp == nil || !slices.Contains(b.Finalizers, api.DependenciesFinalizer) || distributed[b.Ref()] || p.faulty[b.Ref()] != nil
	})
	slices.SortFunc(deleted, func(a, b *api.ResourceBinding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
	for _, b := range deleted {
		if _, err := batch.Distribute(ctx, bind.DistributeInput{Independent: b, FeatureGates: p.Options.FeatureGates}); err != nil {
			p.warnStored("%v", err)
		}
	}
}

// independentOf returns the ResourceBinding of a template, which may be one that is left, or nil.
func (p *planner) independentOf(t *template) *api.ResourceBinding {
	b := p.bindings[t.binding]
	if b == nil {
		if b = p.storedOf(t); b == nil || p.bindings[b.Ref()] != nil {
			return nil
		}
		if content.BindingID(b) == "" { // what it attaches has the id
			b, _ = b.DeepCopyObject().(api.Binding)
			p.setID(b)
			p.stored[b.Ref()] = b
		}
	}
	independent, _ := b.(*api.ResourceBinding)
	return independent
}

// resourceBindings returns the bindings that are ResourceBindings.
func resourceBindings(all map[override.Ref]api.Binding) (found []*api.ResourceBinding) {
	for _, b := range all {
		if rb, ok := b.(*api.ResourceBinding); ok {
			found = append(found, rb)
		}
	}
	return found
}

// addPlanned adds the bindings of dependencies to the plan, those that are no longer required, and all other stored bindings unchanged.
func (p *planner) addPlanned(planned []bind.Planned, of map[override.Ref]*template) {
	for _, b := range planned {
		ref := b.Binding.Ref()
		setDefaults(b.Binding)
		p.setID(b.Binding)
		p.writeQuantities(b.Binding)
		if b.Object == (override.Ref{}) {
			p.left[ref], p.detached[ref] = b.Binding, true
			continue
		}
		needed := of[b.Object]
		if err := p.faulty[ref]; err != nil { // a stored one that cannot be read is not replaced
			if needed != nil {
				needed.row.Err = errors.Join(needed.row.Err, err)
			}
			continue
		}
		p.bindings[ref] = b.Binding
		if needed != nil && needed.binding == (override.Ref{}) {
			needed.binding = ref
		}
	}
	for ref, b := range p.stored {
		if p.bindings[ref] == nil && p.left[ref] == nil {
			p.left[ref], _ = b.DeepCopyObject().(api.Binding)
		}
	}
}

// writeQuantities writes the quantities of a stored binding as they are after its dependencies were distributed, and those of others that need it. That reads
// the binding and writes it back. If all is the same in the end, for example because the policy and the bindings that require it disagree, nothing has changed.
func (p *planner) writeQuantities(b *api.ResourceBinding) {
	stored, found := p.given[b.Ref()].(*api.ResourceBinding)
	switch {
	case !found || b.Spec.ReplicaRequirements == nil && b.Spec.Components == nil:
	case len(b.Spec.RequiredBy) > 0 && len(bind.ChangedFields(stored, b)) == 0:
		unchanged := stored.Spec.DeepCopy()
		b.Spec.ReplicaRequirements, b.Spec.Components = unchanged.ReplicaRequirements, unchanged.Components
	case !slices.Equal(stored.Finalizers, b.Finalizers), stored.Annotations[api.DependenciesAnnotation] != b.Annotations[api.DependenciesAnnotation],
		!equality.Semantic.DeepEqual(stored.Spec.RequiredBy, b.Spec.RequiredBy):
		content.RereadQuantities(b)
	}
}

// addRequired sets the clusters of dependencies in their rows.
func (p *planner) addRequired(templates []*template) {
	for _, t := range templates {
		b, row := p.bindings[t.binding], t.row
		if b == nil || len(b.BindingSpec().RequiredBy) == 0 {
			continue
		}
		row.Clusters = work.Targets(b.BindingSpec())
		if row.Binding == (override.Ref{}) {
			row.Binding, row.Reason = t.binding, requiredBy(b)
		}
	}
}
