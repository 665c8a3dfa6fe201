package render

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// unmatched returns a policy that selects no object, or its rules that match no cluster. It leaves out rules that match a cluster for
// another object.
func (e *effects) unmatched(p *override.Policy) []candidate {
	object := e.bundle.Objects[e.nearest(p)]
	outcome := override.NewSet(p).Hiding(e.hide).Select(object).Explain(e.clusters[0]).Policies[0]
	never, always := false, true
	if outcome.Rank == selector.RankNone { // another policy may add the labels by which it selects
		why := e.assumed.Note(outcome.Reason, p.Ref(), override.RefOf(object))
		reason := fmt.Sprintf("it does not select %s: %s", override.RefOf(object), why)
		if n := len(e.facts); n > 1 {
			reason = fmt.Sprintf("it selects none of %d objects; the nearest is %s: %s", n, override.RefOf(object), why)
		}
		covered := func(o *unstructured.Unstructured) bool { return p.Covers(selector.ObjectOf(o.Object)) }
		if i := slices.IndexFunc(e.incomplete, covered); i >= 0 {
			reason = fmt.Sprintf("it selects %s, which names a policy that was not read", override.RefOf(e.incomplete[i]))
		}
		return []candidate{{noEffect(override.Origin{Policy: p.Ref()}, reason), &never}}
	}
	if len(outcome.Rules) == 0 {
		return []candidate{{noEffect(override.Origin{Policy: p.Ref()}, outcome.Reason), nil}}
	}
	var all []candidate
	for _, rule := range outcome.Rules {
		origin := override.Origin{Policy: p.Ref(), At: rule.At}
		if rule.Outcome == override.OutcomeNoEffect && len(rule.Steps) == 0 {
			all = append(all, candidate{noEffect(origin, rule.Reason), &always})
		}
		if e.Rules[origin] {
			continue
		}
		reason := fmt.Sprintf("it does not match cluster %s: %s", e.clusters[0].Name, rule.Reason)
		if n := len(e.clusters); n > 1 {
			reason = fmt.Sprintf("it matches none of %d clusters; the first is %s: %s", n, e.clusters[0].Name, rule.Reason)
		}
		all = append(all, candidate{noEffect(origin, reason), &never})
	}
	return all
}

// nearest returns the index of the object that the policy covers, or of the one that it misses by the least.
func (e *effects) nearest(p *override.Policy) int {
	best, least := 0, -1
	for i, facts := range e.facts {
		if p.Covers(facts) {
			return i
		}
		distance := p.Objects().Distance(facts)
		if p.Tier() == override.Namespaced && facts.Namespace != p.Ref().Namespace {
			distance |= selector.Elsewhere
		}
		if least < 0 || distance < least {
			best, least = i, distance
		}
	}
	return best
}
