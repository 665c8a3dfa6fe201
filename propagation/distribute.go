package propagation

import (
	"context"
	"errors"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
)

// step is a template whose dependencies are distributed.
type step struct {
	template    *template.Placing
	independent *api.ResourceBinding
}

// distribute makes the bindings of dependencies. It goes through the bindings in order; each step sees the changes of the earlier ones, and may wake others,
// see [template.Placing.Distribute]. The interpreters are called concurrently before that.
func (p *planner) distribute(ctx context.Context) error {
	of := make(map[override.Ref]*template.Placing, len(p.templates))
	var steps []step
	for _, t := range p.templates {
		if t.Fault != nil {
			continue
		}
		of[t.Ref] = t
		if b := t.Independent(); b != nil {
			steps = append(steps, step{t, b})
		}
		if stored := t.Stored(); stored != nil {
			p.stored[t.Own] = stored
		}
	}
	batch, find, err := p.prepareDistribution(ctx, steps)
	if err != nil {
		return err
	}
	distributed := make(map[override.Ref]bool, len(steps)) // bindings
	for asleep := -1; asleep != len(steps); {
		asleep = len(steps)
		waiting := steps[:0]
		for _, s := range steps {
			if !s.template.Distribute(ctx, batch, s.independent, find) {
				waiting = append(waiting, s)
				continue
			}
			if distributed[s.independent.Ref()] = true; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		steps = waiting
	}
	p.detachDeleted(ctx, batch, distributed)
	planned, err := batch.Finish()
	if err != nil {
		return err
	}
	p.addPlanned(planned, of)
	return nil
}

// prepareDistribution interprets the templates, and indexes bindings and objects meanwhile.
func (p *planner) prepareDistribution(ctx context.Context, steps []step) (batch *bind.Batch, find bind.DependencyFinder, err error) {
	err = eachContext(ctx, p.workers(len(steps)+2), len(steps)+2, func(ctx context.Context, _, i int) {
		switch i {
		case 0:
			batch = bind.NewBatch(resourceBindings(p.stored), resourceBindings(p.bindings))
		case 1:
			find = bind.FindIn(validObjects(p.templates)...)
		default:
			steps[i-2].template.Interpret(ctx, steps[i-2].independent)
		}
	})
	return batch, find, err
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
			p.warn("%v", err)
		}
	}
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
func (p *planner) addPlanned(planned []bind.Planned, of map[override.Ref]*template.Placing) {
	for _, b := range planned {
		ref := b.Binding.Ref()
		given, _ := p.given[ref].(*api.ResourceBinding)
		p.control.Complete(b.Binding, given)
		if b.Object == (override.Ref{}) {
			p.left[ref], p.detached[ref] = b.Binding, true
			continue
		}
		needed, fault := of[b.Object], p.faulty[ref]
		switch {
		case fault != nil && needed != nil: // a stored one that cannot be read is not replaced
			needed.Row.Err = errors.Join(needed.Row.Err, fault)
		case fault == nil:
			p.bindings[ref] = b.Binding
			if needed != nil && needed.Binding == nil {
				needed.Binding = b.Binding
			}
		}
	}
	for ref, b := range p.stored {
		if p.bindings[ref] == nil && p.left[ref] == nil {
			p.left[ref], _ = b.DeepCopyObject().(api.Binding)
		}
	}
}
