package override

import (
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Guard protects the identity of objects against policies, see [Set.Guarding]. The zero Guard protects nothing.
//
// Whoever may write policies in a namespace must not become an administrator of the member clusters. Without a guard, they do: the controller that
// writes the result to a cluster may write every object there, and a policy can turn any object that it covers into any other one, for example
// a ConfigMap into a ClusterRoleBinding.
//
//  1. With [GuardNamespaced], the policies of the tier [Namespaced] must leave the identity of the object as it was before the first of them. With
//     [GuardAll], those of the tier [ClusterWide] must do so, too.
//  2. The identity is apiVersion, kind, the fields namespace, name, generateName, ownerReferences, uid and generation of the metadata, the labels and
//     annotations of Domains, and items at the root: with items, some readers take an object for a list, and apply each of its elements.
//  3. The identity is compared after the last policy of a tier, by value. It does not matter how a step changes it, and a step that writes the same value
//     changes nothing. A policy may undo what an earlier one of the tier did.
//  4. Missing, null and empty are three different values.
//  5. A difference is an error of the code [CodeIdentity]. It names the last step that wrote there. If a policy fails after another one has
//     changed the identity, the error is that of the identity.
//
// Everything else is not protected: a policy may write any spec, such as the service account of a pod or the rules of a Role.
type Guard struct {
	Policies GuardedPolicies

	// Domains are the domains of the labels and annotations that the control plane owns: a key belongs to the domain karmada.io if its prefix, which
	// is the part before the slash, is karmada.io or ends in .karmada.io. The list is not copied: do not write it afterwards.
	Domains []string
}

// GuardedPolicies are the policies that a [Guard] is against.
type GuardedPolicies int

// The guarded policies.
const (
	GuardNone       GuardedPolicies = iota // none: results are exactly those of the policies' own system
	GuardNamespaced                        // those of the tier [Namespaced]; cluster-wide policies may change the identity
	GuardAll                               // all policies
)

// String returns "none", "namespaced" or "all".
func (g GuardedPolicies) String() string {
	switch g {
	case GuardNone:
		return "none"
	case GuardNamespaced:
		return "namespaced"
	}
	return "all"
}

// Guards reports whether the policies of a tier must leave the identity of objects as it is. A value of Policies that is not one of the constants
// guards all.
func (g Guard) Guards(tier Tier) bool {
	return g.Policies != GuardNone && (tier == Namespaced || g.Policies != GuardNamespaced)
}

// Owns reports whether the key of a label or an annotation belongs to one of the domains.
func (g Guard) Owns(key string) bool {
	prefix, _, found := strings.Cut(key, "/")
	return found && slices.ContainsFunc(g.Domains, func(domain string) bool {
		before, ends := strings.CutSuffix(prefix, domain)
		return ends && domain != "" && (before == "" || strings.HasSuffix(before, "."))
	})
}

// Guarding returns a copy of the set that fails an object for a cluster if a policy changes the identity of the object. Without a guard, which is the
// default, such a change is a warning, see [Result.Warnings].
func (s *Set) Guarding(g Guard) *Set {
	guarding := s.clone()
	guarding.guard = g
	return guarding
}

// Guard returns the guard of the set.
func (s *Set) Guard() Guard {
	if s == nil {
		return Guard{}
	}
	return s.guard
}

// identityPlaces are the guarded places other than labels and annotations. Of uid and generation, a Work has
// copies in annotations that the control plane owns.
var identityPlaces = []jsontree.Pointer{
	{"apiVersion"}, {"kind"}, {"metadata", "namespace"}, {"metadata", "name"}, {"metadata", "generateName"}, {"items"},
	{"metadata", "ownerReferences"}, {"metadata", "uid"}, {"metadata", "generation"},
}

var (
	otherObject = identityPlaces[:6] // the places by which an object is another one
	metadata    = jsontree.Pointer{"metadata"}
)

// place returns the guarded place at or around p, or p itself if it may contain guarded places. Otherwise it returns false.
func (g Guard) place(p jsontree.Pointer) (jsontree.Pointer, bool) {
	if metadata.HasPrefix(p) {
		return p, true
	}
	for _, at := range identityPlaces {
		if p.HasPrefix(at) {
			return p[:len(at)], true
		}
	}
	switch {
	case p[0] != "metadata" || p[1] != "labels" && p[1] != "annotations":
		return nil, false
	case len(p) == 2:
		return p, len(g.Domains) > 0
	}
	return p[:3], g.Owns(p[2])
}

// inside returns the guarded places in p, in a fixed order, if p is the result of place. was and is are the object before and after.
func (g Guard) inside(p jsontree.Pointer, was, is value) (places []jsontree.Pointer) {
	if metadata.HasPrefix(p) {
		for _, at := range identityPlaces {
			if at.HasPrefix(p) {
				places = append(places, at)
			}
		}
		return slices.Concat(places, g.inside(metadata.Child("labels"), was, is), g.inside(metadata.Child("annotations"), was, is))
	}
	if len(p) != 2 || p[1] != "labels" && p[1] != "annotations" {
		return []jsontree.Pointer{p}
	}
	for _, key := range keysOf(was.at(p), is.at(p)) {
		if g.Owns(key) {
			places = append(places, p.Child(key))
		}
	}
	return places
}

// keysOf returns the sorted keys of two maps. Other values have none.
func keysOf(a, b value) []string {
	first, _ := a.is.(map[string]any)
	second, _ := b.is.(map[string]any)
	keys := slices.AppendSeq(slices.Collect(maps.Keys(first)), maps.Keys(second))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// at returns the value at a place inside.
func (v value) at(p jsontree.Pointer) value {
	for _, token := range p {
		v = v.child(token)
	}
	return v
}
