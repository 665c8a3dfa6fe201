package simulation

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// PutPolicy creates or replaces a propagation policy. As Karmada's admission does, it sets propagateDeps if the policy selects ServiceImports; other
// defaults are those of package validation. A nil policy, one without a name or with one of more than 253 bytes, and one of another Go type are errors.
func (w *World) PutPolicy(p api.PropagationSource) error {
	if claim.PolicySpec(p) == nil {
		return fmt.Errorf("found a %T, expected a PropagationPolicy or a ClusterPropagationPolicy", p)
	}
	stored, _ := p.DeepCopyObject().(api.PropagationSource)
	if err := checkNamed(stored); err != nil {
		return err
	}
	if spec := claim.PolicySpec(stored); slices.ContainsFunc(spec.ResourceSelectors, func(s api.ResourceSelector) bool {
		return s.APIVersion == importVersion && s.Kind == "ServiceImport"
	}) {
		spec.PropagateDeps = true
	}
	put(&w.policies, stored.Ref(), stored)
	return nil
}

// PutOverride creates or replaces an override policy. A nil policy, one without a name or with one of more than 253 bytes, and one of another Go type are errors.
func (w *World) PutOverride(p api.OverrideSource) error {
	var stored api.OverrideSource
	switch p := p.(type) {
	case *api.OverridePolicy:
		stored = p.DeepCopy()
	case *api.ClusterOverridePolicy:
		stored = p.DeepCopy()
	default:
		return fmt.Errorf("found a %T, expected an OverridePolicy or a ClusterOverridePolicy", p)
	}
	if err := checkNamed(stored); err != nil {
		return err
	}
	put(&w.overrides, stored.Ref(), stored)
	return nil
}

// DeletePolicy deletes a propagation policy, an override policy or a ClusterTaintPolicy, and reports whether it existed. Taints stay.
func (w *World) DeletePolicy(ref override.Ref) bool {
	_, propagates := w.policies[ref]
	_, overrides := w.overrides[ref]
	_, taints := w.taintPolicies[ref]
	delete(w.taintPolicies, ref)
	delete(w.policies, ref)
	delete(w.overrides, ref)
	return propagates || overrides || taints
}
