package propagation

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
)

// newTemplates returns the templates sorted. Among templates with the same reference, the last counts, and those without a name have an error.
func (p *planner) newTemplates(ctx context.Context) ([]*template.Placing, error) {
	given := without(p.Templates, func(object *unstructured.Unstructured) bool { return object == nil })
	made := make([]*template.Placing, len(given))
	err := each(ctx, p.workers(len(given)), len(given), func(_, i int) {
		own := content.BindingRef(override.RefOf(given[i]))
		made[i] = template.New(p.control, given[i], p.given[own], p.faulty[own], p.memory(own))
		made[i].Check()
	})
	if err != nil {
		return nil, err
	}
	at, unnamed := make(map[override.Ref]int, len(made)), map[override.Ref]int{}
	all := make([]*template.Placing, 0, len(made))
	for _, t := range made {
		if t.Ref.Name == "" {
			unnamed[t.Ref]++
		}
		i, twice := at[t.Ref]
		if !twice {
			at[t.Ref], all = len(all), append(all, t)
			continue
		}
		all[i] = t
	}
	for ref, n := range unnamed {
		shareRow(all[at[ref]], n)
	}
	return all, sortAll(ctx, p.workers(len(all)), all, func(a, b *template.Placing) int { return content.CompareRefs(a.Ref, b.Ref) })
}

// shareRow makes it an error that a number of objects without a name have one row: they are different objects.
func shareRow(t *template.Placing, objects int) {
	switch {
	case objects == 1:
	case t.Fault == nil:
		t.Fault = fmt.Errorf("found %d objects without a kind and a name, expected both", objects)
	default:
		t.Fault = fmt.Errorf("%w (this row is about %d objects without a name)", t.Fault, objects)
	}
}

// validObjects returns the objects of the templates that can be read.
func validObjects(templates []*template.Placing) (objects []*unstructured.Unstructured) {
	for _, t := range templates {
		if t.Fault == nil {
			objects = append(objects, t.Object)
		}
	}
	return objects
}

// checkScopes sets the fault of templates whose kind has no namespace although they have one, or the other way round. CustomResourceDefinitions
// among the templates count.
func (p *planner) checkScopes(ctx context.Context) error {
	p.scopes = policy.ScopesOf(validObjects(without(p.templates, func(t *template.Placing) bool { return t.Ref.Kind != "CustomResourceDefinition" }))...)
	return each(ctx, p.workers(len(p.templates)), len(p.templates), func(_, i int) { checkScope(p.scopes, p.templates[i]) })
}

// checkScope sets the fault of one template.
func checkScope(scopes policy.Scopes, t *template.Placing) {
	if t.Fault == nil {
		switch scope := scopes.Of(t.Object.GroupVersionKind().GroupKind()); {
		case scope == policy.ScopeCluster && t.Ref.Namespace != "":
			t.Fault = fmt.Errorf("%s: found the namespace %q, expected none: its kind is cluster-scoped", content.ClipRef(t.Ref), content.Clip(t.Ref.Namespace))
		case scope == policy.ScopeNamespaced && t.Ref.Namespace == "":
			t.Fault = fmt.Errorf("%s: found no namespace, expected one: its kind is namespaced", content.ClipRef(t.Ref))
		}
	}
}
