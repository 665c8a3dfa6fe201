package propagation

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
	"github.com/overridekit/overridekit/propagation/work"
)

// depend lets what templates need follow them. The bindings are gone through in order, each seeing what those before it did.
func (p *planner) depend(ctx context.Context, templates []*template) error {
	of := map[override.Ref]*template{}
	for _, t := range templates {
		of[refOf(t.object)] = t
	}
	find := finderOf(templates)
	for i, t := range templates {
		if err := ctx.Err(); err != nil {
			return err
		}
		independent, ok := p.bindings[t.binding].(*karmada.ResourceBinding)
		if !ok || !independent.Spec.PropagateDeps || p.plan.Rows[i].Err != nil {
			continue
		}
		d, err := Distribute(ctx, independent, t.object, p.Registry, find, p.inNamespace(independent.Namespace))
		p.plan.Rows[i].Err = err
		if d.Independent == nil {
			continue
		}
		p.bindings[t.binding] = d.Independent
		p.keep(d.Independent)
		for _, missing := range d.Missing {
			p.plan.Rows[i].Warnings = append(p.plan.Rows[i].Warnings, fmt.Sprintf("it needs %s %s, which is not among the templates", missing.Kind, missing.Name))
		}
		for _, a := range d.Attached {
			p.identify(a.Binding)
			p.bindings[a.Binding.Ref()] = a.Binding
			p.keep(a.Binding)
			if needed := of[resourceRef(a.Binding)]; needed != nil && needed.binding == (override.Ref{}) {
				needed.binding = a.Binding.Ref()
			}
		}
	}
	for i, t := range templates { // what follows others has its clusters from them, too
		b, row := p.bindings[t.binding], &p.plan.Rows[i]
		if b == nil || len(b.BindingSpec().RequiredBy) == 0 {
			continue
		}
		row.Clusters = work.Targets(b.BindingSpec())
		if row.Binding == (override.Ref{}) {
			var by []string
			for _, snapshot := range b.BindingSpec().RequiredBy {
				by = append(by, names.Key(snapshot.Namespace, snapshot.Name))
			}
			row.Binding, row.Reason = t.binding, "it is needed by what is bound as "+strings.Join(by, ", ")
		}
	}
	return nil
}

// inNamespace is the bindings of a namespace, those of the plan before those that are stored, in any order.
func (p *planner) inNamespace(namespace string) []*karmada.ResourceBinding {
	if p.spaces == nil {
		p.spaces = map[string]map[string]*karmada.ResourceBinding{}
		for _, from := range []map[override.Ref]karmada.Binding{p.stored, p.bindings} {
			for _, b := range from {
				p.keep(b)
			}
		}
	}
	return slices.Collect(maps.Values(p.spaces[namespace]))
}

// keep notes a binding among those of its namespace, once somebody asks for them.
func (p *planner) keep(b karmada.Binding) {
	if rb, ok := b.(*karmada.ResourceBinding); ok && p.spaces != nil {
		if p.spaces[rb.Namespace] == nil {
			p.spaces[rb.Namespace] = map[string]*karmada.ResourceBinding{}
		}
		p.spaces[rb.Namespace][rb.Name] = rb
	}
}

// finderOf finds among templates by their kind and namespace.
func finderOf(templates []*template) DependencyFinder {
	type place struct{ apiVersion, kind, namespace string }
	objects := map[place][]*unstructured.Unstructured{}
	for _, t := range templates {
		at := place{t.object.GetAPIVersion(), t.object.GetKind(), t.object.GetNamespace()}
		objects[at] = append(objects[at], t.object)
	}
	return func(ctx context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
		return FindIn(objects[place{d.APIVersion, d.Kind, d.Namespace}]...)(ctx, d)
	}
}
