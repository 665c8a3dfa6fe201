package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// wanted is a selector and its policy.
type wanted struct {
	subject  *subject
	selector *objectSelector
}

// matcher finds the selectors that match an object.
type matcher struct{ index selector.Index[[]wanted] }

func newMatcher(subjects []*subject) *matcher {
	m := &matcher{}
	for _, s := range subjects {
		for i := range s.selectors {
			w := wanted{s, &s.selectors[i]}
			m.index.Add(w.selector.objects, s.namespace(), func(entry *[]wanted, _ int) {
				if len(*entry) == 0 || (*entry)[len(*entry)-1] != w {
					*entry = append(*entry, w)
				}
			})
		}
	}
	return m
}

// find calls found for each selector that matches an object.
func (m *matcher) find(object selector.Object, skip func(wanted) bool, found func(wanted)) {
	for _, entry := range m.index.Find(nil, &object) {
		for _, w := range *entry {
			if namespace := w.subject.namespace(); skip(w) || namespace != "" && namespace != object.Namespace {
				continue
			}
			if w.selector.objects.Match(object) != selector.RankNone {
				found(w)
			}
		}
	}
}

// mark marks the selectors that match an object. after is the object after the cluster-wide policies, by which the namespaced ones of
// Karmada select it.
func (m *matcher) mark(object selector.Object, after bool) {
	m.find(object, func(w wanted) bool {
		return w.selector.matched || after && w.subject.policy.Tier() == override.ClusterWide
	}, func(w wanted) { w.selector.matched = true })
}

// covering returns the policies that select an object.
func (m *matcher) covering(object selector.Object) []*override.Policy {
	var all []*override.Policy
	m.find(object, func(wanted) bool { return false }, func(w wanted) { all = append(all, w.subject.policy) })
	return all
}
