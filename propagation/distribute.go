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

// distribution is the bindings of dependencies while they are made.
type distribution struct {
	*planner
	of    map[override.Ref]*template.Placing // templates
	batch *bind.Batch
	find  bind.DependencyFinder
	done  map[override.Ref]bool // bindings whose dependencies are distributed
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
	d := &distribution{planner: p, of: of, done: make(map[override.Ref]bool, len(steps))}
	if err := d.prepare(ctx, steps); err != nil {
		return err
	}
	for asleep := -1; asleep != len(steps); {
		asleep = len(steps)
		waiting := steps[:0]
		for _, s := range steps {
			if !s.template.Distribute(ctx, d.batch, s.independent, d.find) {
				waiting = append(waiting, s)
				continue
			}
			if d.done[s.independent.Ref()] = true; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		steps = waiting
	}
	d.detachDeleted(ctx)
	planned, err := d.batch.Finish()
	if err != nil {
		return err
	}
	d.add(planned)
	return nil
}

// prepare interprets the templates, and indexes bindings and objects meanwhile.
func (d *distribution) prepare(ctx context.Context, steps []step) error {
	return eachContext(ctx, d.workers(len(steps)+2), len(steps)+2, func(ctx context.Context, _, i int) {
		switch i {
		case 0:
			d.batch = bind.NewBatch(resourceBindings(d.stored), resourceBindings(d.bindings))
		case 1:
			d.find = bind.FindIn(validObjects(d.templates)...)
		default:
			steps[i-2].template.Interpret(ctx, steps[i-2].independent)
		}
	})
}

// detachDeleted detaches the stored bindings that are being deleted from those of their dependencies. That does not need their templates, which may
// be gone.
func (d *distribution) detachDeleted(ctx context.Context) {
	deleted := slices.DeleteFunc(resourceBindings(d.stored), func(b *api.ResourceBinding) bool {
		return b.DeletionTimestamp == nil || !slices.Contains(b.Finalizers, api.DependenciesFinalizer) || d.done[b.Ref()] || d.faulty[b.Ref()] != nil
	})
	slices.SortFunc(deleted, func(a, b *api.ResourceBinding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
	for _, b := range deleted {
		if _, err := d.batch.Distribute(ctx, bind.DistributeInput{Independent: b, FeatureGates: d.Options.FeatureGates}); err != nil {
			d.warn("%v", err)
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

// add adds the bindings of dependencies to the plan, those that are no longer required, and all other stored bindings unchanged.
func (d *distribution) add(planned []bind.Planned) {
	for _, b := range planned {
		ref := b.Binding.Ref()
		given, _ := d.given[ref].(*api.ResourceBinding)
		d.control.Complete(b.Binding, given)
		if b.Object == (override.Ref{}) {
			d.left[ref], d.detached[ref] = b.Binding, true
			continue
		}
		needed, fault := d.of[b.Object], d.faulty[ref]
		switch {
		case fault != nil && needed != nil: // a stored one that cannot be read is not replaced
			needed.Row.Err = errors.Join(needed.Row.Err, fault)
		case fault == nil:
			d.bindings[ref] = b.Binding
			if needed != nil && needed.Binding == nil {
				needed.Binding = b.Binding
			}
		}
	}
	for ref, b := range d.stored {
		if d.bindings[ref] == nil && d.left[ref] == nil {
			d.left[ref], _ = b.DeepCopyObject().(api.Binding)
		}
	}
}
