package override

import (
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

// Scoper is an [Overrider] that knows its scope. Without it, an overrider may do everything. A Scoper must be plain data: package impact
// compares two of them with [reflect.DeepEqual].
type Scoper interface{ Scope() Scope }

// ScopeOf returns the scope of an overrider. A nil one has no scope.
func ScopeOf(o Overrider) Scope {
	if isNil(o) {
		return 0
	}
	if s, ok := o.(Scoper); ok {
		return s.Scope()
	}
	return scopeAll
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
	if p == nil {
		return 0
	}
	return p.scope
}

// Spec returns the policy as plain data. Its slices are shared: do not write them. For a nil policy it is zero.
func (p *Policy) Spec() PolicySpec {
	if p == nil {
		return PolicySpec{}
	}
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
