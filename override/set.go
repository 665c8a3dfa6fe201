package override

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// Set is a collection of policies, ready to be applied to any number of objects. It is read-only and safe for concurrent
// use. The nil Set is empty.
type Set struct {
	tiers   [tiers][]*Policy // each sorted by name
	indexes [tiers]index
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
	for _, p := range latest {
		s.tiers[p.spec.Tier] = append(s.tiers[p.spec.Tier], p)
	}
	for i, tier := range s.tiers {
		slices.SortFunc(tier, func(a, b *Policy) int {
			x, y := a.spec.Ref, b.spec.Ref
			return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.APIVersion, y.APIVersion))
		})
		s.indexes[i] = newIndex(tier)
	}
	return s
}

// Select finds the policies for an object. The object is kept and never written; nobody may write it while the Selection,
// or a Result that came from it, is in use. A nil object is an empty one.
func (s *Set) Select(obj *unstructured.Unstructured) Selection {
	sel := Selection{set: s}
	if obj != nil {
		sel.object = obj.Object
	}
	identity := selector.ObjectOf(sel.object)
	for tier := range tiers {
		sel.picked[tier] = s.pick(Tier(tier), &identity, nil)
	}
	return sel
}

// pick is the policies of a tier that cover an object, in the order in which they act:
//
//  1. the less precise selector first: every object, then a label selector, then a name ([selector.Rank]);
//  2. then by name, byte by byte;
//  3. policies of one name (of several kinds or namespaces) by namespace, kind and API version.
//
// What acts later sees what was done before and has the last word. given is the object as it came in, now as it is,
// nil if nothing was written that matters here.
func (s *Set) pick(tier Tier, given, now *selector.Object) []*Policy {
	if s == nil || len(s.tiers[tier]) == 0 {
		return nil
	}
	candidates := s.indexes[tier].candidates(given, now)
	if now == nil {
		now = given
	}
	ranks := make([]selector.Rank, len(candidates))
	covering := 0
	for i, at := range candidates {
		p, obj := s.tiers[tier][at], now
		if p.spec.AsGiven {
			obj = given
		}
		if ranks[i] = p.rank(*obj); ranks[i] != selector.RankNone {
			covering++
		}
	}
	picked := make([]*Policy, 0, covering)
	for rank := selector.RankNone + 1; len(picked) < covering; rank++ {
		for i, at := range candidates {
			if ranks[i] == rank {
				picked = append(picked, s.tiers[tier][at])
			}
		}
	}
	return picked
}

// Selection is an object and the policies that cover it, tier by tier. It is read-only and safe for concurrent use.
type Selection struct {
	set    *Set
	object map[string]any
	picked [tiers][]*Policy
}

// Apply gives the object as it is for a cluster. An error is an [*Error], and then there is no result.
func (s Selection) Apply(cluster selector.Cluster) (*Result, error) {
	r, err := apply(s, &cluster)
	if err != nil {
		return nil, err
	}
	return &Result{trace: r.trace, view: r.tree}, nil
}

// Apply selects and applies in one call, for one object and one cluster. For more, make a [Set] once.
func Apply(obj *unstructured.Unstructured, cluster selector.Cluster, policies ...*Policy) (*Result, error) {
	return NewSet(policies...).Select(obj).Apply(cluster)
}
