package interpreter

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// Registry is an ordered list of interpreters. For each hook it returns the first interpreter that supports the kind. It is read-only and
// safe for concurrent use. The nil and the zero Registry are empty.
type Registry struct {
	registered []registered
	places     redact.Places // hidden in errors
}

// registered is an interpreter and the kinds that it supports.
type registered struct {
	Interpreter
	kinds []schema.GroupVersionKind
}

// NewRegistry returns a registry of interpreters in this order. Nil interpreters are left out. It calls Kinds of each interpreter once;
// later changes of the kinds have no effect.
func NewRegistry(interpreters ...Interpreter) *Registry {
	r := &Registry{}
	for _, i := range interpreters {
		if i != nil {
			r.registered = append(r.registered, registered{i, slices.Clone(i.Kinds())})
		}
	}
	return r
}

// Hiding returns the registry with other places hidden by [Registry.Hidden]. Nil hides [redact.Secrets], which is also the default.
func (r *Registry) Hiding(places redact.Places) *Registry {
	hiding := &Registry{places: places}
	if r != nil {
		hiding.registered = r.registered
	}
	return hiding
}

// Hidden returns the error of a hook about an object without the values that the object hides: an [Error] as [NewError] describes it, any
// other error without its text if the object has anything to hide. The stages of package propagation call it.
func (r *Registry) Hidden(object *unstructured.Unstructured, err error) error {
	if err == nil || object == nil {
		return err
	}
	var places redact.Places
	if r != nil {
		places = r.places
	}
	var failed *Error
	switch {
	case !errors.As(err, &failed):
		return places.Of(selector.ObjectOf(object.Object)).Error(nil, err)
	case places == nil:
		return err
	}
	return failed.hide(object, places)
}

// Enabled reports whether the registry has a hook for an operation on objects of a kind.
func (r *Registry) Enabled(kind schema.GroupVersionKind, op Operation) bool {
	return r != nil && slices.ContainsFunc(r.registered, func(i registered) bool {
		return Supports(i.Interpreter, op) && i.understands(kind)
	})
}

// Check returns an error if the registry has no hook for an operation on objects of a kind. The error reports whether the registry is nil or
// empty.
func (r *Registry) Check(kind schema.GroupVersionKind, op Operation) error {
	switch {
	case r.Enabled(kind, op):
		return nil
	case r == nil || len(r.registered) == 0:
		return fmt.Errorf("no interpreter has %s for %s: the Registry is nil or empty", op, kind)
	}
	return fmt.Errorf("no interpreter in the Registry has %s for %s", op, kind)
}

// Hook is a kind, which may contain [Any], and an operation.
type Hook struct {
	Kind      schema.GroupVersionKind
	Operation Operation
}

// Hooks returns all hooks of the registry, sorted by group, version, kind and operation, without duplicates.
func (r *Registry) Hooks() []Hook {
	var all []Hook
	if r == nil {
		return nil
	}
	for _, i := range r.registered {
		for _, op := range Operations() {
			if !Supports(i.Interpreter, op) {
				continue
			}
			for _, kind := range i.kinds {
				all = append(all, Hook{kind, op})
			}
		}
	}
	slices.SortFunc(all, func(a, b Hook) int {
		return cmp.Or(
			cmp.Compare(a.Kind.Group, b.Kind.Group), cmp.Compare(a.Kind.Version, b.Kind.Version),
			cmp.Compare(a.Kind.Kind, b.Kind.Kind), cmp.Compare(a.Operation, b.Operation),
		)
	})
	return slices.Compact(all)
}

// understands reports whether an interpreter supports a kind.
func (i registered) understands(kind schema.GroupVersionKind) bool {
	is := func(meant, found string) bool { return meant == Any || meant == found }
	return slices.ContainsFunc(i.kinds, func(k schema.GroupVersionKind) bool {
		return is(k.Group, kind.Group) && is(k.Version, kind.Version) && is(k.Kind, kind.Kind)
	})
}
