package validation

import (
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// DefaultOverride returns a copy of a policy with the defaults of Karmada's admission: the selectors of an OverridePolicy get its
// namespace. The result for a nil policy is nil.
func DefaultOverride(s api.OverrideSource) api.OverrideSource {
	if dialect.IsNil(s) {
		return s
	}
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
