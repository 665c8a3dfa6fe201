package controller_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/controller"
)

func decode(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(text), &o.Object))
	return o
}

func policyOf(t *testing.T, name string, generation int64, color string) *unstructured.Unstructured {
	o := decode(t, overridePolicy("OverridePolicy", "shop", name, "name: web", fmt.Sprintf("labelsOverrider: [{operator: add, value: {%s: %s}}]", name, color)))
	o.SetGeneration(generation)
	o.SetUID("uid")
	return o
}

// TestOverridePolicies writes an override policy: it is compiled once for each uid and generation, and a policy that cannot be read is not one that was deleted.
func TestOverridePolicies(t *testing.T) {
	t.Parallel()
	hub, err := controller.Drive(t.Context(), &memory{}, controller.Options{}, func(schema.GroupVersionKind) []client.Object { return nil })
	require.NoError(t, err)
	recreated, bad := policyOf(t, "a", 2, "blue"), policyOf(t, "a", 3, "red")
	recreated.SetUID("other")
	bad.SetUID("other")
	bad.Object["spec"] = "text"
	var before client.Object
	of, was := override.RefOf(bad), hub.Index.Overrides()
	for _, c := range []struct {
		name     string
		after    *unstructured.Unstructured
		changes  bool
		policies int
		queued   int // in the queue of policies, to report faults
	}{
		{"it is new", policyOf(t, "a", 1, "red"), true, 1, 0},
		{"the generation is the same, so the spec is", policyOf(t, "a", 1, "blue"), false, 1, 0},
		{"another spec", policyOf(t, "a", 2, "blue"), true, 1, 0},
		{"another policy of that name has generations of its own", recreated, true, 1, 0},
		{"it cannot be read", bad, false, 1, 1},
		{"it is gone", nil, true, 0, 1},
	} {
		var after client.Object
		if c.after != nil {
			after = c.after
		}
		hub.Handle(of, before, after)
		is := hub.Index.Overrides()
		require.Equal(t, c.changes, was.Set != is.Set, c.name)
		require.Equal(t, c.policies, is.Set.Len(), c.name)
		require.Len(t, is.Records, c.policies, c.name)
		require.Len(t, hub.Queued(), c.queued, c.name)
		before, was = after, is
	}
}

func TestCompileOverride(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ policy, fault string }{
		"a policy of Karmada":     {overridePolicy("OverridePolicy", "shop", "a", "name: web", "labelsOverrider: [{operator: add, value: {a: b}}]"), ""},
		"a policy of KubeAdmiral": {`{apiVersion: core.kubeadmiral.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: a}}`, ""},
		"it cannot be read":       {`{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {namespace: shop, name: a}, spec: text}`, "OverridePolicy shop/a"},
		"another kind":            {`{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}`, "expected an override policy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			policy := decode(t, c.policy)
			compiled, err := controller.CompileOverride(policy)
			if c.fault != "" {
				require.ErrorContains(t, err, c.fault)
				require.Zero(t, compiled)
				return
			}
			require.NoError(t, err)
			require.Equal(t, override.RefOf(policy), compiled.Policy.Ref())
		})
	}
}
