package propagation

import (
	"context"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// interpret finds what a template needs, if its dependencies are distributed, and adds the bindings of these.
func (r *replanner) interpret(ctx context.Context, t *template) {
	if t.fault != nil || t.binding == (override.Ref{}) && t.row.Err != nil {
		return
	}
	b := r.independentOf(t)
	if b == nil || !b.Spec.PropagateDeps && !slices.Contains(b.Finalizers, api.DependenciesFinalizer) {
		return
	}
	r.independent = append(r.independent, t)
	if r.isAsleep(b) || !r.Options.FeatureGates.Enabled(api.GatePropagateDeps) || !b.Spec.PropagateDeps || b.DeletionTimestamp != nil {
		return
	}
	interpreted := bind.Interpret(ctx, r.Registry, t.object)
	dependencies := interpreted.Dependencies()
	r.interpreted[t.ref], r.stopped = interpreted, r.stopped || t.needsOutside(dependencies)
	for _, d := range dependencies {
		for _, object := range r.now.find(d) {
			r.addName(attachedName(t, object))
		}
	}
}

// attachedName returns the name of the binding that a template attaches for an object.
func attachedName(t, object *template) override.Ref {
	return resourceBindingRef(t.ref.Namespace, api.BindingName(object.ref.Kind, object.ref.Name))
}

func resourceBindingRef(namespace, name string) override.Ref {
	b := api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	return b.Ref()
}

// redistribute makes the bindings of dependencies again, as the stage distribute. Templates that are not planned again attach what they need to the
// bindings that are made again.
func (r *replanner) redistribute(ctx context.Context) error {
	r.now.reset()
	of := map[override.Ref]*template{}
	for ref, t := range r.pending {
		if t.fault == nil {
			of[ref] = t
		}
	}
	others := resourceBindings(r.stored)
	referrers := map[*template]*api.ResourceBinding{}
	for _, t := range r.referrers() {
		b, ok := r.from.plan.finalOf(t.own).(*api.ResourceBinding)
		if referrers[t] = b; !ok {
			r.stopped = true
			return nil
		}
		others = append(others, b)
	}
	batch := bind.NewBatch(others, resourceBindings(r.bindings))
	var steps []distribution
	for t, b := range referrers {
		steps = append(steps, distribution{template: t, binding: b})
	}
	for _, t := range r.independent {
		steps = append(steps, distribution{t, r.independentOf(t), r.interpreted[t.ref]})
	}
	slices.SortFunc(steps, func(a, b distribution) int { return byRef(templateRef)(a.template, b.template) })
	err := r.inSteps(steps, batch, func(d distribution) error {
		if referrers[d.template] != nil {
			r.attachAgain(batch, d.template, d.binding)
		} else {
			r.distributeOne(ctx, batch, d.template, bind.DistributeInput{Independent: d.binding, Registry: r.Registry, Interpreted: d.interpreted, Find: r.now.get})
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	planned, err := batch.Finish()
	r.stopped = r.stopped || err != nil || slices.ContainsFunc(planned, func(b bind.Planned) bool { return !r.names[b.Binding.Ref()] })
	if !r.stopped {
		r.addPlanned(planned, of)
		r.addRequired(r.sorted())
	}
	return nil
}

// referrers returns the templates that are not planned again and have attached a binding that is.
func (r *replanner) referrers() (all []*template) {
	known := map[*template]bool{}
	for name := range r.names {
		b := r.from.plan.finalOf(name)
		if b == nil {
			continue
		}
		for _, by := range b.BindingSpec().RequiredBy {
			if t := r.distributed(resourceBindingRef(by.Namespace, by.Name)); t != nil && r.was[t.ref] == nil && !known[t] {
				known[t] = true
				all = append(all, t)
			}
		}
	}
	return all
}

// attachAgain attaches what a template needs to the bindings that are made again. It had no errors before.
func (r *replanner) attachAgain(batch *bind.Batch, t *template, b *api.ResourceBinding) {
	for _, d := range t.needs.dependencies {
		for _, object := range r.now.find(d) {
			if r.names[attachedName(t, object)] && batch.Attach(b, object.object) != nil {
				r.stopped = true
			}
		}
	}
}

// sorted returns the templates that are planned again.
func (r *replanner) sorted() []*template {
	return slices.SortedFunc(maps.Values(r.pending), byRef(templateRef))
}
