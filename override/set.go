package override

import (
	"iter"
	"slices"

	"github.com/overridekit/overridekit/override/redact"
)

// Set is a collection of policies, ready to be applied to any number of objects. It is read-only and safe for concurrent
// use. The nil Set is empty.
type Set struct {
	tiers   [tiers][]*Policy // each in order
	indexes [tiers]index
	places  redact.Places // that texts hide

	references []references // also those of policies that were removed
}

// NewSet gathers policies, of one dialect or several. Of two policies with the same Ref the later one counts; nil policies
// are left out.
func NewSet(policies ...*Policy) *Set {
	latest := make(map[Ref]*Policy, len(policies))
	for _, p := range policies {
		if p != nil {
			latest[p.spec.Ref] = p
		}
	}
	s := &Set{}
	for _, p := range policies {
		if p != nil {
			s.refer(p)
		}
	}
	for _, p := range latest {
		s.tiers[p.spec.Tier] = append(s.tiers[p.spec.Tier], p)
	}
	for i, tier := range s.tiers {
		slices.SortFunc(tier, (*Policy).compare)
		for _, p := range tier {
			p.addTo(&s.indexes[i])
		}
	}
	return s
}

// With is the set with one policy more, or with another one in the place of that with the same Ref. The set itself stays as it is, for
// all who use it; the two share what they have in common. It costs about as much as copying a list of all policies.
func (s *Set) With(p *Policy) *Set {
	if p == nil {
		return s.own()
	}
	with := s.Without(p.spec.Ref)
	with.refer(p)
	tier := p.spec.Tier
	with.indexes[tier] = forkFor(&with.indexes[tier], p)
	p.addTo(&with.indexes[tier])
	with.tiers[tier] = insert(slices.Clip(with.tiers[tier]), p)
	return with
}

// Without is the set without the policy of that name, if there is one. The set itself stays as it is, see [Set.With].
func (s *Set) Without(ref Ref) *Set {
	without := s.own()
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

// find is where a policy is in the list of a tier, or belongs.
func find(policies []*Policy, ref Ref) (int, bool) {
	return slices.BinarySearchFunc(policies, ref, func(p *Policy, ref Ref) int { return p.spec.Ref.compare(ref) })
}

// own is a set whose fields may be written, though not what they refer to.
func (s *Set) own() *Set {
	if s == nil {
		return NewSet()
	}
	c := *s
	return &c
}

func (p *Policy) compare(other *Policy) int { return p.spec.Ref.compare(other.spec.Ref) }

// Len is the number of policies.
func (s *Set) Len() int {
	n := 0
	if s != nil {
		for _, tier := range s.tiers {
			n += len(tier)
		}
	}
	return n
}

// Get returns the policy of a name, and false if the set does not have it.
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
