package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
)

// TestScope has the scope of each overrider: it is known for all of them.
func TestScope(t *testing.T) {
	t.Parallel()
	for overriders, want := range map[string]override.Scope{
		"{}": 0,
		"imageOverrider: [{component: Tag, operator: replace, value: v1}]":                                                      0,
		"imageOverrider: [{predicate: {path: /spec/image}, component: Tag, operator: replace, value: v1}]":                      0,
		"imageOverrider: [{predicate: {path: /metadata/labels/image}, component: Tag, operator: replace, value: v1}]":           override.ScopeLabels,
		"imageOverrider: [{component: Unknown, operator: replace, value: v1}]":                                                  0,
		"commandOverrider: [{containerName: c, operator: add, value: [x]}]":                                                     0,
		"argsOverrider: [{containerName: c, operator: remove, value: [x]}]":                                                     0,
		"labelsOverrider: [{operator: add, value: {a: b}}]":                                                                     override.ScopeLabels,
		"labelsOverrider: [{operator: unknown, value: {a: b}}]":                                                                 0,
		"annotationsOverrider: [{operator: add, value: {a: b}}]":                                                                0,
		"plaintext: [{path: /spec/replicas, operator: replace, value: 3}]":                                                      0,
		"plaintext: [{path: /metadata/labels/a, operator: add, value: b}]":                                                      override.ScopeLabels,
		"plaintext: [{path: /metadata/namespace, operator: replace, value: b}]":                                                 override.ScopeIdentity,
		"plaintext: [{path: //metadata/namespace, operator: replace, value: b}]":                                                0,
		"fieldOverrider: [{fieldPath: /data/a, yaml: [{subPath: /b, operator: add, value: 1}]}]":                                0,
		"fieldOverrider: [{fieldPath: /metadata/labels/a, json: [{subPath: /b, operator: add, value: 1}]}]":                     override.ScopeLabels,
		"fieldOverrider: [{fieldPath: /metadata/name}]":                                                                         0,
		"{labelsOverrider: [{operator: remove, value: {a: b}}], plaintext: [{path: /kind, operator: replace, value: Service}]}": override.ScopeLabels | override.ScopeIdentity,
	} {
		var content map[string]any
		require.NoError(t, yaml.Unmarshal([]byte("apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec: {overrideRules: [{}]}"), &content))
		var fields map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(overriders), &fields), overriders)
		content["spec"].(map[string]any)["overrideRules"].([]any)[0].(map[string]any)["overriders"] = fields
		source, err := karmada.From(content)
		require.NoError(t, err, overriders)
		policy, err := karmada.Compile(source)
		require.NoError(t, err, overriders)
		require.Equal(t, want, policy.Scope(), overriders)
	}
}
