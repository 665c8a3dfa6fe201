package controller_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
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

func TestNoSetBeforeTheFirstSync(t *testing.T) {
	var p controller.Policies
	_, err := p.Put(policyOf(t, "a", 1, "red"))
	require.NoError(t, err)
	overrides, synced := p.Overrides()
	require.False(t, synced)
	require.Zero(t, overrides)
	_, err = p.Put(policyOf(t, "b", 1, "red"))
	require.NoError(t, err)
	p.Sync()
	overrides, synced = p.Overrides()
	require.True(t, synced)
	require.Equal(t, 2, overrides.Set.Len())
	require.Len(t, overrides.Records, 2)
}

func TestPoliciesCompileOncePerGeneration(t *testing.T) {
	var p controller.Policies
	p.Sync()
	first, err := p.Put(policyOf(t, "a", 1, "red"))
	require.NoError(t, err)
	require.Nil(t, first.Before)
	before, _ := p.Overrides()

	same := policyOf(t, "a", 1, "blue")
	same.SetResourceVersion("2")
	change, err := p.Put(same)
	require.NoError(t, err)
	require.Zero(t, change, "the generation is the same, so the spec is")
	again, _ := p.Overrides()
	require.Same(t, before.Set, again.Set)

	change, err = p.Put(policyOf(t, "a", 2, "blue"))
	require.NoError(t, err)
	require.Same(t, first.After, change.Before)
	require.NotSame(t, first.After, change.After)
	require.Equal(t, 1, before.Set.Len(), "a set that somebody has does not change")

	recreated := policyOf(t, "a", 2, "blue")
	recreated.SetUID("other")
	change, err = p.Put(recreated)
	require.NoError(t, err)
	require.NotZero(t, change, "another policy of that name has generations of its own")
	require.NotZero(t, p.Delete(override.RefOf(recreated)))
	require.Zero(t, p.Delete(override.RefOf(recreated)))
	overrides, _ := p.Overrides()
	require.Zero(t, overrides.Set.Len())
	require.Empty(t, overrides.Records)
}

// TestUnreadablePolicyKeepsItsOverrides: a policy that cannot be read is not one that was deleted.
func TestUnreadablePolicyKeepsItsOverrides(t *testing.T) {
	var p controller.Policies
	p.Sync()
	_, err := p.Put(policyOf(t, "a", 1, "red"))
	require.NoError(t, err)
	bad := policyOf(t, "a", 2, "red")
	bad.Object["spec"] = "text"
	change, err := p.Put(bad)
	require.ErrorContains(t, err, "OverridePolicy shop/a")
	require.Zero(t, change)
	overrides, _ := p.Overrides()
	require.Equal(t, 1, overrides.Set.Len())
	require.True(t, p.Exists("shop", "a"))
	require.False(t, p.Exists("", "a"), "a ClusterOverridePolicy")
	_, err = p.Put(decode(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}`))
	require.ErrorContains(t, err, "expected an override policy")
}
