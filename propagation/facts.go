package propagation

import (
	"context"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy"
)

// checkScopes sets the fault of templates whose kind has no namespace although they have one, or the other way round. CustomResourceDefinitions
// among the templates count.
func (p *planner) checkScopes(templates []*template) {
	scopes := policy.ScopesOf(sound(templates)...)
	for _, t := range templates {
		if t.fault != nil {
			continue
		}
		switch scope := scopes.Of(t.object.GroupVersionKind().GroupKind()); {
		case scope == policy.ScopeCluster && t.ref.Namespace != "":
			t.fault = fmt.Errorf("%s: found the namespace %q, expected none: its kind is cluster-scoped", t.ref, t.ref.Namespace)
		case scope == policy.ScopeNamespaced && t.ref.Namespace == "":
			t.fault = fmt.Errorf("%s: found no namespace, expected one: its kind is namespaced", t.ref)
		}
	}
}

// sound returns the objects of the templates that can be read.
func sound(templates []*template) (objects []*unstructured.Unstructured) {
	for _, t := range templates {
		if t.fault == nil {
			objects = append(objects, t.object)
		}
	}
	return objects
}

// priorityClasses returns a lookup of the PriorityClasses among the templates, see [PlanOptions].PriorityClass.
func priorityClasses(templates []*template) func(ctx context.Context, name string) (int32, bool, error) {
	classes := map[string]*unstructured.Unstructured{}
	for _, t := range templates {
		if kind := (schema.GroupKind{Group: "scheduling.k8s.io", Kind: "PriorityClass"}); t.fault == nil && t.object.GroupVersionKind().GroupKind() == kind {
			classes[t.ref.Name] = t.object
		}
	}
	return func(_ context.Context, name string) (int32, bool, error) {
		class := classes[name]
		if class == nil {
			return 0, false, nil
		}
		value, ok := class.Object["value"].(int64)
		if !ok || value < math.MinInt32 || value > math.MaxInt32 {
			return 0, false, fmt.Errorf("/value is %s, expected a 32-bit integer", jsontree.Describe(class.Object["value"]))
		}
		return int32(value), true, nil
	}
}
