package validation

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Finalizers that a policy gets on creation.
const (
	propagationPolicyFinalizer        = "karmada.io/propagation-policy-controller"
	clusterPropagationPolicyFinalizer = "karmada.io/cluster-propagation-policy-controller"
)

// serviceImportVersion is the only apiVersion of ServiceImports for Karmada.
const serviceImportVersion = "multicluster.x-k8s.io/v1alpha1"

// defaultGracePeriodSeconds is the default time that a graceful purge waits.
const defaultGracePeriodSeconds int32 = 600

// DefaultPropagation returns a copy of a policy with the defaults of Karmada's admission.
//
//  1. The selectors of a PropagationPolicy get its namespace.
//  2. A spread constraint without field and label gets the field cluster; minGroups 0 becomes 1. There is no default for maxGroups.
//  3. A policy that selects a ServiceImport propagates dependencies.
//  4. Divided without a preference defaults to Weighted.
//  5. A graceful purge in the failover of an application waits 600 seconds.
//  6. On creation, the policy gets its finalizer and an id, which replaces any value of the label for its kind.
//
// newID returns the id and is called once. It is nil if the policy is updated. The defaults of an API server, from the schema of the
// kind, are not set.
func DefaultPropagation(s api.PropagationSource, newID func() string) api.PropagationSource {
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

// identify sets the id and the finalizer of a new policy.
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
