package policy

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
)

// Scope is where the objects of a kind are: in a namespace or not. The values are those of spec.scope of a CustomResourceDefinition.
type Scope string

// The scopes.
const (
	ScopeUnknown    Scope = ""
	ScopeCluster    Scope = "Cluster"
	ScopeNamespaced Scope = "Namespaced"
)

// Scopes knows which kinds have a namespace. The zero value knows the kinds of Kubernetes v1.35, Karmada and KubeAdmiral; [ScopesOf] adds those of
// CustomResourceDefinitions. It is a value that is never written, so it is safe for concurrent use.
type Scopes struct {
	custom map[schema.GroupKind]Scope
}

// ScopesOf returns scopes that also know the kinds of the CustomResourceDefinitions (apiextensions.k8s.io, v1 and v1beta1) among objects:
//
//  1. A definition needs a spec.group, a spec.names.kind, and a spec.scope that is Cluster or Namespaced. Any other is ignored. Without a scope,
//     v1beta1 defaults to Namespaced.
//  2. A definition of a kind that the zero value knows is ignored.
//  3. If several define the same kind, the first counts. In Kubernetes this is the one that was accepted first.
//
// The result shares nothing with the objects.
func ScopesOf(objects ...*unstructured.Unstructured) Scopes {
	var s Scopes
	for _, object := range objects {
		kind, scope := definedBy(object)
		if scope == ScopeUnknown || s.Of(kind) != ScopeUnknown {
			continue
		}
		if s.custom == nil {
			s.custom = map[schema.GroupKind]Scope{}
		}
		s.custom[kind] = scope
	}
	return s
}

// Of returns the scope of a kind, in any version.
func (s Scopes) Of(kind schema.GroupKind) Scope {
	if scope, ok := builtinScopes[kind]; ok {
		return scope
	}
	return s.custom[kind]
}

// definedBy returns the kind that a CustomResourceDefinition defines, and its scope. The scope of any other object is unknown. The fields are read
// without the accessors of package unstructured: these print a value of another type, which never ends for a map that contains itself.
func definedBy(object *unstructured.Unstructured) (kind schema.GroupKind, scope Scope) {
	ref := override.RefOf(object)
	if ref.Kind != "CustomResourceDefinition" {
		return kind, ScopeUnknown
	}
	byDefault := ScopeUnknown
	switch ref.APIVersion {
	case "apiextensions.k8s.io/v1":
	case "apiextensions.k8s.io/v1beta1":
		byDefault = ScopeNamespaced
	default:
		return kind, ScopeUnknown
	}
	// A field of another type is "", as a missing one.
	spec, _ := object.Object["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	kind.Group, _ = spec["group"].(string)
	kind.Kind, _ = names["kind"].(string)
	text, isString := spec["scope"].(string)
	scope = Scope(text)
	if spec["scope"] == nil || isString && text == "" {
		scope = byDefault
	}
	if kind.Group == "" || kind.Kind == "" || scope != ScopeCluster && scope != ScopeNamespaced {
		return kind, ScopeUnknown
	}
	return kind, scope
}
