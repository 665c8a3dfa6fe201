package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// maxTries limits the objects for which one policy is applied alone, see observeWriters.
const maxTries = 10

// observeWriters records which policies wrote the values that steps of other policies found there. It applies the policies of such steps
// alone: any place that they change then was already written by another policy. All places are looked up at once, which takes about the time of the
// application.
func (inv *inventory) observeWriters(o *object, v *override.Variant, same map[override.Origin]bool) {
	alone := map[override.Ref]bool{}
	var origins []override.Origin
	var places []jsontree.Pointer
	for origin, waits := range same {
		s := inv.subjects[origin.Policy]
		if !waits || s == nil || alone[origin.Policy] || s.tries >= maxTries {
			continue
		}
		s.tries++
		alone[origin.Policy] = true
		result, err := override.NewSet(s.policy).Select(o.source).Apply(inv.named[v.Result.Cluster()])
		if err != nil {
			continue
		}
		for _, change := range result.Changes() {
			if same[change.Origin] {
				origins, places = append(origins, change.Origin), append(places, change.Pointer)
			}
		}
	}
	if len(places) == 0 {
		return
	}
	for i, writer := range v.Result.Origins(places) {
		st := inv.steps[origins[i]]
		if st != nil && st.seen.writer == (override.Ref{}) && writer.Policy != origins[i].Policy {
			st.seen.writer = writer.Policy
		}
	}
}
