package override

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

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
		sel.found[tier] = s.indexes[tier].Find(nil, &sel.given)
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
		found = s.set.indexes[tier].Find(slices.Clip(found), now)
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
			if rank := p.rank(*p.matchObject(&s.given, now)); rank != selector.RankNone {
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
