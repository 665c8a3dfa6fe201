package validation

import (
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// DefaultOverride is a copy of a policy with what Karmada's admission puts in place of nothing: the selectors of an
// OverridePolicy get its namespace. A nil policy stays one.
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
