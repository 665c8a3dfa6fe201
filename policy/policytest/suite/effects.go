package suite

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// effects are what policies did in one or several runs. At of an origin is empty for a policy, and the path of a rule or of a step.
type effects struct {
	selected map[override.Ref]bool    // the policy selected an object
	reached  map[override.Origin]bool // the rule covered an object and a cluster
	changed  map[override.Origin]bool // the step changed something
}

func newEffects() *effects {
	return &effects{map[override.Ref]bool{}, map[override.Origin]bool{}, map[override.Origin]bool{}}
}

// observe adds what the policies did to an object, for all clusters of its variants.
func (e *effects) observe(in *input, object *unstructured.Unstructured, variants []override.Variant) {
	explain := false // whether the input object is not enough to know which policies select it
	for _, v := range variants {
		if v.Err != nil {
			explain = true
			continue
		}
		for _, rule := range v.Result.Applied() {
			e.selected[rule.Policy] = true
			e.reached[override.Origin{Policy: rule.Policy, At: rule.At}] = true
		}
		for _, c := range v.Result.Changes() {
			e.changed[c.Origin] = true
			explain = explain || relabels(in.set, c)
		}
	}
	for _, p := range in.set.Covering(selector.ObjectOf(object.Object)) {
		e.selected[p.Ref()] = true
	}
	if !explain {
		return
	}
	selection := in.set.Select(object)
	for _, v := range variants {
		if i := slices.IndexFunc(in.clusters, func(c selector.Cluster) bool { return c.Name == v.Clusters[0] }); i >= 0 {
			e.explained(in, selection.Explain(in.clusters[i]), &in.clusters[i])
		}
	}
}

// relabels reports whether a change may make another policy select the object: policies of the second tier see what those of the first did.
func relabels(set *override.Set, c override.Change) bool {
	p, known := set.Get(c.Origin.Policy)
	return known && p.Tier() == override.ClusterWide && override.ScopeAt(c.Pointer).Has(override.ScopeLabels|override.ScopeIdentity)
}

// explained adds what an explanation knows. The rules after an error are taken as reached if they cover the cluster.
func (e *effects) explained(in *input, by *override.Explanation, cluster *selector.Cluster) {
	for _, outcome := range by.Policies {
		if outcome.Rank == selector.RankNone {
			continue
		}
		e.selected[outcome.Policy] = true
		policy, _ := in.set.Get(outcome.Policy)
		for i, rule := range outcome.Rules {
			reached := rule.Outcome != override.OutcomeSkipped
			if rule.Outcome == override.OutcomeNotReached {
				reached = policy.Spec().Rules[i].Clusters.Match(cluster)
			}
			if reached {
				e.reached[override.Origin{Policy: outcome.Policy, At: rule.At}] = true
			}
			for _, step := range rule.Steps {
				if len(step.Changes) > 0 {
					e.changed[override.Origin{Policy: outcome.Policy, At: step.At}] = true
				}
			}
		}
	}
}

// idle returns what a policy did not do: it selected no object, or the rules that reached no cluster.
func (e *effects) idle(p *override.Policy) []string {
	switch {
	case !e.selected[p.Ref()]:
		return []string{"the policy selects no object"}
	case len(p.Spec().Rules) == 0:
		return []string{"the policy has no rules"}
	}
	var lines []string
	for _, rule := range p.Spec().Rules {
		if !e.reached[override.Origin{Policy: p.Ref(), At: rule.At}] {
			lines = append(lines, rule.At+": the rule reaches no cluster")
		}
	}
	return lines
}

// unchanged returns the steps of the rules that reached a cluster, but never changed anything.
func (e *effects) unchanged(p *override.Policy) []string {
	var lines []string
	for _, rule := range p.Spec().Rules {
		if !e.reached[override.Origin{Policy: p.Ref(), At: rule.At}] {
			continue
		}
		for _, at := range stepsOf(rule) {
			if !e.changed[override.Origin{Policy: p.Ref(), At: at}] {
				lines = append(lines, at+": the step changes nothing")
			}
		}
	}
	return lines
}

// stepsOf returns the paths of the steps of a rule, each once.
func stepsOf(rule override.Rule) []string {
	var paths []string
	seen := map[string]bool{}
	for _, stage := range rule.Stages {
		for _, lane := range stage {
			for _, step := range lane {
				if !seen[step.At] {
					seen[step.At] = true
					paths = append(paths, step.At)
				}
			}
		}
	}
	return paths
}

// emptyRules returns a line for each rule of a result that has no steps. Every step that does nothing gives a reason, see [override.Result.Skips].
func emptyRules(set *override.Set, r *override.Result) []string {
	var lines []string
	for _, applied := range r.Applied() {
		policy, known := set.Get(applied.Policy)
		if !known {
			continue
		}
		rules := policy.Spec().Rules
		i := slices.IndexFunc(rules, func(rule override.Rule) bool { return rule.At == applied.At })
		if i >= 0 && len(rules[i].Stages) == 0 {
			lines = append(lines, "no effect: "+override.Origin{Policy: applied.Policy, At: applied.At}.String()+": the rule has no steps")
		}
	}
	return lines
}
