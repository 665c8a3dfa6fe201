package schema

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// Schemas are the types that objects are checked against. It is read-only and safe for concurrent use. Nil and the zero value have the
// kinds of Kubernetes only.
type Schemas struct {
	custom map[apischema.GroupVersionKind]*node
	hide   redact.Places
}

// definitionKind is the kind of the objects that define custom resources.
var definitionKind = apischema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"}

// New compiles the schemas of CustomResourceDefinitions. The other objects, and nil ones, are ignored. The objects are not kept.
//
//  1. A version without a schema, and a definition without a kind, have no schema.
//  2. A schema that cannot be compiled is an *[Error], and its kind is not checked. The package comment says which are.
//  3. If two definitions describe the same kind, the last one counts.
//
// The errors are in the order of the definitions.
func New(definitions ...*unstructured.Unstructured) (*Schemas, []error) {
	s := &Schemas{custom: map[apischema.GroupVersionKind]*node{}}
	var errs []error
	instructions := maxInstructions
	for _, d := range definitions {
		if d == nil || d.Object["apiVersion"] != definitionKind.GroupVersion().String() || d.Object["kind"] != definitionKind.Kind {
			continue
		}
		spec, _ := d.Object["spec"].(map[string]any)
		names, _ := spec["names"].(map[string]any)
		group, _ := spec["group"].(string)
		kind, _ := names["kind"].(string)
		versions, _ := spec["versions"].([]any)
		for _, v := range versions {
			version, _ := v.(map[string]any)
			name, _ := version["name"].(string)
			has, _ := version["schema"].(map[string]any)
			given, found := has["openAPIV3Schema"]
			if !found || kind == "" || name == "" {
				continue
			}
			compiled, err := compile(given, &instructions)
			if err != nil {
				errs = append(errs, &Error{override.RefOf(d), name, err})
				continue
			}
			s.custom[apischema.GroupVersionKind{Group: group, Version: name, Kind: kind}] = compiled
		}
	}
	return s, errs
}

// Hiding returns the same schemas whose misfits do not show the values at these places. Nil hides the values of Secrets, as New does.
func (s *Schemas) Hiding(places redact.Places) *Schemas {
	return &Schemas{custom: s.custom, hide: places}
}

// HidingAlso returns the same schemas whose misfits also do not show the values in a region. It is for the result of an object that was a
// Secret before a policy changed its kind: the region is [override.Result.Hidden]. With an empty region, it returns s.
func (s *Schemas) HidingAlso(region redact.Region) *Schemas {
	if len(region) == 0 {
		return s
	}
	return s.Hiding(func(object selector.Object) []jsontree.Pointer { return s.hide.Of(object).With(region) })
}

// Has reports whether the type of a kind is known. Misfits returns nothing for other kinds.
func (s *Schemas) Has(kind apischema.GroupVersionKind) bool {
	return s.custom[kind] != nil || native.HasType(kind)
}

// Error is a schema that cannot be used.
type Error struct {
	Definition override.Ref
	Version    string
	Err        error // often a [*jsontree.ValueError] with the pointer in the schema
}

// Error returns, for example: CustomResourceDefinition a.example.com: the schema of version v1 cannot be used: /properties/spec is a list,
// expected an object.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: the schema of version %.100s cannot be used: %v", e.Definition, e.Version, e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	return e.Err
}
