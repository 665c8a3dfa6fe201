package override

import (
	"cmp"
	"iter"
	"slices"

	"github.com/overridekit/overridekit/override/redact"
)

// Set is a collection of policies, to be applied to any number of objects. It is read-only and safe for concurrent use. The nil Set is
// empty.
type Set struct {
	tiers   [tiers][]*Policy // each sorted
	indexes [tiers]index
	places  redact.Places // see Hiding
	guard   Guard         // see Guarding

	references []references // also of removed policies
}

// NewSet returns a set of policies, of one dialect or several. Among policies with the same Ref, the last one counts. Nil policies are
// ignored.
func NewSet(policies ...*Policy) *Set {
	s := &Set{}
	for _, p := range policies {
		if p != nil {
			s.refer(p)
		}
	}
	for _, p := range lastOfEach(policies) {
		tier := p.spec.Tier
		s.tiers[tier] = append(s.tiers[tier], p)
		p.addTo(&s.indexes[tier])
	}
	return s
}

// lastOfEach returns policies in their order, without nil. Among policies with the same Ref, it returns the last one.
func lastOfEach(policies []*Policy) []*Policy {
	type given struct {
		*Policy
		at int
	}
	list := make([]given, 0, len(policies))
	for i, p := range policies {
		if p != nil {
			list = append(list, given{p, i})
		}
	}
	slices.SortFunc(list, func(a, b given) int { return cmp.Or(a.compare(b.Policy), a.at-b.at) })
	kept := make([]*Policy, 0, len(list))
	for i, p := range list {
		if i+1 == len(list) || p.compare(list[i+1].Policy) != 0 {
			kept = append(kept, p.Policy)
		}
	}
	return kept
}

// With returns a copy of the set with p added, or replaced if the set has a policy with the same Ref. The two sets share their common
// data. It costs about as much as copying a slice of all policies.
func (s *Set) With(p *Policy) *Set {
	if p == nil {
		return s.clone()
	}
	with := s.Without(p.spec.Ref)
	with.refer(p)
	tier := p.spec.Tier
	with.indexes[tier] = forkFor(&with.indexes[tier], p)
	p.addTo(&with.indexes[tier])
	with.tiers[tier] = insert(slices.Clip(with.tiers[tier]), p)
	return with
}

// Without returns a copy of the set without the policy with that Ref, see [Set.With].
func (s *Set) Without(ref Ref) *Set {
	without := s.clone()
	for tier, policies := range without.tiers {
		at, found := find(policies, ref)
		if !found {
			continue
		}
		p := policies[at]
		without.tiers[tier] = slices.Concat(policies[:at], policies[at+1:])
		without.indexes[tier] = forkFor(&without.indexes[tier], p)
		p.removeFrom(&without.indexes[tier])
	}
	return without
}

// find returns the index of a policy in the sorted list of a tier, or where to insert it.
func find(policies []*Policy, ref Ref) (int, bool) {
	return slices.BinarySearchFunc(policies, ref, func(p *Policy, ref Ref) int { return p.spec.Ref.compare(ref) })
}

// clone returns a shallow copy of the set.
func (s *Set) clone() *Set {
	if s == nil {
		return NewSet()
	}
	c := *s
	return &c
}

func (p *Policy) compare(other *Policy) int { return p.spec.Ref.compare(other.spec.Ref) }

// Len returns the number of policies.
func (s *Set) Len() int {
	n := 0
	if s != nil {
		for _, tier := range s.tiers {
			n += len(tier)
		}
	}
	return n
}

// Get returns the policy with a Ref, and false if the set does not have it.
func (s *Set) Get(ref Ref) (*Policy, bool) {
	if s != nil {
		for _, tier := range s.tiers {
			if at, found := find(tier, ref); found {
				return tier[at], true
			}
		}
	}
	return nil, false
}

// All returns the policies: tier by tier, and within a tier by name, namespace, kind and API version.
func (s *Set) All() iter.Seq[*Policy] {
	return func(yield func(*Policy) bool) {
		if s == nil {
			return
		}
		for _, tier := range s.tiers {
			for _, p := range tier {
				if !yield(p) {
					return
				}
			}
		}
	}
}
