package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestTargets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ spec, want, reason string }{
		"none":            {"resource: {}", "[]\n", "the binding has no clusters"},
		"in order":        {"{resource: {}, clusters: [{name: b, replicas: 1}, {name: a}]}", "- name: b\n  replicas: 1\n- name: a\n", "in the order of the scheduler"},
		"twice":           {"{resource: {}, clusters: [{name: a, replicas: 1}, {name: a, replicas: 2}]}", "- name: a\n  replicas: 1\n- name: a\n  replicas: 2\n", "duplicates are kept"},
		"required":        {"{resource: {}, requiredBy: [{name: x, clusters: [{name: a, replicas: 4}]}]}", "- name: a\n  replicas: 4\n", "even without clusters in the spec"},
		"required, known": {"{resource: {}, clusters: [{name: a, replicas: 1}], requiredBy: [{name: x, clusters: [{name: b}, {name: a, replicas: 9}]}, {name: y, clusters: [{name: b, replicas: 9}, {name: c}]}]}", "- name: a\n  replicas: 1\n- name: b\n- name: c\n", "the first one counts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := casetest.Decode[api.ResourceBindingSpec](t, c.spec)
			before := casetest.Frozen(t, spec)
			targets := work.Targets(spec)
			require.Equal(t, c.want, casetest.Text(t, append([]api.TargetCluster{}, targets...)), c.reason)
			for i := range targets {
				targets[i].Name = "written"
			}
			require.Equal(t, before, casetest.Frozen(t, spec))
		})
	}
	require.Empty(t, work.Targets(nil))
}
