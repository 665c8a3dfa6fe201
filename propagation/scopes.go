package propagation

import (
	"context"
	"fmt"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// checkScopes sets the fault of templates whose kind has no namespace although they have one, or the other way round. CustomResourceDefinitions
// among the templates count.
func (p *planner) checkScopes(ctx context.Context, templates []*template) error {
	p.scopes = policy.ScopesOf(validObjects(without(templates, func(t *template) bool { return t.ref.Kind != "CustomResourceDefinition" }))...)
	return each(ctx, p.workers(len(templates)), len(templates), func(_, i int) { p.checkScope(templates[i]) })
}

// checkScope sets the fault of one template.
func (x *indexes) checkScope(t *template) {
	if t.fault == nil {
		switch scope := x.scopes.Of(t.object.GroupVersionKind().GroupKind()); {
		case scope == policy.ScopeCluster && t.ref.Namespace != "":
			t.fault = fmt.Errorf("%s: found the namespace %q, expected none: its kind is cluster-scoped", content.ClipRef(t.ref), content.Clip(t.ref.Namespace))
		case scope == policy.ScopeNamespaced && t.ref.Namespace == "":
			t.fault = fmt.Errorf("%s: found no namespace, expected one: its kind is namespaced", content.ClipRef(t.ref))
		}
	}
}
