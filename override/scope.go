package override

import (
	"reflect"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Scope is a set of things that a step may do to the choice of policies and rules, as far as it is known without an object. The zero Scope
// is that of a step which only edits other parts of the object.
type Scope uint8

const (
	ScopeLabels   Scope = 1 << iota // it may write metadata.labels
	ScopeIdentity                   // it may write apiVersion, kind, metadata.namespace or metadata.name
	ScopeCluster                    // it may call [Input.Cluster]

	scopeAll = ScopeLabels | ScopeIdentity | ScopeCluster
)

// Has reports whether the scope has one of the others.
func (s Scope) Has(others Scope) bool { return s&others != 0 }

// Scoper is an [Overrider], or a part of one, that knows its scope. Most overriders need not be one: without it, an overrider may do everything, and
// package impact does more work. With a scope that is too small, package impact misses differences. A Scoper must be plain data: package impact
// compares two of them with [reflect.DeepEqual].
//
// Scope also returns its receiver. A type that gets the method by embedding returns the embedded value instead of itself, and its scope is unknown:
// its own Override may do more than the embedded one.
type Scoper interface {
	Scope() (self any, scope Scope)
}

// ScopeOf returns the scope of an overrider. A nil one has no scope. If it is not known, see [KnownScope], it has everything.
func ScopeOf(o Overrider) Scope {
	if scope, known := KnownScope(o); known {
		return scope
	}
	return scopeAll
}

// KnownScope returns the scope of a [Scoper], or of a pointer to one, and false if it is not known. The scope of nil is known: it is zero.
func KnownScope(v any) (scope Scope, known bool) {
	of := reflect.ValueOf(v)
	if !of.IsValid() || (of.Kind() == reflect.Pointer || of.Kind() == reflect.Func) && of.IsNil() {
		return 0, true
	}
	s, is := v.(Scoper)
	if !is {
		return 0, false
	}
	self, scope := s.Scope()
	if !isSelf(self, v) {
		return 0, false
	}
	return scope, true
}

// isSelf reports whether a method of v returned v itself, and not a value that v embeds.
func isSelf(self, v any) bool {
	of := reflect.TypeOf(v)
	return self != nil && (reflect.TypeOf(self) == of || of.Kind() == reflect.Pointer && reflect.TypeOf(self) == of.Elem())
}

// ScopeAt returns the scope of an overrider that writes only at p and inside, and does not read the cluster.
func ScopeAt(p jsontree.Pointer) Scope {
	switch {
	case len(p) == 0, len(p) == 1 && p[0] == "metadata":
		return ScopeLabels | ScopeIdentity
	case p[0] == "apiVersion", p[0] == "kind":
		return ScopeIdentity
	case p[0] != "metadata":
		return 0
	case p[1] == "labels":
		return ScopeLabels
	case p[1] == "name", p[1] == "namespace":
		return ScopeIdentity
	}
	return 0
}

// Scope returns the scope of all steps of the policy.
func (p *Policy) Scope() Scope {
	return p.scope
}

// Spec returns the policy as plain data. Its slices are shared: do not write them.
func (p *Policy) Spec() PolicySpec {
	return p.spec
}

// Covering returns the policies that cover an object, in the order in which they act on it if no step writes its identity or labels.
func (s *Set) Covering(object selector.Object) []*Policy {
	if s == nil {
		return nil
	}
	sel := s.find(object)
	return append(sel.pick(ClusterWide, nil, nil), sel.pick(Namespaced, nil, nil)...)
}
