package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// TestScope has the scope of each overrider: it is known for all of them.
func TestScope(t *testing.T) {
	t.Parallel()
	for overriders, want := range map[string]override.Scope{
		"{}": 0,
		"image: [{operations: [{imageComponent: Tag, operator: overwrite, value: v1}]}]":                                   0,
		"image: [{operations: [{imageComponent: Tag, operator: unknown, value: v1}]}]":                                     0,
		"image: [{imagePath: /metadata/labels/image, operations: [{imageComponent: Tag, operator: overwrite, value: v}]}]": override.ScopeLabels,
		"command: [{containerName: c, operator: append, value: [x]}]":                                                      0,
		"args: [{containerName: c, operator: append, value: [x]}]":                                                         0,
		"envs: [{containerName: c, operator: addIfAbsent, value: [{name: a, value: b}]}]":                                  0,
		"labels: [{operator: addIfAbsent, value: {a: b}}]":                                                                 override.ScopeLabels,
		"annotations: [{operator: addIfAbsent, value: {a: b}}]":                                                            0,
		"jsonpatch: [{path: /spec/replicas, operator: replace, value: 3}]":                                                 0,
		"jsonpatch: [{path: /metadata/finalizers/-, operator: add, value: a}]":                                             0,
		"jsonpatch: [{path: /metadata/labels/a, operator: add, value: b}]":                                                 override.ScopeLabels,
	} {
		var content map[string]any
		require.NoError(t, yaml.Unmarshal([]byte("apiVersion: core.kubeadmiral.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec: {overrideRules: [{}]}"), &content))
		var fields map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(overriders), &fields), overriders)
		content["spec"].(map[string]any)["overrideRules"].([]any)[0].(map[string]any)["overriders"] = fields
		source, err := kubeadmiral.From(content)
		require.NoError(t, err, overriders)
		policy, err := kubeadmiral.Compile(source)
		require.NoError(t, err, overriders)
		require.Equal(t, want, policy.Scope(), overriders)
	}
}
