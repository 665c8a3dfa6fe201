package plan

import (
	"fmt"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/selector"
)

// choice is a selector of a propagation policy.
type choice struct {
	policy  override.Ref
	index   int
	kind    string
	objects selector.Objects
	matched bool
	assumed input.Assumed
}

// choices returns the selectors of the propagation policies of a bundle, except invalid ones, which are reported elsewhere.
func choices(bundle *input.Bundle) []*choice {
	var all []*choice
	assumed := input.AssumedIn(bundle)
	for _, p := range bundle.Propagation {
		for i, written := range api.ObjectSelectors(p.PropagationSpec().ResourceSelectors) {
			if objects, err := selector.NewObjects(written); err == nil {
				all = append(all, &choice{policy: p.Ref(), index: i, kind: written.Kind, objects: objects, assumed: assumed})
			}
		}
	}
	return all
}

// unmatched returns a message for each selector that selects no object.
func unmatched(bundle *input.Bundle) []problem {
	if len(bundle.Objects) == 0 {
		return nil
	}
	all := choices(bundle)
	var index selector.Index[[]*choice]
	for _, c := range all {
		index.Add(c.objects, c.policy.Namespace, func(entry *[]*choice, _ int) { *entry = append(*entry, c) })
	}
	facts := make([]selector.Object, len(bundle.Objects))
	for i, o := range bundle.Objects {
		facts[i] = selector.ObjectOf(o.Object)
		for _, entry := range index.Find(nil, &facts[i]) {
			for _, c := range *entry {
				c.matched = c.matched || c.objects.Match(facts[i]) != selector.RankNone
			}
		}
	}
	var problems []problem
	for _, c := range all {
		switch {
		case c.matched:
		case len(problems) < most:
			problems = append(problems, problem{c.policy, fmt.Sprintf("spec.resourceSelectors[%d]", c.index), c.nearest(facts)})
		default:
			problems = append(problems, problem{}) // only counted
		}
	}
	return problems
}

// nearest returns the message with the object that comes closest to the selector.
func (c *choice) nearest(facts []selector.Object) string {
	best, least := 0, -1
	for i := range facts {
		if distance := c.objects.Distance(facts[i]); least < 0 || distance < least {
			best, least = i, distance
		}
	}
	o := facts[best]
	ref := override.Ref{Kind: o.Kind, Namespace: o.Namespace, Name: o.Name}
	const text = "no effect: it "
	if n := len(facts); n > 1 {
		return text + fmt.Sprintf("selects none of %d objects; the nearest is %s: %s", n, ref, c.why(o))
	}
	return text + fmt.Sprintf("does not select %s: %s", ref, c.why(o))
}

// why explains why an object is not selected. A policy with a namespace selects nothing in another one, whatever its selector says.
func (c *choice) why(o selector.Object) string {
	reason := c.objects.Why(o)
	switch {
	case reason != "" || !c.elsewhere(o):
	case o.Namespace == "":
		reason = "the policy applies to namespace " + c.policy.Namespace + ", the object has no namespace"
	default:
		reason = "the policy applies to namespace " + c.policy.Namespace + ", the object is in namespace " + o.Namespace
	}
	return c.assumed.Note(reason, c.policy, override.Ref{APIVersion: o.APIVersion, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name})
}

// elsewhere reports whether an object is not in the namespace of the policy.
func (c *choice) elsewhere(o selector.Object) bool {
	return c.policy.Namespace != "" && c.policy.Namespace != o.Namespace
}

// nearPolicies finds the propagation policy that nearly selects an object, and what in an affinity does not match a cluster.
type nearPolicies struct {
	objects map[override.Ref]selector.Object
	choices map[string][]*choice // by kind

	affinities affinities
}

// maxChoices is the number of selectors of a kind that are compared with an object.
const maxChoices = 100

func newNearPolicies(bundle *input.Bundle) *nearPolicies {
	n := &nearPolicies{map[override.Ref]selector.Object{}, map[string][]*choice{}, newAffinities(bundle)}
	for _, o := range bundle.Objects {
		n.objects[override.RefOf(o)] = selector.ObjectOf(o.Object)
	}
	for _, c := range choices(bundle) {
		if of := n.choices[c.kind]; len(of) < maxChoices {
			n.choices[c.kind] = append(of, c)
		}
	}
	return n
}

// why returns which policy comes closest to selecting a template, and why not, or "" if the template has a policy or no selector has its kind.
func (n *nearPolicies) why(row *propagation.Row) string {
	object, known := n.objects[row.Template]
	if !known || row.Policy != (override.Ref{}) || row.Binding != (override.Ref{}) {
		return ""
	}
	var best *choice
	least := 0
	for _, c := range n.choices[object.Kind] {
		distance := c.objects.Distance(object)
		if distance == 0 && !c.elsewhere(object) {
			return "" // it is left out for another reason
		}
		if best == nil || distance < least {
			best, least = c, distance
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("the nearest is %s: %s", best.policy, best.why(object))
}
