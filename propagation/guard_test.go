package propagation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
)

const tenantPlan = `
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: tenant}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: tenant}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p, namespace: tenant}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p, namespace: tenant}, spec: {
	resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: settings}], overrideRules: [{overriders: {plaintext: [{path: /metadata/namespace, operator: replace, value: kube-system}]}}]}}
`

// TestGuard plans a policy that moves an object to another namespace. Without a guard, its Work has the object, with a warning. With one, there is no Work
// for it, and others are not affected.
func TestGuard(t *testing.T) {
	t.Parallel()
	bundle, err := policy.Decode(strings.NewReader(tenantPlan))
	require.NoError(t, err)
	for _, guarded := range []override.GuardedPolicies{override.GuardNone, override.GuardNamespaced, override.GuardAll} {
		in := propagation.InputOf(bundle)
		in.Options.AssumeAPIs, in.Options.Guard = true, policy.Guard(guarded)
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		settings, works := plan.Rows[1], plan.Works
		require.Equal(t, "settings", settings.Template.Name)
		require.NoError(t, plan.Rows[0].Err)
		require.Empty(t, plan.Rows[0].Warnings)
		if guarded == override.GuardNone {
			require.NoError(t, settings.Err)
			require.Equal(t, []string{`OverridePolicy tenant/p in m1: /metadata/namespace: the policy makes another object of this one: "tenant" became "kube-system"`}, settings.Warnings)
			require.Len(t, works, 2)
			continue
		}
		var failed *override.Error
		require.ErrorAs(t, settings.Err, &failed)
		require.Equal(t, override.CodeIdentity, failed.Code)
		require.Empty(t, settings.Warnings)
		require.Len(t, works, 1)
	}
}
