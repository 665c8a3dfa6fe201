package impact

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// explainer finds the reasons of differences.
type explainer struct {
	names         cli.Names
	before, after side
}

// side is one of the two states.
type side struct {
	names    cli.Names
	name     string
	policies *override.Set
	clusters map[string]selector.Cluster
	specs    map[override.Ref]any // as they are written
}

func newExplainer(c *change.Change) explainer {
	return explainer{c.Names, newSide(c.Names, "before", c.Change.Before, c.Before), newSide(c.Names, "after", c.Change.After, c.After)}
}

func newSide(names cli.Names, name string, state impact.State, bundle *input.Bundle) side {
	s := side{names, name, state.Policies, map[string]selector.Cluster{}, map[override.Ref]any{}}
	for _, c := range state.Clusters {
		s.clusters[c.Name] = c
	}
	for _, o := range bundle.Overrides {
		s.specs[o.Ref()] = o.OverrideSpec()
	}
	for _, o := range bundle.KubeAdmiralOverrides {
		s.specs[o.Ref()] = o.OverrideSpec()
	}
	return s
}

// reasons returns why an object differs in a cluster:
//
//  1. The object or the cluster is new, gone, or has changed.
//  2. A policy that is responsible on both sides has changed.
//  3. A policy that is responsible on one side only is new or gone, or it has changed, or its explanation says why it does nothing on the other
//     side.
func (e explainer) reasons(d *impact.Difference, o impact.Object) []string {
	reasons := e.inputs(d, o)
	if d.Kind == impact.Removed {
		return reasons
	}
	before, after := d.Origins()
	was, is := policiesOf(before), policiesOf(after)
	for _, ref := range was {
		switch _, kept := e.after.policies.Get(ref); {
		case !kept:
			reasons = append(reasons, e.names.Of(ref)+" is gone")
		case !slices.Contains(is, ref):
			reasons = append(reasons, e.policy(ref), e.after.why(ref, was, o.After, d.Clusters[0]))
		default:
			reasons = append(reasons, e.policy(ref))
		}
	}
	for _, ref := range is {
		switch _, had := e.before.policies.Get(ref); {
		case slices.Contains(was, ref):
		case !had:
			reasons = append(reasons, e.names.Of(ref)+" is new")
		case d.Kind == impact.Changed:
			reasons = append(reasons, e.policy(ref), e.before.why(ref, is, o.Before, d.Clusters[0]))
		}
	}
	return slices.DeleteFunc(reasons, func(text string) bool { return text == "" })
}

// inputs returns what happened to the object and the cluster.
func (e explainer) inputs(d *impact.Difference, o impact.Object) []string {
	var reasons []string
	switch {
	case o.Before == nil:
		reasons = append(reasons, "the object is new")
	case o.After == nil:
		reasons = append(reasons, "the object is gone")
	case d.Kind == impact.Changed && slices.ContainsFunc(d.Patch, func(o impact.Operation) bool {
		return o.Before == override.Origin{} && o.After == override.Origin{}
	}):
		reasons = append(reasons, "the object has changed")
	}
	name := d.Clusters[0]
	was, had := e.before.clusters[name]
	is, has := e.after.clusters[name]
	switch {
	case !had:
		reasons = append(reasons, "the cluster is new")
	case !has:
		reasons = append(reasons, "the cluster is gone")
	case !reflect.DeepEqual(was, is):
		reasons = append(reasons, "the cluster has changed")
	}
	return reasons
}

// presence returns why the pairs of a group are added or removed. Their reasons may differ.
func (e explainer) presence(g *impact.Group, object func(override.Ref) impact.Object) string {
	clusters := e.before.clusters
	if g.Kind == impact.Removed {
		clusters = e.after.clusters
	}
	ofObject, ofCluster := false, false
	for _, m := range g.Members {
		if o := object(m.Object); o.Before == nil || o.After == nil {
			ofObject = true
			continue
		}
		ofCluster = ofCluster || slices.ContainsFunc(m.Clusters, func(name string) bool { _, known := clusters[name]; return !known })
	}
	return presenceOf(g.Kind, ofObject && ofCluster)
}

// presenceOf returns the reason of pairs that are added or removed for both reasons, or "".
func presenceOf(kind impact.Kind, both bool) string {
	switch {
	case !both:
		return ""
	case kind == impact.Removed:
		return "the object or the cluster is gone"
	}
	return "the object or the cluster is new"
}

// policy reports whether a policy has changed, or returns "".
func (e explainer) policy(ref override.Ref) string {
	if reflect.DeepEqual(e.before.specs[ref], e.after.specs[ref]) {
		return ""
	}
	return e.names.Of(ref) + " has changed"
}

// why returns why a policy does nothing to an object in a cluster on this side, or "" if it does something. Only the policies that may matter
// are asked: those that cover the object, and those that are responsible.
func (s side) why(ref override.Ref, responsible []override.Ref, o *unstructured.Unstructured, cluster string) string {
	facts, exists := s.clusters[cluster]
	if o == nil || !exists {
		return ""
	}
	asked := s.policies.Covering(selector.ObjectOf(o.Object))
	for _, other := range responsible {
		if p, found := s.policies.Get(other); found && !slices.Contains(asked, p) {
			asked = append(asked, p)
		}
	}
	explanation := override.NewSet(asked...).Guarding(s.policies.Guard()).Select(o).Explain(facts)
	for _, p := range explanation.Policies {
		if p.Policy != ref || p.Outcome == override.OutcomeApplied || p.Outcome == override.OutcomeFailed {
			continue
		}
		text := p.Reason
		if text == "" {
			text = ruleReasons(p.Rules)
		}
		if text == "" {
			text = string(p.Outcome)
		}
		return fmt.Sprintf("%s %s: %s", s.names.Of(ref), s.name, text)
	}
	return ""
}

// ruleReasons returns the reasons of at most three rules.
func ruleReasons(rules []override.RuleOutcome) string {
	var all []string
	for _, r := range rules {
		if r.Reason != "" {
			all = append(all, r.At+": "+r.Reason)
		}
	}
	if len(all) > 3 {
		all = append(all[:3:3], cli.More(len(all)-3, "rule"))
	}
	return strings.Join(all, "; ")
}

// policiesOf returns the policies of sorted origins.
func policiesOf(origins []override.Origin) []override.Ref {
	var refs []override.Ref
	for _, o := range origins {
		if len(refs) == 0 || refs[len(refs)-1] != o.Policy {
			refs = append(refs, o.Policy)
		}
	}
	return refs
}
