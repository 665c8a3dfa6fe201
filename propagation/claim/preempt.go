package claim

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Preemption is the decision preempt about an object.
type Preemption struct {
	From override.Ref // the policy that loses the object
	Decision
}

// Preempt returns which policies take an object from others, each after the one before it, the highest priority first and then by reference. The
// annotations of the object name the policy that has it, whatever its labels are. The edits of the decisions belong to the object in this order. The object
// is not written.
//  1. If the gate PropagationPolicyPreemption is off, nothing is taken. Neither is an object that is being deleted.
//  2. A policy may take an object if its preemption is Always and it names the object by apiVersion, kind, namespace and name. A selector of a
//     PropagationPolicy without a namespace means that of the policy, as Karmada's admission sets it, and one of another namespace takes nothing. A policy
//     that is being deleted takes nothing.
//  3. A PropagationPolicy takes from another one if its priority is higher.
//  4. A PropagationPolicy takes from a ClusterPropagationPolicy, whatever the priorities, even if only the annotation is left of that claim
//     and another PropagationPolicy has the object.
//  5. A ClusterPropagationPolicy takes from another one if its priority is higher, and never from a PropagationPolicy.
//  6. An object without a claim is not taken: [Decide] does that. Neither is one that is claimed by a policy that does not exist, except in rule 4: that
//     claim is released.
func (p *Policies) Preempt(object *unstructured.Unstructured, gates api.FeatureGates) (taken []Preemption) {
	if object == nil || !gates.Enabled(api.GatePropagationPolicyPreemption) || content.Deleting(object) {
		return nil
	}
	for _, c := range p.preempting[override.RefOf(object)] {
		from, reason := p.takesFrom(c, content.Annotations(object))
		if edit := c.claim(content.Labels(object)); reason != "" && !edit.Empty() {
			taken = append(taken, Preemption{from, Decision{DecisionPreempt, c.ref, c.id, edit, reason}})
			object = edit.Apply(object)
		}
	}
	return taken
}

// takesFrom implements rules 3 to 6 of [Policies.Preempt]. It returns the policy that loses an object with these annotations, and why, or no reason.
func (p *Policies) takesFrom(c *candidate, annotations map[string]string) (from override.Ref, reason string) {
	from, cluster := namespacedIn(annotations), clusterIn(annotations)
	if c.isCluster() {
		from = cluster
	}
	has := p.candidate(from)
	other := from != c.ref && from.Name != "" && (from.Namespace != "" || c.isCluster())
	switch {
	case other && has == nil:
		return override.Ref{}, ""
	case other && c.priority > has.priority:
		return from, fmt.Sprintf("priority %d is above priority %d of %s", c.priority, has.priority, content.ClipRef(from))
	case !c.isCluster() && cluster.Name != "":
		return cluster, "a PropagationPolicy takes precedence over " + content.ClipRef(cluster).String()
	}
	return override.Ref{}, ""
}

// indexPreempting indexes the policies that preempt by what they name.
func (p *Policies) indexPreempting() {
	p.preempting = map[override.Ref][]*candidate{}
	for _, c := range p.all {
		if c.spec.Preemption != api.PreemptAlways || c.deleting {
			continue
		}
		for _, s := range c.spec.ResourceSelectors {
			ref := override.Ref{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: cmp.Or(s.Namespace, c.ref.Namespace), Name: s.Name}
			list := p.preempting[ref]
			if s.Name != "" && (c.isCluster() || ref.Namespace == c.ref.Namespace) && (len(list) == 0 || list[len(list)-1] != c) {
				p.preempting[ref] = append(list, c)
			}
		}
	}
	for _, list := range p.preempting {
		slices.SortFunc(list, func(a, b *candidate) int {
			return cmp.Or(cmp.Compare(b.priority, a.priority), content.CompareRefs(a.ref, b.ref))
		})
	}
}
