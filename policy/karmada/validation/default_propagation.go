package validation

import (
	"slices"

	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Finalizers that a policy has from its creation on.
const (
	propagationPolicyFinalizer        = "karmada.io/propagation-policy-controller"
	clusterPropagationPolicyFinalizer = "karmada.io/cluster-propagation-policy-controller"
)

// serviceImportVersion is the only apiVersion of which Karmada takes a ServiceImport for one.
const serviceImportVersion = "multicluster.x-k8s.io/v1alpha1"

// defaultGracePeriodSeconds is how long a graceful purge waits when nobody says.
const defaultGracePeriodSeconds int32 = 600

// DefaultPropagation is a copy of a policy with what Karmada's admission puts in place of nothing.
//
//  1. The selectors of a PropagationPolicy get its namespace.
//  2. A spread constraint by neither field nor label is by the field cluster; minGroups 0 is 1, and maxGroups stays.
//  3. A policy that selects a ServiceImport takes along what objects need.
//  4. Replicas that are Divided and not said how are Weighted.
//  5. Failover of an application that purges gracefully waits 600 seconds.
//  6. On creation the policy gets an id, in the label of its kind and in place of any other, and its finalizer.
//
// newID makes the id and is called once. It is nil where the policy is not created but updated. What an API server puts in
// place of nothing, from the schema of the kind, is not put there. A nil policy stays one.
func DefaultPropagation(s api.PropagationSource, newID func() string) api.PropagationSource {
	if dialect.IsNil(s) {
		return s
	}
	policy, ok := s.DeepCopyObject().(api.PropagationSource)
	if !ok {
		return nil
	}
	ref := policy.Ref()
	spec := policy.PropagationSpec()
	for i := range spec.ResourceSelectors {
		selector := &spec.ResourceSelectors[i]
		if ref.Kind == "PropagationPolicy" && selector.Namespace == "" {
			selector.Namespace = ref.Namespace
		}
		if selector.APIVersion == serviceImportVersion && selector.Kind == "ServiceImport" {
			spec.PropagateDeps = true
		}
	}
	defaultPlacement(&spec.Placement)
	if spec.Failover != nil {
		defaultFailover(spec.Failover.Application)
	}
	if newID != nil {
		identify(policy, newID())
	}
	return policy
}

func defaultPlacement(p *api.Placement) {
	for i := range p.SpreadConstraints {
		constraint := &p.SpreadConstraints[i]
		if constraint.SpreadByField == "" && constraint.SpreadByLabel == "" {
			constraint.SpreadByField = api.SpreadByCluster
		}
		if constraint.MinGroups == 0 {
			constraint.MinGroups = 1
		}
	}
	if r := p.ReplicaScheduling; r != nil && r.ReplicaSchedulingType == api.Divided && r.ReplicaDivisionPreference == "" {
		r.ReplicaDivisionPreference = api.Weighted
	}
}

func defaultFailover(a *api.ApplicationFailoverBehavior) {
	if a != nil && a.PurgeMode == api.PurgeGracefully && a.GracePeriodSeconds == nil {
		seconds := defaultGracePeriodSeconds
		a.GracePeriodSeconds = &seconds
	}
}

// identify gives a new policy its id and its finalizer.
func identify(policy api.PropagationSource, id string) {
	labels := policy.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels[permanentID(policy)] = id
	policy.SetLabels(labels)

	finalizer := clusterPropagationPolicyFinalizer
	if policy.Ref().Kind == "PropagationPolicy" {
		finalizer = propagationPolicyFinalizer
	}
	if finalizers := policy.GetFinalizers(); !slices.Contains(finalizers, finalizer) {
		policy.SetFinalizers(append(finalizers, finalizer))
	}
}
