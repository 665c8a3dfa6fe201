package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// TestCompileGenerateName compiles policies that have no name yet.
func TestCompileGenerateName(t *testing.T) {
	t.Parallel()
	p := &api.ClusterOverridePolicy{}
	p.GenerateName = "p-"
	_, err := karmada.Compile(p)
	require.EqualError(t, err, `ClusterOverridePolicy: metadata.name is missing, expected a name: a policy is compiled under its name, and metadata.generateName "p-" becomes one only when the policy is created`)
	require.Empty(t, karmada.Lint(p))
}

// TestCompileKeepsNothing writes a policy after compiling it. The compiled policy must not change.
func TestCompileKeepsNothing(t *testing.T) {
	t.Parallel()
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{
		ArgsOverrider:   []api.CommandArgsOverrider{{ContainerName: "a", Operator: api.OverriderOpAdd, Value: []string{"--x"}}},
		LabelsOverrider: []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"k": "v"}}},
	}}}
	compiled, err := karmada.Compile(p)
	require.NoError(t, err)
	overriders := &p.Spec.OverrideRules[0].Overriders
	overriders.ArgsOverrider[0].Value[0] = "written"
	overriders.LabelsOverrider[0].Value["k"] = "written"

	pod := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "x"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "a"}}}}}
	result, err := override.Apply(pod, selector.Cluster{Name: "m1"}, compiled)
	require.NoError(t, err)
	object, err := result.Object()
	require.NoError(t, err)
	args, _, err := unstructured.NestedSlice(object.Object, "spec", "containers")
	require.NoError(t, err)
	require.Equal(t, []any{"--x"}, args[0].(map[string]any)["args"])
	require.Equal(t, map[string]string{"k": "v"}, object.GetLabels())
}
