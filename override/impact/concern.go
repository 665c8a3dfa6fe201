package impact

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// concern is a policy, before and after, that may give its objects another result in some clusters.
type concern struct {
	before, after *override.Policy // nil: the set does not have it
	at            []int            // indexes of clusters that exist on both sides, ascending
	alike         []int            // those of at that count for an object that both policies select with the same rank
}

// clusters returns the clusters where an object may get another result if the policies select the input object.
func (c *concern) clusters(object selector.Object) []int {
	switch was, is := covers(c.before, object), covers(c.after, object); {
	case !was && !is:
		return nil
	case was && is && c.before.Objects().Match(object) == c.after.Objects().Match(object):
		return c.alike
	}
	return c.at
}

// relabeled reports whether one of the policies may select an object otherwise if it has other labels.
func (c *concern) relabeled(object selector.Object) bool {
	return (readsLabels(c.before) || readsLabels(c.after)) &&
		(coversRelabeled(c.before, object) || coversRelabeled(c.after, object))
}

// concerns finds the clusters where an object that does not change may get another result. For any other cluster, the same rules act on the
// object before and after:
//
//  1. Cluster-wide policies, and policies that select the input object, cover the object or not, whatever other policies do. If a policy
//     covers it before and after with the same rank, another selector does not matter: only the rules that differ do.
//  2. If none of the cluster-wide ones matters, the object has the same labels and identity before the namespaced tier. If no cluster-wide
//     policy that covers it can write these, a namespaced policy covers the object as it is given, or not at all.
//  3. Otherwise every namespaced policy may matter that would cover the object with other labels, or with another identity.
type concerns struct {
	list    []concern
	index   selector.Index[[]int] // the concerns by the objects that they cover as given
	set     *override.Set         // the policies before, for rule 3
	late    map[string][]int      // the concerns of rule 3, by namespace
	anyLate []int                 // the clusters of all of these
}

func newConcerns(before, after *override.Set, clusters []cluster) *concerns {
	cs := &concerns{set: before, late: map[string][]int{}}
	changed := slices.ContainsFunc(clusters, func(c cluster) bool { return c.changed })
	if before == after && !changed {
		return cs
	}
	for p := range before.All() {
		q, _ := after.Get(p.Ref())
		switch {
		case !SamePolicy(p, q):
			cs.add(concern{p, q, reach(p, q, clusters, false), reach(p, q, clusters, true)})
		case changed:
			at := affected(p, clusters)
			cs.add(concern{p, q, at, at})
		}
	}
	for q := range after.All() {
		if _, found := before.Get(q.Ref()); !found {
			at := reach(nil, q, clusters, false)
			cs.add(concern{nil, q, at, at})
		}
	}
	all := make([]bool, len(clusters))
	for _, in := range cs.late {
		for _, number := range in {
			mark(cs.list[number].at, all)
		}
	}
	for i, is := range all {
		if is {
			cs.anyLate = append(cs.anyLate, i)
		}
	}
	return cs
}

// reach returns the clusters where the difference of two policies may matter to an object; alike: both select the object with the same rank. In a
// cluster that changes, all of their rules count.
func reach(before, after *override.Policy, clusters []cluster, alike bool) []int {
	was, is := differentRules(before, after, alike)
	allWas, allIs := rulesOf(before), rulesOf(after)
	var at []int
	for i := range clusters {
		c, was, is := &clusters[i], was, is
		if !c.stays() {
			continue
		}
		if c.changed {
			was, is = allWas, allIs
		}
		if slices.ContainsFunc(was, func(r override.Rule) bool { return reaches(&r, c.before) }) ||
			slices.ContainsFunc(is, func(r override.Rule) bool { return reaches(&r, c.after) }) {
			at = append(at, i)
		}
	}
	return at
}

// affected returns the clusters whose change may matter to a policy that does not change.
func affected(p *override.Policy, clusters []cluster) []int {
	var at []int
	for i := range clusters {
		if c := &clusters[i]; c.changed && effectOf(p, c.before, c.after) != none {
			at = append(at, i)
		}
	}
	return at
}

func (cs *concerns) add(c concern) {
	if len(c.at) == 0 {
		return
	}
	number := len(cs.list)
	cs.list = append(cs.list, c)
	policies := [2]*override.Policy{c.before, c.after}
	for i, p := range policies {
		if p == nil || i == 1 && p == c.before {
			continue
		}
		cs.index.Add(p.Objects(), within(p), func(entry *[]int, _ int) { *entry = appendNew(*entry, number) })
		if in := p.Ref().Namespace; isLate(p) {
			cs.late[in] = appendNew(cs.late[in], number)
		}
	}
}

// appendNew appends a number unless it is the last one.
func appendNew(numbers []int, number int) []int {
	if n := len(numbers); n > 0 && numbers[n-1] == number {
		return numbers
	}
	return append(numbers, number)
}

// isLate reports whether a policy selects by the output of the cluster-wide tier.
func isLate(p *override.Policy) bool { return p.Tier() == override.Namespaced && !p.Spec().AsGiven }

// within returns the namespace to which a policy is limited, or "".
func within(p *override.Policy) string {
	if p.Tier() == override.Namespaced {
		return p.Ref().Namespace
	}
	return ""
}

// markFor marks the clusters where an object may get another result.
func (cs *concerns) markFor(object selector.Object, clusters []bool) {
	if len(cs.list) == 0 {
		return
	}
	for _, entry := range cs.index.Find(nil, &object) {
		for _, number := range *entry {
			mark(cs.list[number].clusters(object), clusters)
		}
	}
	if len(cs.late) == 0 {
		return
	}
	switch scope := rewrites(cs.set, object); {
	case scope.Has(override.ScopeIdentity):
		for _, i := range cs.anyLate {
			clusters[i] = true
		}
	case scope.Has(override.ScopeLabels):
		for _, number := range cs.late[object.Namespace] {
			if c := &cs.list[number]; c.relabeled(object) {
				mark(c.at, clusters)
			}
		}
	}
}

func covers(p *override.Policy, object selector.Object) bool { return p != nil && p.Covers(object) }

func readsLabels(p *override.Policy) bool { return p != nil && p.Objects().ReadsLabels() }

// coversRelabeled reports whether a policy may cover an object of its namespace with other labels.
func coversRelabeled(p *override.Policy, object selector.Object) bool {
	return p != nil && p.Objects().MatchRelabeled(object)
}

func mark(numbers []int, clusters []bool) {
	for _, i := range numbers {
		clusters[i] = true
	}
}

// rewrites returns what cluster-wide policies may write of the labels and the identity of an object.
func rewrites(set *override.Set, object selector.Object) override.Scope {
	var scope override.Scope
	for _, p := range set.Covering(object) {
		if p.Tier() == override.ClusterWide {
			scope |= p.Scope()
		}
	}
	return scope & (override.ScopeLabels | override.ScopeIdentity)
}
