package override

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// Select looks up the policies that may apply to obj. The object is kept and never written; do not write it while the Selection or one
// of its Results is in use. A nil object is an empty one.
func (s *Set) Select(obj *unstructured.Unstructured) Selection {
	var object map[string]any
	if obj != nil {
		object = obj.Object
	}
	sel := s.find(selector.ObjectOf(object))
	sel.object, sel.shared = object, &shared{}
	if s != nil {
		sel.missing = s.missing(sel.given)
	}
	return sel
}

// find returns a Selection without object.
func (s *Set) find(given selector.Object) Selection {
	sel := Selection{set: s, given: given}
	if s != nil {
		for tier := range tiers {
			sel.found[tier] = s.indexes[tier].Find(nil, &sel.given)
		}
	}
	return sel
}

// Selection is an object with the policies that may cover it. It is read-only and safe for concurrent use.
type Selection struct {
	set    *Set
	object map[string]any
	shared *shared
	given  selector.Object
	found  [tiers][]*bucket

	missing []Ref
}

// Apply applies the policies to the object for a cluster. An error is an [*Error], and comes without a result.
//
// Clusters with the same outcome share memory, see [Selection.Each]. A Selection for which Apply is called for many clusters keeps a few
// outcomes.
func (s Selection) Apply(cluster selector.Cluster) (*Result, error) {
	recent := s.shared.recentOutcomes(&s)
	if recent == nil {
		r, err := apply(&s, &cluster)
		if err != nil {
			return nil, err
		}
		return &Result{cluster: r.cluster.Name, run: r}, nil
	}
	o := recent.find(&cluster)
	if o == nil {
		r, err := apply(&s, &cluster)
		o = &outcome{run: r, err: err, own: r.clusterRead != 0}
		recent.keep(&cluster, o)
	}
	return o.of(cluster.Name)
}

// pick returns the policies of a tier that cover the object, in the order in which they act:
//
//  1. by the precision of the selector: every object, then a label selector, then a name ([selector.Rank]);
//  2. then by name, byte by byte;
//  3. policies of one name (of several kinds or namespaces) by namespace, kind and API version.
//
// A later policy sees the edits of the earlier ones and wins. now is the current object, or nil if it equals the input object for
// selectors. With a cluster, policies whose rules name only other clusters are left out.
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
	var ranked map[*Policy]bool // policies with several selectors, which may be in several buckets
	take := func(p *Policy) {
		if p.spec.Objects.Len() > 1 {
			if ranked[p] {
				return
			}
			if ranked == nil {
				ranked = map[*Policy]bool{}
			}
			ranked[p] = true
		}
		if rank := p.rank(*p.matchObject(&s.given, now)); rank != selector.RankNone {
			covering = append(covering, candidate{p, rank})
		}
	}
	var name *string
	if cluster != nil {
		name = &cluster.Name
	}
	for _, b := range found {
		b.each(name, take)
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

// Apply applies policies to one object for one cluster. For several objects or clusters, make a [Set] once.
func Apply(obj *unstructured.Unstructured, cluster selector.Cluster, policies ...*Policy) (*Result, error) {
	return NewSet(policies...).Select(obj).Apply(cluster)
}
