package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// mostTries limits the objects for which one policy is applied alone, see observeWriters.
const mostTries = 10

// observeWriters records which policies wrote the values that steps of another policy found there. It applies the policy of such steps alone:
// what they change then, another policy has changed before.
func (inv *inventory) observeWriters(o *object, v *override.Variant, same map[override.Origin]bool) {
	byPolicy := map[override.Ref]bool{}
	for origin := range same {
		byPolicy[origin.Policy] = byPolicy[origin.Policy] || same[origin]
	}
	for ref, waiting := range byPolicy {
		s := inv.subjects[ref]
		if s == nil || !waiting || s.tries >= mostTries {
			continue
		}
		s.tries++
		alone, err := override.NewSet(s.policy).Select(o.source).Apply(inv.named[v.Result.Cluster()])
		if err != nil {
			continue
		}
		var steps []*step
		var places []jsontree.Pointer
		for _, change := range alone.Changes() {
			if st := inv.steps[change.Origin]; st != nil && same[change.Origin] {
				steps, places = append(steps, st), append(places, change.Pointer)
			}
		}
		for i, writer := range v.Result.Origins(places) {
			if seen := &steps[i].seen; seen.writer == (override.Ref{}) && writer.Policy != ref {
				seen.writer = writer.Policy
			}
		}
	}
}
