package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestOverridden has a stored Work that a new override policy would render in another way. The scheduler looks at nothing.
func TestOverridden(t *testing.T) {
	t.Parallel()
	never, always := func(override.Ref) bool { return false }, func(override.Ref) bool { return true }
	for _, tc := range []struct {
		name, reason string
		options      func(*propagation.PlanOptions)
		rendered     bool
	}{
		{"overridden", "Karmada renders the Works again if an override policy changes", func(o *propagation.PlanOptions) { o.Touched, o.Overridden = never, always }, true},
		{"not-overridden", "the policy was there when the Work was rendered", func(o *propagation.PlanOptions) { o.Touched, o.Overridden = never, never }, false},
		{"nil", "none has changed", func(o *propagation.PlanOptions) { o.Touched = never }, false},
		{"touched", "that the scheduler looks at a binding renders no Work", func(o *propagation.PlanOptions) { o.Touched = always }, false},
		{"no-touched", "without Touched, all Works are rendered", func(o *propagation.PlanOptions) { o.Overridden = never }, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			in := boundsInput()
			in.Templates = in.Templates[:1]
			in.Policies[0].SetLabels(map[string]string{api.PropagationPolicyIDLabel: "id"})
			in.Templates[0] = claimed(in.Templates[0], "id")
			in.Templates[0].SetResourceVersion("1")
			storeAll(t, &in)
			in.Overrides = []api.OverrideSource{labeling("new", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"})}
			tc.options(&in.Options)
			plan := plantest.PlanOf(t, in)
			require.Len(t, plan.Works, 1)
			labels := plan.Works[0].Spec.Workload.Manifests[0]["metadata"].(map[string]any)["labels"].(map[string]any)
			require.Equal(t, tc.rendered, labels["over"] == "new", tc.reason)
			require.Equal(t, !tc.rendered, len(plan.Rows[0].Warnings) > 0, "a Work that stays is a warning")
		})
	}
}
