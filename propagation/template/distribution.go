package template

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
)

// step is a template whose dependencies are distributed.
type step struct {
	template    *Placing
	independent *api.ResourceBinding
}

// distribution is the bindings of dependencies while they are made.
type distribution struct {
	*walk
	of    map[override.Ref]*Placing
	batch *bind.Batch
	find  bind.DependencyFinder
	done  map[override.Ref]bool // bindings whose dependencies are distributed
}

// distribute makes the bindings of dependencies. It goes through the bindings in order; each step sees the changes of the earlier ones, and may wake others,
// see [Placing.attach]. The interpreters are called concurrently before that.
func (w *walk) distribute(ctx context.Context) error {
	of := make(map[override.Ref]*Placing, len(w.Templates))
	var steps []step
	for _, p := range w.Templates {
		if p.Fault != nil {
			continue
		}
		of[p.Ref] = p
		if b := p.independent(); b != nil {
			steps = append(steps, step{p, b})
		}
		if p.stored != nil {
			w.stored[p.own] = p.stored
		}
	}
	d := &distribution{walk: w, of: of, done: make(map[override.Ref]bool, len(steps))}
	if err := d.prepare(ctx, steps); err != nil {
		return err
	}
	for asleep := -1; asleep != len(steps); {
		asleep = len(steps)
		waiting := steps[:0]
		for _, s := range steps {
			if !s.template.attach(ctx, d.batch, s.independent, d.find) {
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
	n := len(steps) + 2
	return parallel.EachContext(ctx, parallel.Workers(d.Workers, n), n, func(ctx context.Context, _, i int) {
		switch i {
		case 0:
			d.batch = bind.NewBatch(resourceBindings(d.stored), resourceBindings(d.All.Bindings))
		case 1:
			d.find = bind.FindIn(ValidObjects(d.Templates)...)
		default:
			steps[i-2].template.interpret(ctx, steps[i-2].independent)
		}
	})
}

// detachDeleted detaches the stored bindings that are being deleted from those of their dependencies. That does not need their templates, which may
// be gone.
func (d *distribution) detachDeleted(ctx context.Context) {
	deleted := slices.DeleteFunc(resourceBindings(d.stored), func(b *api.ResourceBinding) bool {
		return b.DeletionTimestamp == nil || !distributes(b) || d.done[b.Ref()] || d.Faulty[b.Ref()] != nil
	})
	slices.SortFunc(deleted, func(a, b *api.ResourceBinding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
	for _, b := range deleted {
		if _, err := d.batch.Distribute(ctx, bind.DistributeInput{Independent: b, FeatureGates: d.control.FeatureGates}); err != nil {
			d.Warnings = append(d.Warnings, err.Error())
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
		given, _ := d.AllInput.Bindings[ref].(*api.ResourceBinding)
		d.control.complete(b.Binding, given)
		if b.Object == (override.Ref{}) {
			d.Left[ref], d.Detached[ref] = b.Binding, true
			continue
		}
		if needed := d.of[b.Object]; needed != nil {
			needed.adopt(b.Binding)
		}
		if d.Faulty[ref] == nil {
			d.All.Bindings[ref] = b.Binding
		}
	}
	for ref, b := range d.stored {
		if d.All.Bindings[ref] == nil && d.Left[ref] == nil {
			d.Left[ref], _ = b.DeepCopyObject().(api.Binding)
		}
	}
}

// dependencies returns the stored bindings of dependencies by the bindings that require them, sorted.
func (w *walk) dependencies() map[types.NamespacedName][]dependency {
	required := map[types.NamespacedName][]dependency{}
	if w.control.Now.IsZero() { // nothing is evicted
		return required
	}
	for _, ref := range slices.SortedFunc(maps.Keys(w.All.Bindings), content.CompareRefs) {
		attached, _ := w.All.Bindings[ref].(*api.ResourceBinding)
		stored, _ := w.stored[ref].(*api.ResourceBinding)
		if attached == nil || stored == nil {
			continue
		}
		for _, by := range attached.Spec.RequiredBy {
			key := types.NamespacedName{Namespace: by.Namespace, Name: by.Name}
			required[key] = append(required[key], dependency{stored, attached})
		}
	}
	return required
}
