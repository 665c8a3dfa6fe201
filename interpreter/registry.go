package interpreter

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Registry is a list of interpreters, of which the first that has a hook for a kind is asked. It is read-only and safe for
// concurrent use. The nil Registry is empty.
type Registry struct{ interpreters []Interpreter }

// NewRegistry makes a registry of interpreters in this order. Nil interpreters are left out.
func NewRegistry(interpreters ...Interpreter) *Registry {
	r := &Registry{}
	for _, i := range interpreters {
		if i != nil {
			r.interpreters = append(r.interpreters, i)
		}
	}
	return r
}

// Find is the hook for objects of a kind, and false if there is none. H is one of the interfaces of this package.
func Find[H any](r *Registry, kind schema.GroupVersionKind) (hook H, found bool) {
	if r == nil {
		return hook, false
	}
	for _, i := range r.interpreters {
		if hook, found = i.(H); found && understands(i, kind) {
			return hook, true
		}
	}
	var none H
	return none, false
}

// Enabled tells whether there is a hook.
func (r *Registry) Enabled(kind schema.GroupVersionKind, op Operation) bool {
	return r != nil && slices.ContainsFunc(r.interpreters, func(i Interpreter) bool {
		return Supports(i, op) && understands(i, kind)
	})
}

// Hook is a kind, which may have [Any] in it, and an operation.
type Hook struct {
	Kind      schema.GroupVersionKind
	Operation Operation
}

// Hooks is all that is enabled, sorted by group, version, kind and operation, each once.
func (r *Registry) Hooks() []Hook {
	var all []Hook
	if r == nil {
		return nil
	}
	for _, i := range r.interpreters {
		for _, op := range Operations() {
			if !Supports(i, op) {
				continue
			}
			for _, kind := range i.Kinds() {
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

// understands tells whether a kind is among those of an interpreter.
func understands(i Interpreter, kind schema.GroupVersionKind) bool {
	is := func(meant, found string) bool { return meant == Any || meant == found }
	return slices.ContainsFunc(i.Kinds(), func(k schema.GroupVersionKind) bool {
		return is(k.Group, kind.Group) && is(k.Version, kind.Version) && is(k.Kind, kind.Kind)
	})
}
