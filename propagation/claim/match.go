package claim

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// Match is the policy for an object.
type Match struct {
	Policy   override.Ref  `json:"policy"`
	Priority int32         `json:"priority"` // that of the policy
	Rank     selector.Rank `json:"rank"`     // how the object is selected
}

// String says it in words.
func (m Match) String() string {
	how := map[selector.Rank]string{selector.RankName: "by name", selector.RankLabels: "by labels", selector.RankAll: "among all of its kind"}
	return fmt.Sprintf("%s selects the object %s, with priority %d", m.Policy, how[m.Rank], m.Priority)
}

// Match chooses the policy for an object that has none yet.
//  1. A policy that is being deleted is for no object, nor is one without selectors.
//  2. A PropagationPolicy is for objects of its own namespace; if one selects the object, no ClusterPropagationPolicy counts, whatever
//     its priority.
//  3. The higher priority wins; none is 0.
//  4. Then the policy that selects the object more precisely, by its most precise selector: by name, by labels (even by none), or all of a
//     kind. A selector with a name does not look at labels. See [selector.NewObjects].
//  5. Then the name that comes first.
func (p *Policies) Match(object *unstructured.Unstructured) (Match, bool) {
	c, rank := p.match(object)
	if c == nil {
		return Match{}, false
	}
	return Match{c.ref, c.priority, rank}, true
}

func (p *Policies) match(object *unstructured.Unstructured) (*candidate, selector.Rank) {
	if p == nil || object == nil {
		return nil, selector.RankNone
	}
	obj := selector.ObjectOf(object.Object)
	if obj.Namespace != "" {
		if c, rank := best(p.namespaced[obj.Namespace], &obj); c != nil {
			return c, rank
		}
	}
	return best(&p.cluster, &obj)
}

func best(s *scope, obj *selector.Object) (best *candidate, rank selector.Rank) {
	if s == nil {
		return nil, selector.RankNone
	}
	for _, entry := range s.Find(nil, obj) {
		for of := selector.RankName; of > selector.RankNone; of-- {
			best, rank = better((*entry)[of], of, obj, best, rank)
		}
	}
	return best, rank
}

// better is the best of the policies of an entry, or what was the best before. The first policy that is selected with the rank of the entry ends the
// search: it has the priority and the name of the best, and those that select the object more precisely have another entry, too.
func better(list []*candidate, of selector.Rank, obj *selector.Object, best *candidate, rank selector.Rank) (*candidate, selector.Rank) {
	for _, c := range list {
		if best != nil && c.priority < best.priority {
			break // and so have all that follow
		}
		r := c.objects.Match(*obj)
		if r != selector.RankNone && (best == nil || cmp.Or(cmp.Compare(best.priority, c.priority), cmp.Compare(rank, r), cmp.Compare(c.ref.Name, best.ref.Name)) < 0) {
			best, rank = c, r
		}
		if r >= of {
			break
		}
	}
	return best, rank
}
