package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// distribute makes the bindings of dependencies. It goes through the bindings in order; each step sees the changes of the earlier ones. Dependencies
// have the clusters of a binding even if it could not be scheduled, and even if no policy has its object any more.
func (p *planner) distribute(ctx context.Context, templates []*template) error {
	of := map[override.Ref]*template{}
	var objects []*unstructured.Unstructured
	var independent []int // templates
	for i, t := range templates {
		if t.fault != nil {
			continue
		}
		of[t.ref] = t
		objects = append(objects, t.object)
		bound := t.binding != (override.Ref{})
		if (bound || t.row.Err == nil) && p.independentOf(t) != nil {
			independent = append(independent, i)
		}
	}
	batch, find := bind.NewBatch(resourceBindings(p.stored), resourceBindings(p.bindings)), bind.FindIn(objects...)
	distributed := map[override.Ref]bool{} // bindings
	for _, i := range independent {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := p.independentOf(templates[i])
		if !b.Spec.PropagateDeps && !slices.Contains(b.Finalizers, api.DependenciesFinalizer) {
			continue
		}
		distributed[b.Ref()] = true
		p.distributeOne(ctx, batch, templates[i], bind.DistributeInput{Independent: b, Registry: p.Registry, Find: find})
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

// distributeOne makes the bindings of what one template needs.
func (p *planner) distributeOne(ctx context.Context, batch *bind.Batch, t *template, in bind.DistributeInput) {
	in.Template, in.FeatureGates = t.object, p.Options.FeatureGates
	followed, err := batch.Distribute(ctx, in)
	t.row.Err, t.needs = errors.Join(t.row.Err, err), newNeeds(followed, err)
	p.traits.failing = p.traits.failing || err != nil
	if followed == nil {
		return
	}
	for _, missing := range followed.Missing {
		t.row.Warnings = append(t.row.Warnings, fmt.Sprintf("it needs %s %s, which is not a template of the plan", missing.Kind, missing.Name))
	}
}

// needs is what the distribution of a template has found.
type needs struct {
	dependencies []interpreter.Dependency // sorted
	failed       bool                     // there was an error
}

func newNeeds(found *bind.Followed, err error) *needs {
	n := &needs{failed: err != nil}
	if found != nil {
		n.dependencies = found.Dependencies
	}
	return n
}

// detachDeleted detaches the stored bindings that are being deleted from those of their dependencies. That does not need their templates, which may
// be gone.
func (p *planner) detachDeleted(ctx context.Context, batch *bind.Batch, distributed map[override.Ref]bool) {
	all := resourceBindings(p.stored)
	slices.SortFunc(all, func(a, b *api.ResourceBinding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
	for _, b := range all {
		ref := b.Ref()
		if b.DeletionTimestamp == nil || !slices.Contains(b.Finalizers, api.DependenciesFinalizer) || distributed[ref] || p.faulty[ref] != nil {
			continue
		}
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
