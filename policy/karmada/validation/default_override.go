package validation

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// DefaultOverride returns a copy of a policy with the defaults of Karmada's admission: the selectors of an OverridePolicy get its
// namespace.
func DefaultOverride(s api.OverrideSource) api.OverrideSource {
	switch p := s.(type) {
	case *api.OverridePolicy:
		policy := p.DeepCopy()
		for i := range policy.Spec.ResourceSelectors {
			if selector := &policy.Spec.ResourceSelectors[i]; selector.Namespace == "" {
				selector.Namespace = policy.Namespace
			}
		}
		return policy
	case *api.ClusterOverridePolicy:
		return p.DeepCopy()
	}
	return nil
}
