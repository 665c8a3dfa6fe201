package claim

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// PreemptInput is the input of [Preempt] after a policy was created or changed.
type PreemptInput struct {
	Policy   api.PropagationSource
	Policies *Policies // at least those that have the objects now
	// Object looks up an object and returns nil if it does not exist.
	Object func(override.Ref) (*unstructured.Unstructured, error)
	// FeatureGates: only PropagationPolicyPreemption is read.
	FeatureGates api.FeatureGates
}

// Preemption is the decision about one object that a policy names: preempt or none.
type Preemption struct {
	Object override.Ref `json:"object"`
	From   override.Ref `json:"from,omitzero"` // the policy that loses the object, if it is taken
	Decision
}

// Preempt decides which objects a policy takes from others: one decision for each selector, in their order. The annotations of an object name
// the policy that has it, whatever its labels are.
//  1. If the gate PropagationPolicyPreemption is off, or the preemption of the policy is not Always, there are no decisions.
//  2. A selector names one object by apiVersion, kind, namespace and name. Without a name it takes nothing, and without a namespace it
//     names a cluster-scoped object. An object that does not exist or is being deleted is not taken.
//  3. A PropagationPolicy takes from another one if its priority is higher.
//  4. A PropagationPolicy takes from a ClusterPropagationPolicy, whatever the priorities, even if only the annotation is left of that claim
//     and another PropagationPolicy has the object.
//  5. A ClusterPropagationPolicy takes from another one if its priority is higher, and never from a PropagationPolicy.
//  6. An object without a claim is not taken: [Decide] does that.
//
// It is an error if the policy that has an object does not exist, except in rule 4. Errors name the object and are joined. The decisions of the
// other selectors are returned with them.
func Preempt(in PreemptInput) ([]Preemption, error) {
	c := newCandidate(in.Policy)
	if c == nil {
		return nil, errors.New("found no policy, expected one that may preempt")
	}
	if !in.FeatureGates.Enabled(api.GatePropagationPolicyPreemption) || !c.preempts() {
		return nil, nil
	}
	var (
		all    []Preemption
		faults []error
		taken  = map[override.Ref]bool{}
	)
	for _, s := range c.spec.ResourceSelectors {
		ref := override.Ref{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: s.Namespace, Name: s.Name}
		if taken[ref] {
			all = append(all, notPreempted(ref, "another selector has taken it"))
			continue
		}
		p, err := in.preempt(c, ref)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", content.ClipRef(ref), err))
			continue
		}
		taken[ref] = p.Kind == DecisionPreempt
		all = append(all, p)
	}
	return all, errors.Join(faults...)
}

// PreemptObject returns which policies take one object from others, each after the one before it: [Preempt] for every policy that names the object, the
// highest priority first and then by reference. A selector of a PropagationPolicy without a namespace means that of the policy, as Karmada's admission
// sets it, and one of another namespace takes nothing. The edits of the decisions belong to the object in this order. The object is not written.
func (p *Policies) PreemptObject(object *unstructured.Unstructured, gates api.FeatureGates) (taken []Preemption) {
	if p == nil || object == nil || !gates.Enabled(api.GatePropagationPolicyPreemption) {
		return nil
	}
	ref := override.RefOf(object)
	for _, c := range p.preempting[ref] {
		in := PreemptInput{Policies: p, Object: func(override.Ref) (*unstructured.Unstructured, error) { return object, nil }}
		decision, err := in.preempt(c, ref)
		if err != nil || decision.Kind != DecisionPreempt { // the claim of a policy that does not exist is released, and the object is matched again
			continue
		}
		taken = append(taken, decision)
		object = decision.Edit.Apply(object)
	}
	return taken
}

// indexPreempting indexes the policies that preempt by what they name.
func (p *Policies) indexPreempting() {
	p.preempting = map[override.Ref][]*candidate{}
	for _, c := range p.all {
		if !c.preempts() || c.deleting {
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

func (in *PreemptInput) preempt(c *candidate, ref override.Ref) (Preemption, error) {
	not := func(reason string) (Preemption, error) { return notPreempted(ref, reason), nil }
	if ref.Name == "" {
		return not("the selector does not name an object")
	}
	var object *unstructured.Unstructured
	if in.Object != nil {
		var err error
		if object, err = in.Object(ref); err != nil {
			return Preemption{}, err
		}
	}
	if object == nil {
		return not("the object does not exist")
	}
	if content.Deleting(object) {
		return not("the object is being deleted")
	}
	annotations := content.Annotations(object)
	from, cluster := namespacedIn(annotations), clusterIn(annotations)
	if c.isCluster() {
		from = cluster
	}
	take, reason := false, "no policy of a kind that it preempts has claimed the object"
	if from.Name != "" && (from.Namespace != "" || c.isCluster()) {
		var err error
		if take, reason, err = in.outranks(c, from); err != nil {
			return Preemption{}, err
		}
	}
	if !take && !c.isCluster() && cluster.Name != "" {
		take, from, reason = true, cluster, "a PropagationPolicy takes precedence over "+content.ClipRef(cluster).String()
	}
	if !take {
		return not(reason)
	}
	edit := c.claim(content.Labels(object))
	if edit.Empty() {
		return not(content.ClipRef(c.ref).String() + " has claimed it already")
	}
	return Preemption{ref, from, Decision{DecisionPreempt, c.ref, c.id, edit, reason}}, nil
}

func notPreempted(object override.Ref, reason string) Preemption {
	return Preemption{Object: object, Decision: Decision{Kind: DecisionNone, Reason: reason}}
}

// outranks reports whether a policy may take objects from another of its kind, and why or why not.
func (in *PreemptInput) outranks(c *candidate, from override.Ref) (bool, string, error) {
	if from == c.ref {
		return false, content.ClipRef(c.ref).String() + " has claimed it already", nil
	}
	has := in.Policies.candidate(from)
	if has == nil {
		return false, "", fmt.Errorf("%s claimed the object and does not exist", content.ClipRef(from))
	}
	if c.priority <= has.priority {
		return false, fmt.Sprintf("priority %d is not above priority %d of %s", c.priority, has.priority, content.ClipRef(from)), nil
	}
	return true, fmt.Sprintf("priority %d is above priority %d of %s", c.priority, has.priority, content.ClipRef(from)), nil
}

// PoliciesToRequeue returns the policies that must be reconciled after an update of one, in this order:
//  1. The policy itself, if its generation has changed.
//  2. If the gate PropagationPolicyPreemption is on and the priority was lowered, those that may take objects from it now: all of its kind
//     and namespace that preempt, and whose priority is set, above the new priority and below the old one. They are sorted by priority, the
//     highest first, and then by name.
//
// It needs both states of the policy. If rule 2 applies, both must have a priority.
func PoliciesToRequeue(before, after api.PropagationSource, policies *Policies, gates api.FeatureGates) ([]override.Ref, error) {
	old, now := newCandidate(before), newCandidate(after)
	if old == nil || now == nil {
		return nil, errors.New("found no policy, expected its states before and after an update")
	}
	if old.ref != now.ref {
		return nil, fmt.Errorf("found %s and %s, expected two states of one policy", content.ClipRef(old.ref), content.ClipRef(now.ref))
	}
	var again []override.Ref
	if old.source.GetGeneration() != now.source.GetGeneration() {
		again = append(again, now.ref)
	}
	if !gates.Enabled(api.GatePropagationPolicyPreemption) || now.priority >= old.priority {
		return again, nil
	}
	if old.spec.Priority == nil || now.spec.Priority == nil {
		return nil, fmt.Errorf("%s: found no priority before or after the update, expected both", content.ClipRef(now.ref))
	}
	var above []*candidate
	if policies != nil {
		for _, c := range policies.all {
			if c.ref.Kind == now.ref.Kind && c.ref.Namespace == now.ref.Namespace && c.preempts() && c.spec.Priority != nil &&
				now.priority < c.priority && c.priority < old.priority {
				above = append(above, c)
			}
		}
	}
	slices.SortFunc(above, (*candidate).compare)
	for _, c := range above {
		again = append(again, c.ref)
	}
	return again, nil
}
