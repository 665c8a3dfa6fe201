package template

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// independent returns the ResourceBinding whose dependencies are distributed, which may be one that is left, or nil. Afterwards a stored one that is left has
// its permanent id, which is in what it attaches.
//
//  1. A template with an error before it was bound distributes nothing, and neither does one that is invalid.
//  2. A binding that neither propagates its dependencies nor has done so has none.
func (p *Placing) independent() *api.ResourceBinding {
	if p.Fault != nil || p.Binding == nil && (p.Row.Err != nil || p.other != nil) {
		return nil
	}
	b := p.Binding
	if b == nil {
		if b = p.storedOwn(); b != nil && content.BindingID(b) == "" {
			b, _ = b.DeepCopyObject().(api.Binding)
			p.control.setID(b)
			p.stored = b
		}
	}
	independent, _ := b.(*api.ResourceBinding)
	if independent == nil || !independent.Spec.PropagateDeps && !distributes(independent) {
		return nil
	}
	return independent
}

// interpret calls the interpreter of the dependencies, unless they do not matter. Otherwise attach does it.
func (p *Placing) interpret(ctx context.Context, independent *api.ResourceBinding) {
	if p.control.FeatureGates.Enabled(api.GatePropagateDeps) && independent.Spec.PropagateDeps && independent.DeletionTimestamp == nil && !p.isAsleep(independent) {
		p.interpreted = bind.Interpret(ctx, p.control.Registry, p.Object)
	}
}

// attach is the stage distribute: it makes the bindings of what the template needs, in a batch that has its independent binding. Dependencies have the
// clusters of a binding even if it could not be scheduled, and even if no policy has its object now. It reports false, and has done nothing, while Karmada
// does not look at them. Another distribution may change that.
func (p *Placing) attach(ctx context.Context, batch *bind.Batch, independent *api.ResourceBinding, find bind.DependencyFinder) (done bool) {
	if p.isAsleep(batch.Latest(independent)) {
		return false
	}
	distributed, err := batch.Distribute(ctx, bind.DistributeInput{
		Independent: independent, Template: p.Object, Registry: p.control.Registry, Interpreted: p.interpreted, Find: find, FeatureGates: p.control.FeatureGates,
	})
	p.failed.Distribute, p.Row.Err = err, errors.Join(p.Row.Err, err)
	if distributed == nil {
		return true
	}
	p.needs = distributed.Dependencies
	for _, missing := range distributed.Missing {
		p.Row.Warnings = append(p.Row.Warnings, fmt.Sprintf("it needs %s %s, which is not among the templates", content.Clip(missing.Kind), content.Clip(missing.Name)))
	}
	return true
}

// complete completes a binding that a batch has changed, or planned. given is the stored one; nil: there is none.
func (c *Control) complete(b, given *api.ResourceBinding) {
	setDefaults(b)
	c.setID(b)
	if given != nil {
		writeQuantities(b, given)
	}
}

// writeQuantities writes the quantities of a stored binding as they are after its dependencies were distributed, and those of others that need it. That reads
// the binding and writes it back. If all is the same in the end, for example because the policy and the bindings that require it disagree, nothing has changed.
func writeQuantities(b, stored *api.ResourceBinding) {
	switch {
	case b.Spec.ReplicaRequirements == nil && b.Spec.Components == nil:
	case len(b.Spec.RequiredBy) > 0 && len(bind.ChangedFields(stored, b)) == 0:
		unchanged := stored.Spec.DeepCopy()
		b.Spec.ReplicaRequirements, b.Spec.Components = unchanged.ReplicaRequirements, unchanged.Components
	case !slices.Equal(stored.Finalizers, b.Finalizers), stored.Annotations[api.DependenciesAnnotation] != b.Annotations[api.DependenciesAnnotation],
		!equality.Semantic.DeepEqual(stored.Spec.RequiredBy, b.Spec.RequiredBy):
		content.RereadQuantities(b)
	}
}

// adopt gives a template without a binding of its own that of a dependency. An error about it is joined to that of the row.
func (p *Placing) adopt(b api.Binding) {
	if p.unread != nil { // a stored one that cannot be read is not replaced
		p.Row.Err = errors.Join(p.Row.Err, p.unread)
		return
	}
	if p.Binding == nil {
		p.Binding = b
	}
}
