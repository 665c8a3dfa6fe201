package validation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// kinds returns an empty policy of each kind.
var kinds = map[string]func() runtime.Object{
	"OverridePolicy":           func() runtime.Object { return &api.OverridePolicy{} },
	"ClusterOverridePolicy":    func() runtime.Object { return &api.ClusterOverridePolicy{} },
	"PropagationPolicy":        func() runtime.Object { return &api.PropagationPolicy{} },
	"ClusterPropagationPolicy": func() runtime.Object { return &api.ClusterPropagationPolicy{} },
}

// policyOf reads a policy in YAML. With only the spec, it is the OverridePolicy team/p.
func policyOf(t testing.TB, text string) api.OverrideSource {
	t.Helper()
	return dialecttest.Policy(t, api.PolicyGroupVersion.String(), text, karmada.From)
}

// requireLines compares lines. An expected line may end in … for the words of a library.
func requireLines(t testing.TB, want, got []string, reason string) {
	t.Helper()
	for i := range got {
		if i < len(want) {
			if words, cut := strings.CutSuffix(want[i], "…"); cut && strings.HasPrefix(got[i], words) {
				got[i] = want[i]
			}
		}
	}
	require.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"), reason)
}
