package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
)

// claiming is a case about claims.
type claiming struct {
	Name  string           `json:"name"`
	Op    string           `json:"op"`
	Gates api.FeatureGates `json:"gates"`

	Object           map[string]any                 `json:"object"`
	Policies         []api.PropagationPolicy        `json:"propagationPolicies"`
	ClusterPolicies  []api.ClusterPropagationPolicy `json:"clusterPropagationPolicies"`
	Overrides        []string                       `json:"overrides"` // of Claim
	ChangeByKarmada  bool                           `json:"changeByKarmada"`
	Binding          map[string]any                 `json:"binding"`
	Objects          []map[string]any               `json:"objects"`   // of Preempt
	OldPolicy        map[string]any                 `json:"oldPolicy"` // of Deprioritize
	Policy           map[string]any                 `json:"policy"`    // and of Preempt
	Old              map[string]any                 `json:"old"`       // of Changed
	New              map[string]any                 `json:"new"`
	Options          filterOptions                  `json:"options"` // of Eligible
	Kind             string                         `json:"kind"`    // of Names
	ObjectName       string                         `json:"objectName"`
	ObjectNamespace  string                         `json:"objectNamespace"`
	ClusterName      string                         `json:"clusterName"`
	ExecutionSpace   string                         `json:"executionSpace"`
	GroupVersionKind string                         `json:"gvk"`
}

type filterOptions struct {
	APIs       string   `json:"skippedPropagatingAPIs"`
	Namespaces []string `json:"skippedPropagatingNamespaces"`
}

// claims has the answers by operation.
var claims = map[string]func(*claiming) (any, error){
	"Claim": (*claiming).claim, "Preempt": (*claiming).preempt, "Deprioritize": (*claiming).deprioritize,
	"Eligible": (*claiming).eligible, "Changed": (*claiming).changed, "Names": (*claiming).names,
}

func answerClaim(line []byte) any {
	var c claiming
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := claims[c.Op](&c)
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *claiming) policies() *claim.Policies { return claim.NewPolicies(c.sources()...) }

func (c *claiming) sources() (all []api.PropagationSource) {
	for i := range c.Policies {
		all = append(all, &c.Policies[i])
	}
	for i := range c.ClusterPolicies {
		all = append(all, &c.ClusterPolicies[i])
	}
	return all
}

func (c *claiming) claim() (any, error) {
	object := &unstructured.Unstructured{Object: c.Object}
	decision, err := claim.Decide(claim.DecideInput{
		Object: object, Policies: c.policies(), ChangedByKarmada: c.ChangeByKarmada,
		OverrideExists: func(namespace, name string) bool {
			return slices.Contains(c.Overrides, api.NamespacedKey(namespace, name))
		},
	})
	if err != nil {
		return nil, err
	}
	if decision.Kind == claim.DecisionApply {
		if err := c.bind(object, decision); err != nil {
			return nil, err
		}
	}
	want := map[string]any{
		"decision": decision.Kind, "policy": nil, "written": !decision.Edit.Empty(),
		"labels": decision.Edit.SetLabels, "annotations": decision.Edit.SetAnnotations, "after": claimed(object, decision.Edit),
	}
	switch decision.Kind {
	case claim.DecisionApply, claim.DecisionLazy:
		want["policy"] = map[string]any{"kind": decision.Policy.Kind, "namespace": decision.Policy.Namespace, "name": decision.Policy.Name}
	}
	if c.Binding == nil {
		return want, nil
	}
	switch decision.Kind {
	case claim.DecisionNone, claim.DecisionCleanup, claim.DecisionSkip:
		binding := &unstructured.Unstructured{Object: c.Binding}
		want["binding"] = claimed(binding, decision.RemoveClaim(binding.GetLabels()))
	}
	return want, nil
}

// bind makes and merges the binding of an object, only to find errors.
func (c *claiming) bind(object *unstructured.Unstructured, decision claim.Decision) error {
	policy, _ := c.policies().Get(decision.Policy)
	desired, err := bind.Bind(context.Background(), bind.Input{Template: object, Policy: policy, Registry: hooks})
	if err != nil || c.Binding == nil {
		return err
	}
	var stored api.Binding = &api.ResourceBinding{}
	if c.Binding["kind"] == "ClusterResourceBinding" {
		stored = &api.ClusterResourceBinding{}
	}
	if err := decode(c.Binding, stored); err != nil {
		return err
	}
	_, _, err = bind.Merge(stored, desired)
	return err
}

// decode converts decoded JSON to a type.
func decode(content map[string]any, into any) error {
	text, err := (&unstructured.Unstructured{Object: content}).MarshalJSON()
	if err != nil {
		return err
	}
	return kjson.UnmarshalCaseSensitivePreserveInts(text, into)
}

// claimed returns the labels and annotations of claims after an edit.
func claimed(object *unstructured.Unstructured, edit claim.Edit) map[string]any {
	labels, annotations := edit.Labels(object.GetLabels()), edit.Annotations(object.GetAnnotations())
	maps.DeleteFunc(labels, func(key, _ string) bool {
		return key != api.PropagationPolicyIDLabel && key != api.ClusterPropagationPolicyIDLabel
	})
	maps.DeleteFunc(annotations, func(key, _ string) bool {
		return key != api.PropagationPolicyNamespaceAnnotation && key != api.PropagationPolicyNameAnnotation && key != api.ClusterPropagationPolicyNameAnnotation
	})
	return map[string]any{"labels": labels, "annotations": annotations}
}

// preempt asks which objects one policy takes from others, which take none themselves.
func (c *claiming) preempt() (any, error) {
	policy, err := propagationPolicy(c.Policy)
	if err != nil {
		return nil, err
	}
	policy.SetDeletionTimestamp(nil) // it does not count
	sources := c.sources()
	for _, other := range sources {
		other.PropagationSpec().Preemption = api.PreemptNever
	}
	policies := claim.NewPolicies(append(sources, policy)...)
	all := []any{}
	for _, content := range c.Objects {
		object := &unstructured.Unstructured{Object: content}
		if err := c.checkOwner(policy, policies, object); err != nil {
			return nil, err
		}
		var edit claim.Edit
		for _, p := range policies.Preempt(object, c.Gates) {
			edit = p.Edit
		}
		all = append(all, map[string]any{
			"apiVersion": object.GetAPIVersion(), "kind": object.GetKind(), "namespace": object.GetNamespace(), "name": object.GetName(),
			"preempted": !edit.Empty(), "after": claimed(object, edit),
		})
	}
	return map[string]any{"objects": all}, nil
}

// checkOwner returns Karmada's error if the policy that has an object does not exist, and another of its kind that preempts names the object.
func (c *claiming) checkOwner(by api.PropagationSource, policies *claim.Policies, object *unstructured.Unstructured) error {
	spec, ref := by.PropagationSpec(), override.RefOf(object)
	if !c.Gates.Enabled(api.GatePropagationPolicyPreemption) || spec.Preemption != api.PreemptAlways || object.GetDeletionTimestamp() != nil ||
		!slices.ContainsFunc(spec.ResourceSelectors, func(s api.ResourceSelector) bool {
			return ref == override.Ref{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: s.Namespace, Name: s.Name}
		}) {
		return nil
	}
	for _, owner := range claim.Named(object.GetAnnotations()) {
		if _, found := policies.Get(owner); !found && owner.Kind == by.Ref().Kind {
			return fmt.Errorf("%s: %s claimed the object and does not exist", ref, owner)
		}
	}
	return nil
}

// deprioritize returns the policies that Karmada reconciles after an update of one: the policy itself if its generation has changed. If its priority was
// lowered, also those of its kind and namespace that preempt, and whose priority is between the two.
func (c *claiming) deprioritize() (any, error) {
	before, err := propagationPolicy(c.OldPolicy)
	if err != nil {
		return nil, err
	}
	after, err := propagationPolicy(c.Policy)
	if err != nil {
		return nil, err
	}
	enqueued := []string{}
	if before.GetGeneration() != after.GetGeneration() {
		enqueued = append(enqueued, api.NamespacedKey(after.GetNamespace(), after.GetName()))
	}
	value := func(priority *int32) int32 {
		if priority == nil {
			return 0
		}
		return *priority
	}
	old, now := before.PropagationSpec().Priority, after.PropagationSpec().Priority
	switch {
	case !c.Gates.Enabled(api.GatePropagationPolicyPreemption) || value(now) >= value(old):
		return map[string]any{"enqueued": enqueued}, nil
	case old == nil || now == nil:
		return nil, fmt.Errorf("%s: found no priority before or after the update, expected both", after.Ref())
	}
	above := slices.DeleteFunc(c.sources(), func(p api.PropagationSource) bool {
		spec := p.PropagationSpec()
		return p.Ref().Kind != after.Ref().Kind || p.GetNamespace() != after.GetNamespace() || spec.Preemption != api.PreemptAlways || spec.Priority == nil ||
			*spec.Priority <= *now || *spec.Priority >= *old
	})
	slices.SortFunc(above, func(a, b api.PropagationSource) int {
		return cmp.Or(cmp.Compare(*b.PropagationSpec().Priority, *a.PropagationSpec().Priority), cmp.Compare(a.GetName(), b.GetName()))
	})
	for _, p := range above {
		enqueued = append(enqueued, api.NamespacedKey(p.GetNamespace(), p.GetName()))
	}
	return map[string]any{"enqueued": enqueued}, nil
}

// propagationPolicy converts decoded JSON to a policy of either kind.
func propagationPolicy(content map[string]any) (api.PropagationSource, error) {
	var policy api.PropagationSource = &api.PropagationPolicy{}
	if content["kind"] == "ClusterPropagationPolicy" {
		policy = &api.ClusterPropagationPolicy{}
	}
	return policy, decode(content, policy)
}

func (c *claiming) eligible() (any, error) {
	filter, err := claim.NewResourceFilter(claim.ResourceFilterOptions{SkippedAPIs: c.Options.APIs, SkippedNamespaces: c.Options.Namespaces})
	if err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{Object: c.Object}
	watched, _ := filter.WatchesAPI(object.GroupVersionKind())
	passed, _ := filter.PassesEvent(object)
	eligible, _ := filter.Eligible(object)
	return map[string]any{"apiWatched": watched, "eventPassed": passed, "eligible": eligible}, nil
}

func (c *claiming) changed() (any, error) {
	change := claim.Changed(&unstructured.Unstructured{Object: c.Old}, &unstructured.Unstructured{Object: c.New})
	return map[string]any{"specificationChanged": change.Kind != claim.ChangeNone, "changeByKarmada": change.Kind != claim.ChangeByUser}, nil
}

func (c *claiming) names() (any, error) {
	want := map[string]any{
		"executionSpace": api.ExecutionNamespace(c.ClusterName), "reservedNamespace": api.IsReservedNamespace(c.ObjectNamespace),
		"bindingName": api.BindingName(c.Kind, c.ObjectName), "bindingReferenceKey": api.BindingReference(c.ObjectNamespace, c.ObjectName),
		"workName": api.WorkName(c.Kind, c.ObjectNamespace, c.ObjectName), "policyName": api.PolicyName(c.ObjectNamespace, c.ObjectName, c.GroupVersionKind),
		"derivedService": api.DerivedServiceName(c.ObjectName), "importedEndpointSlice": api.ImportedEndpointSliceName(c.ObjectName, c.ClusterName),
		"impersonationSecret": api.ImpersonationSecretName(c.ClusterName), "namespacedKey": api.NamespacedKey(c.ObjectNamespace, c.ObjectName),
	}
	cluster, err := api.ClusterOfNamespace(c.ExecutionSpace)
	want["clusterOfExecutionSpace"] = cluster
	if err != nil {
		want["clusterOfExecutionSpaceError"] = "the execution space name is in wrong format" // Karmada's text
	}
	return want, nil
}
