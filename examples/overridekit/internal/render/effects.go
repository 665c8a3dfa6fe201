package render

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// effects are what the policies did to all objects for all clusters.
type effects struct {
	bundle   *input.Bundle
	hide     redact.Places
	schemas  *schema.Schemas
	clusters []selector.Cluster
	facts    []selector.Object // of the objects of the bundle

	rules   map[override.Origin]bool // they covered an object and a cluster
	changed map[override.Origin]bool // the steps that changed something
	skipped map[override.Ref][]idle  // the first reason of each step, in order
	failed  map[override.Ref]bool    // the policies that cover an object that failed

	conflicts []*conflict
	problems  []*problem
}

// observe applies the policies to every object for every cluster of the bundle, or for the chosen clusters if it has none.
func (e *effects) observe(set *override.Set, chosen []selector.Cluster) {
	e.rules, e.changed = map[override.Origin]bool{}, map[override.Origin]bool{}
	e.skipped, e.failed = map[override.Ref][]idle{}, map[override.Ref]bool{}
	if e.clusters = e.bundle.Clusters; len(e.clusters) == 0 {
		e.clusters = chosen
	}
	seen, conflicts, problems := map[override.Origin]bool{}, map[string]*conflict{}, map[string]*problem{}
	for object, variants := range set.Inventory(slices.Values(e.bundle.Objects), e.clusters) {
		facts := selector.ObjectOf(object.Object)
		e.facts = append(e.facts, facts)
		failed := false
		for _, v := range variants {
			if failed = failed || v.Err != nil; v.Err == nil {
				e.add(object, v, seen)
				e.addConflicts(object, v, conflicts)
				e.addProblems(object, v, problems)
			}
		}
		if failed {
			e.fail(facts)
		}
	}
}

// fail records the policies that cover a failed object: the effect of their later steps is unknown.
func (e *effects) fail(object selector.Object) {
	for _, p := range e.bundle.Policies {
		if p.Covers(object) {
			e.failed[p.Ref()] = true
		}
	}
}

// add adds a result. Seen has the steps that skipped something before.
func (e *effects) add(object *unstructured.Unstructured, v override.Variant, seen map[override.Origin]bool) {
	for _, rule := range v.Result.Applied() {
		e.rules[override.Origin{Policy: rule.Policy, At: rule.At}] = true
		e.rules[override.Origin{Policy: rule.Policy}] = true
	}
	for _, c := range v.Result.Changes() {
		e.changed[c.Origin] = true
	}
	for _, s := range v.Result.Skips() {
		if seen[s.Origin] {
			continue
		}
		seen[s.Origin] = true
		reason := fmt.Sprintf("%s in %s: %s", override.RefOf(object), v.Clusters[0], s.Reason)
		e.skipped[s.Origin.Policy] = append(e.skipped[s.Origin.Policy], noEffect(s.Origin, reason))
	}
}

// unmatched returns a policy that selects no object, or those of its rules that match no cluster.
func (e *effects) unmatched(p *override.Policy) []idle {
	object := e.bundle.Objects[e.nearest(p)]
	outcome := override.NewSet(p).Hiding(e.hide).Select(object).Explain(e.clusters[0]).Policies[0]
	if outcome.Rank == selector.RankNone {
		if e.rules[override.Origin{Policy: p.Ref()}] {
			return nil // another policy adds the labels by which it selects
		}
		reason := fmt.Sprintf("it does not select %s: %s", override.RefOf(object), outcome.Reason)
		if n := len(e.facts); n > 1 {
			reason = fmt.Sprintf("it selects none of %d objects; the nearest is %s: %s", n, override.RefOf(object), outcome.Reason)
		}
		return []idle{noEffect(override.Origin{Policy: p.Ref()}, reason)}
	}
	if len(outcome.Rules) == 0 {
		return []idle{noEffect(override.Origin{Policy: p.Ref()}, outcome.Reason)}
	}
	var all []idle
	for _, rule := range outcome.Rules {
		origin := override.Origin{Policy: p.Ref(), At: rule.At}
		switch {
		case !e.rules[origin]:
			reason := fmt.Sprintf("it does not match cluster %s: %s", e.clusters[0].Name, rule.Reason)
			if n := len(e.clusters); n > 1 {
				reason = fmt.Sprintf("it matches none of %d clusters; the first is %s: %s", n, e.clusters[0].Name, rule.Reason)
			}
			all = append(all, noEffect(origin, reason))
		case rule.Outcome == override.OutcomeNoEffect && len(rule.Steps) == 0:
			all = append(all, noEffect(origin, rule.Reason))
		}
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
			distance = max(distance, selector.Elsewhere)
		}
		if least < 0 || distance < least {
			best, least = i, distance
		}
	}
	return best
}
