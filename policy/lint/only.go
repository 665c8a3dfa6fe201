package lint

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// reports reports whether findings about a policy are returned. The zero Ref stands for the silences of objects.
func (c *checker) reports(policy override.Ref) bool {
	return c.options.Only == nil || c.options.Only(policy)
}

// concerned returns the objects that a chosen policy may cover:
//
//  1. It selects the object as it is given.
//  2. It is namespaced, and a cluster-wide policy that covers the object may write labels by which it selects, or the identity of the object.
//
// What the policies do to any other object is in no finding about a chosen policy.
func (c *checker) concerned(inv *inventory, objects []*unstructured.Unstructured, identities []selector.Object) []*unstructured.Unstructured {
	if c.options.Only == nil {
		return objects
	}
	chosen := &inventory{set: inv.set, matcher: newMatcher(slices.DeleteFunc(slices.Clone(c.subjects), func(s *subject) bool { return !c.reports(s.ref) }))}
	late := map[string][]*override.Policy{} // by namespace
	for _, s := range c.subjects {
		if p := s.policy; c.reports(s.ref) && p.Tier() == override.Namespaced {
			late[s.ref.Namespace] = append(late[s.ref.Namespace], p)
		}
	}
	var all []*unstructured.Unstructured
	for i, o := range objects {
		if len(chosen.matcher.covering(identities[i])) > 0 || chosen.mayCoverLate(identities[i], late) {
			all = append(all, o)
		}
	}
	return all
}

// mayCoverLate reports whether one of the namespaced policies may cover an object after the cluster-wide ones.
func (inv *inventory) mayCoverLate(object selector.Object, late map[string][]*override.Policy) bool {
	if len(late) == 0 {
		return false
	}
	var scope override.Scope
	for _, p := range inv.set.Covering(object) {
		if p.Tier() == override.ClusterWide {
			scope |= p.Scope()
		}
	}
	if scope.Has(override.ScopeIdentity) {
		return true
	}
	return scope.Has(override.ScopeLabels) &&
		slices.ContainsFunc(late[object.Namespace], func(p *override.Policy) bool { return p.Objects().MatchRelabeled(object) })
}
