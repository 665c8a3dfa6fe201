package claim

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// PreemptInput is what is known when a policy was created or changed.
type PreemptInput struct {
	Policy   api.PropagationSource
	Policies *Policies // those that have the objects now
	// Object looks for an object; nil is that there is none. An error stands for the object that was asked for.
	Object func(override.Ref) (*unstructured.Unstructured, error)
	// FeatureGates: PropagationPolicyPreemption counts.
	FeatureGates api.FeatureGates
}

// Preemption is the decision about one object that a policy names: preempt or none.
type Preemption struct {
	Object override.Ref `json:"object"`
	From   override.Ref `json:"from,omitzero"` // the policy that loses the object, if it is taken
	Decision
}

// Preempt takes objects that other policies claimed, one answer for each selector, in their order. The policies of claims are those that
// the annotations of an object name, whatever its labels say.
//  1. Nothing is taken, and there are no answers, unless the gate PropagationPolicyPreemption is on and the preemption of the policy is Always.
//  2. A selector names one object by apiVersion, kind, namespace and name. Without a name it takes nothing, and without a namespace it is
//     for an object that has none. An object that is not there or is being deleted is not taken.
//  3. A PropagationPolicy takes from another one if its priority is higher.
//  4. A PropagationPolicy takes from a ClusterPropagationPolicy, whatever the priorities, even if the annotation is all that is left of
//     its claim, and another PropagationPolicy has the object.
//  5. A ClusterPropagationPolicy takes from another one if its priority is higher, and never from a PropagationPolicy.
//  6. An object that nobody claimed is not taken: that is for [Decide].
//
// A claiming policy that does not exist is an error, except in rule 4. Errors name the object and are joined; the other selectors have
// their answers beside them.
func Preempt(in PreemptInput) ([]Preemption, error) {
	c := newCandidate(in.Policy)
	if c == nil {
		return nil, errors.New("found no policy, expected the one that preempts")
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
			all = append(all, notPreempted(ref, "another selector took it"))
			continue
		}
		p, err := in.preempt(c, ref)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", ref, err))
			continue
		}
		taken[ref] = p.Kind == DecisionPreempt
		all = append(all, p)
	}
	return all, errors.Join(faults...)
}

func (in *PreemptInput) preempt(c *candidate, ref override.Ref) (Preemption, error) {
	not := func(reason string) (Preemption, error) { return notPreempted(ref, reason), nil }
	if ref.Name == "" {
		return not("the selector names no object")
	}
	var object *unstructured.Unstructured
	if in.Object != nil {
		var err error
		if object, err = in.Object(ref); err != nil {
			return Preemption{}, err
		}
	}
	if object == nil {
		return not("there is no such object")
	}
	if content.Deleting(object) {
		return not("it is being deleted")
	}
	annotations := content.Annotations(object)
	from, cluster := namespacedIn(annotations), clusterIn(annotations)
	if c.isCluster() {
		from = cluster
	}
	take, reason := false, "no policy of a kind that is preempted claimed it"
	if from.Name != "" && (from.Namespace != "" || c.isCluster()) {
		var err error
		if take, reason, err = in.outranks(c, from); err != nil {
			return Preemption{}, err
		}
	}
	if !take && !c.isCluster() && cluster.Name != "" {
		take, from, reason = true, cluster, "a PropagationPolicy goes before "+cluster.String()
	}
	if !take {
		return not(reason)
	}
	edit := c.claim(content.Labels(object))
	if edit.Empty() {
		return not(c.ref.String() + " claimed it already")
	}
	return Preemption{ref, from, Decision{DecisionPreempt, c.ref, c.id, edit, reason}}, nil
}

func notPreempted(object override.Ref, reason string) Preemption {
	return Preemption{Object: object, Decision: Decision{Kind: DecisionNone, Reason: reason}}
}

// outranks tells whether a policy may take from another of its kind.
func (in *PreemptInput) outranks(c *candidate, from override.Ref) (bool, string, error) {
	if from == c.ref {
		return false, c.ref.String() + " claimed it already", nil
	}
	has := in.Policies.candidate(from)
	if has == nil {
		return false, "", fmt.Errorf("found no %s, expected it to be there because it claimed the object", from)
	}
	if c.priority <= has.priority {
		return false, fmt.Sprintf("%s has priority %d, which %d is not above", from, has.priority, c.priority), nil
	}
	return true, fmt.Sprintf("priority %d is above that of %s, %d", c.priority, from, has.priority), nil
}

// PoliciesToRequeue names the policies that are to be looked at after an update of one, in order.
//  1. The policy itself, if its generation changed.
//  2. If the gate PropagationPolicyPreemption is on and the priority was lowered: those that can take objects from it now, which are all of
//     its kind, and of its namespace, that preempt, that have a priority, and whose priority is above the new one and below the old one.
//     The highest priority comes first, then the name counts.
//
// Both states of the policy must be given, and both must have a priority if rule 2 compares them.
func PoliciesToRequeue(before, after api.PropagationSource, policies *Policies, gates api.FeatureGates) ([]override.Ref, error) {
	old, now := newCandidate(before), newCandidate(after)
	if old == nil || now == nil {
		return nil, errors.New("found no policy, expected its states before and after an update")
	}
	if old.ref != now.ref {
		return nil, fmt.Errorf("found %s and %s, expected two states of one policy", old.ref, now.ref)
	}
	var again []override.Ref
	if old.source.GetGeneration() != now.source.GetGeneration() {
		again = append(again, now.ref)
	}
	if !gates.Enabled(api.GatePropagationPolicyPreemption) || now.priority >= old.priority {
		return again, nil
	}
	if old.spec.Priority == nil || now.spec.Priority == nil {
		return nil, fmt.Errorf("%s: found no priority before or after the update, expected both", now.ref)
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
