package propagation_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// A row names the interpreters of its kind. One that is registered first answers its hooks, and native the others.
func TestRowNamesInterpreters(t *testing.T) {
	t.Parallel()
	declarations, err := declared.Interpreters(declared.Declaration{
		APIVersion: "apps/v1", Kind: "Deployment", Replicas: declared.Replicas{Pointer: "/spec/replicas"},
	})
	require.NoError(t, err)
	object := func(kind string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": kind, "metadata": map[string]any{"name": "web", "namespace": "shop", "uid": kind},
			"spec": map[string]any{"replicas": int64(2), "selector": map[string]any{}, "template": map[string]any{}},
		}}
	}
	policy := &api.PropagationPolicy{}
	policy.APIVersion, policy.Kind, policy.Namespace, policy.Name = "policy.karmada.io/v1alpha1", "PropagationPolicy", "shop", "all"
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}, {APIVersion: "apps/v1", Kind: "StatefulSet"}}
	in := propagation.PlanInput{
		Templates: []*unstructured.Unstructured{object("Deployment"), object("StatefulSet"), object("DaemonSet")},
		Policies:  []api.PropagationSource{policy},
		Registry:  interpreter.NewRegistry(append(declarations, native.Interpreters(time.Now)...)...),
	}
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	type names = map[interpreter.Operation]string
	want := map[string]names{
		"DaemonSet":   nil, // no policy claims it
		"Deployment":  {interpreter.InterpretReplica: "declared", interpreter.ReviseReplica: "declared", interpreter.InterpretDependency: "native"},
		"StatefulSet": {interpreter.InterpretReplica: "native", interpreter.ReviseReplica: "native", interpreter.InterpretDependency: "native"},
	}
	inJSON := map[string]string{"Deployment": `{"InterpretReplica":"declared","ReviseReplica":"declared"}`}
	require.Len(t, plan.Rows, len(want))
	for _, row := range plan.Rows {
		require.Equal(t, want[row.Template.Kind], row.Interpreters, row.Template.Kind)
		text, err := json.Marshal(row)
		require.NoError(t, err)
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(text, &fields))
		require.Equal(t, inJSON[row.Template.Kind], string(fields["interpreters"]), row.Template.Kind)
	}
}
