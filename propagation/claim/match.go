package claim

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// match returns the policy for an object that has no claim, or nil, by the rules of [Decide].
func (p *Policies) match(object *unstructured.Unstructured) (*candidate, selector.Rank) {
	obj := selector.ObjectOf(object.Object)
	if obj.Namespace != "" {
		if c, rank := best(p.namespaced[obj.Namespace], &obj); c != nil {
			return c, rank
		}
	}
	return best(&p.cluster, &obj)
}

// selected says how a policy selects an object.
func (c *candidate) selected(rank selector.Rank) string {
	how := map[selector.Rank]string{selector.RankName: "by name", selector.RankLabels: "by labels", selector.RankAll: "by kind"}
	return fmt.Sprintf("%s selects the object %s, with priority %d", content.ClipRef(c.ref), how[rank], c.priority)
}

func best(s *scope, obj *selector.Object) (best *candidate, rank selector.Rank) {
	if s == nil {
		return nil, selector.RankNone
	}
	ranks := map[*candidate]selector.Rank{} // of policies with several selectors, which may be in several entries
	for _, entry := range s.Find(nil, obj) {
		for of := selector.RankName; of > selector.RankNone; of-- {
			best, rank = better((*entry)[of], of, obj, ranks, best, rank)
		}
	}
	return best, rank
}

// better returns the best of the policies in a list of the index, or the best so far. The search ends at the first policy that selects the object with
// the rank of the list: the list is sorted by priority and name, and policies that select the object more precisely are in other lists, too.
func better(list []*candidate, of selector.Rank, obj *selector.Object, ranks map[*candidate]selector.Rank, best *candidate, rank selector.Rank) (*candidate, selector.Rank) {
	for _, c := range list {
		if best != nil && c.priority < best.priority {
			break // all that follow have less, too
		}
		r, known := ranks[c]
		if !known {
			r = c.objects.Match(*obj)
			if c.objects.Len() > 1 {
				ranks[c] = r
			}
		}
		if r != selector.RankNone && (best == nil || cmp.Or(cmp.Compare(best.priority, c.priority), cmp.Compare(rank, r), cmp.Compare(c.ref.Name, best.ref.Name)) < 0) {
			best, rank = c, r
		}
		if r >= of {
			break
		}
	}
	return best, rank
}
