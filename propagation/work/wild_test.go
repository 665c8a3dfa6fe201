package work_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/wild"
)

// foreignBinding is a foreign type whose methods panic.
type foreignBinding struct{ api.Binding }

// wildReviser returns its own object.
type wildReviser struct{ object *unstructured.Unstructured }

func (wildReviser) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (r wildReviser) ReviseReplica(context.Context, *unstructured.Unstructured, int64) (*unstructured.Unstructured, error) {
	return r.object, nil
}

// TestWildObjects passes objects that no decoder returns to every function that takes one. Errors are fine, panics are not; an error comes without an
// object.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	rb := binding(t, "{resource: {}, replicas: 3, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: m1, replicas: 2}, {name: m2, replicas: 1000000000}, {name: m1, replicas: -1}]}")
	sound := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop"}}}
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			draft, err := work.NewDraft(&api.Work{}, object)
			require.Equal(t, draft == nil, err != nil)
			pruned, err := work.Prune(object)
			require.Equal(t, pruned == nil, err != nil)
			for _, registry := range []*interpreter.Registry{nil, hooks} {
				_, _ = work.Render(context.Background(), work.Input{Binding: rb, Template: object, Clusters: clusters("m1"), Interpreter: registry, Stored: []*api.Work{nil, {}}})
			}
			revised := interpreter.NewRegistry(wildReviser{object})
			_, _ = work.Render(context.Background(), work.Input{Binding: rb, Template: sound, Clusters: clusters("m1", "m2"), Interpreter: revised})
		})
	}
}

// TestWildInputs has nil and unknown inputs.
func TestWildInputs(t *testing.T) {
	t.Parallel()
	for _, b := range []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil), foreignBinding{}, &api.ResourceBinding{}} {
		t.Run(fmt.Sprintf("%T", b), func(t *testing.T) {
			t.Parallel()
			_, _ = work.Render(context.Background(), work.Input{Binding: b})
			_, _ = work.Render(context.Background(), work.Input{Binding: b, Template: &unstructured.Unstructured{Object: map[string]any{}}, Clusters: map[string]*api.Cluster{"m1": nil}})
			_, _ = work.Orphans(b, []*api.Work{nil, {}, {ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-"}}})
		})
	}
	broken := api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/a", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte("{")}}}}
	for _, spec := range []api.OverrideSpec{{Overriders: broken}, {OverrideRules: []api.RuleWithCluster{{}, {Overriders: broken}}}} {
		records, err := work.Record(&api.OverridePolicy{Spec: spec})
		require.Error(t, err)
		require.Nil(t, records, "an error comes without a result")
	}
	require.Empty(t, work.Targets(nil))
}
