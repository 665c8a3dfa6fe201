package karmada_test

import (
	"testing"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// policyOf reads a policy in YAML. With only the spec, it is the OverridePolicy team/p.
func policyOf(t testing.TB, text string) api.OverrideSource {
	t.Helper()
	return dialecttest.Policy(t, api.PolicyGroupVersion.String(), text, karmada.From)
}

// specOf returns the spec of a policy of either kind.
func specOf(s api.OverrideSource) *api.OverrideSpec {
	if p, ok := s.(*api.ClusterOverridePolicy); ok {
		return &p.Spec
	}
	return &s.(*api.OverridePolicy).Spec
}
