package override

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
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
		s.indexes[i] = index{map[selector.Kind]*shards{}}
		for _, p := range tier {
			s.indexes[i].add(p)
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
	with.indexes[tier] = with.indexes[tier].fork(p)
	with.indexes[tier].add(p)
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
		without.indexes[tier] = without.indexes[tier].fork(p)
		without.indexes[tier].remove(p)
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

// compare is the order of refs: by name, byte by byte, then by namespace, kind and API version.
func (r Ref) compare(other Ref) int {
	if r.Name != other.Name {
		return cmp.Compare(r.Name, other.Name)
	}
	return cmp.Or(cmp.Compare(r.Namespace, other.Namespace), cmp.Compare(r.Kind, other.Kind), cmp.Compare(r.APIVersion, other.APIVersion))
}

func (p *Policy) compare(other *Policy) int { return p.spec.Ref.compare(other.spec.Ref) }

// Select finds where the policies for an object are. The object is kept and never written; nobody may write it while the Selection,
// or a Result that came from it, is in use. A nil object is an empty one.
func (s *Set) Select(obj *unstructured.Unstructured) Selection {
	sel := Selection{set: s}
	if obj != nil {
		sel.object = obj.Object
	}
	sel.given = selector.ObjectOf(sel.object)
	if s == nil {
		return sel
	}
	for tier := range tiers {
		sel.found[tier] = s.indexes[tier].find(nil, &sel.given)
	}
	sel.missing = s.missing(sel.given)
	return sel
}

// Selection is an object and where the policies are that may cover it, tier by tier. It is read-only and safe for concurrent use.
type Selection struct {
	set    *Set
	object map[string]any
	given  selector.Object
	found  [tiers][]*bucket

	missing []Ref
}

// Apply gives the object as it is for a cluster. An error is an [*Error], and then there is no result.
func (s Selection) Apply(cluster selector.Cluster) (*Result, error) {
	r, err := apply(&s, &cluster)
	if err != nil {
		return nil, err
	}
	return &Result{cluster: r.cluster.Name, run: r}, nil
}

// pick is the policies of a tier that cover an object, in the order in which they act:
//
//  1. the less precise selector first: every object, then a label selector, then a name ([selector.Rank]);
//  2. then by name, byte by byte;
//  3. policies of one name (of several kinds or namespaces) by namespace, kind and API version.
//
// What acts later sees what was done before and has the last word. now is the object as it is, nil if nothing was written that
// matters here. With a cluster, policies that name their clusters and not this one are left out.
func (s *Selection) pick(tier Tier, now *selector.Object, cluster *selector.Cluster) []*Policy {
	found := s.found[tier]
	if now != nil {
		found = s.set.indexes[tier].find(slices.Clip(found), now)
	} else {
		now = &s.given
	}
	if len(found) == 0 {
		return nil
	}
	type candidate struct {
		*Policy
		rank selector.Rank
	}
	var room [32]candidate
	covering := room[:0]
	take := func(policies []*Policy) {
		for _, p := range policies {
			if rank := p.rank(*p.eyes(&s.given, now)); rank != selector.RankNone {
				covering = append(covering, candidate{p, rank})
			}
		}
	}
	for _, b := range found {
		if cluster == nil {
			take(b.all)
			continue
		}
		take(b.anywhere)
		take(b.named[cluster.Name])
	}
	slices.SortFunc(covering, func(a, b candidate) int {
		switch {
		case a.rank != b.rank:
			return cmp.Compare(a.rank, b.rank)
		case a.Policy == b.Policy:
			return 0
		}
		return a.compare(b.Policy)
	})
	picked := make([]*Policy, 0, len(covering))
	for i, c := range covering {
		if i == 0 || c.Policy != covering[i-1].Policy { // a policy may have several keys
			picked = append(picked, c.Policy)
		}
	}
	return picked
}

// Apply selects and applies in one call, for one object and one cluster. For more, make a [Set] once.
func Apply(obj *unstructured.Unstructured, cluster selector.Cluster, policies ...*Policy) (*Result, error) {
	return NewSet(policies...).Select(obj).Apply(cluster)
}
