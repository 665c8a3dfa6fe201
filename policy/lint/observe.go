package lint

import (
	"errors"
	"strings"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// observe records what the policies did to an object.
func (inv *inventory) observe(o *object, v *override.Variant) {
	var failed *override.Error
	sound := false
	if sound = errors.As(v.Err, &failed) && inv.isRefused(failed); sound {
		inv.fail(o, failed)
		v = inv.applySound(o, failed.Cluster)
	}
	if errors.As(v.Err, &failed) {
		inv.explain(o, failed, sound)
		return
	}
	if v.Result == nil {
		return
	}
	applied := v.Result.Applied()
	if len(applied) == 0 {
		return
	}
	changes := v.Result.Changes()
	changed := map[override.Origin]bool{}
	for i := range changes {
		change := &changes[i]
		changed[change.Origin] = true
		if st := inv.steps[change.Origin]; st != nil {
			st.seen.change(o, st, change)
		}
	}
	same := map[override.Origin]bool{} // steps whose values the object had
	for _, s := range v.Result.Skips() {
		if st := inv.steps[s.Origin]; st != nil {
			st.seen.skip(s.Reason)
			same[s.Origin] = same[s.Origin] || s.Reason == override.UpToDate
		}
	}
	var leftOut []*step
	if sound {
		for _, a := range applied {
			leftOut = append(leftOut, inv.leftOut(a.Policy, a.At)...)
		}
	}
	inv.observeRules(o, applied, changed, same, leftOut)
	inv.markAfter(o, changes, v)
	if len(changes) > 0 {
		inv.observeMisfits(o, v.Result, leftOut)
	}
	if several(applied) {
		inv.observeConflicts(o, v.Result.Cluster(), v.Result.Conflicts())
		inv.observeWriters(o, v, same)
	}
	inv.observeIdentity(o, v.Result.Cluster(), v.Result.Warnings())
	inv.observeDivergences(o, v.Result.Divergences())
}

// observeRules records the steps of the rules that covered an object and a cluster, but not those that were left out, and what may depend on them.
func (inv *inventory) observeRules(o *object, applied []override.Applied, changed, same map[override.Origin]bool, leftOut []*step) {
	for _, a := range applied {
		s, r := inv.subjects[a.Policy], inv.rules[override.Origin{Policy: a.Policy, At: a.At}]
		if s == nil || r == nil {
			continue
		}
		for _, st := range r.steps {
			if dependsOn(st, leftOut) {
				continue
			}
			st.seen.meet(o)
			st.seen.meetContainers(o, st.containers)
			st.seen.meetPlaces(o, st)
			origin := s.origin(st.at)
			st.seen.done(o, changed[origin], same[origin])
		}
	}
}

// markAfter marks the selectors that match the object after the cluster-wide policies, if these have changed what selectors see.
func (inv *inventory) markAfter(o *object, changes []override.Change, v *override.Variant) {
	for i := range changes {
		s := inv.subjects[changes[i].Origin.Policy]
		if s == nil || s.policy.Tier() != override.ClusterWide || !identifies(changes[i].Pointer) {
			continue
		}
		if after, err := inv.wide.Select(o.source).Apply(inv.named[v.Result.Cluster()]); err == nil {
			inv.matcher.mark(selector.ObjectOf(after.SharedContent()), true)
		}
		return
	}
}

// identifies reports whether selectors may see a change at a place.
func identifies(p jsontree.Pointer) bool {
	switch {
	case len(p) == 0 || p[0] == "kind" || p[0] == "apiVersion":
		return true
	case p[0] != "metadata":
		return false
	}
	return len(p) == 1 || p[1] == "labels" || p[1] == "name" || p[1] == "namespace"
}

// several reports whether rules of several policies covered the object.
func several(applied []override.Applied) bool {
	for _, a := range applied {
		if a.Policy != applied[0].Policy {
			return true
		}
	}
	return false
}

// observeConflicts reports where a policy overwrites what another one wrote.
func (inv *inventory) observeConflicts(o *object, cluster string, conflicts []override.Conflict) {
	for i := range conflicts {
		conflict := &conflicts[i]
		earlier, later := conflict.Earlier.Origin, conflict.Later.Origin
		s := inv.subjects[later.Policy]
		if s == nil || earlier.Policy == later.Policy {
			continue
		}
		code := SamePlace
		if conflict.Order == override.OrderName {
			code = OrderByName
		}
		s.reportAt(code, later.At, nil, "the overrider overwrites %s, which %s wrote, for %s%s: %s",
			words.Clip(conflict.Pointer.String(), maxQuoted), earlier.Policy, o.ref, inCluster(cluster), conflict.Order.Why())
	}
}

func (inv *inventory) observeDivergences(o *object, divergences []override.Divergence) {
	for _, d := range divergences {
		if st := inv.steps[d.Origin]; st != nil {
			st.seen.diverge(o, d)
		}
	}
}

// inCluster is the part of a message with the name of a cluster, if it has one.
func inCluster(name string) string {
	if name == "" {
		return ""
	}
	return " in cluster " + words.Clip(name, maxQuoted)
}

// loses reports whether a change replaces a map or a list, and the new value lacks an entry of the old one.
func loses(c *override.Change) bool {
	if c.Op != jsontree.Replace {
		return false
	}
	switch old := c.Old.(type) {
	case map[string]any:
		now, _ := c.New.(map[string]any)
		for key := range old {
			if _, kept := now[key]; !kept {
				return true
			}
		}
	case []any:
		now, _ := c.New.([]any)
		for i := range old {
			if i >= len(now) || !jsontree.Equal(old[i], now[i]) {
				return true
			}
		}
	}
	return false
}

// losesDigest reports whether a change replaces an image with a digest by one without.
func losesDigest(c *override.Change) bool {
	old, wasText := c.Old.(string)
	now, isText := c.New.(string)
	if !wasText || !isText || !strings.Contains(old, "@") {
		return false
	}
	before, err := imageparser.Parse(old)
	if err != nil || before.Get(imageparser.Digest) == "" {
		return false
	}
	after, err := imageparser.Parse(now)
	return err == nil && after.Get(imageparser.Digest) == ""
}
