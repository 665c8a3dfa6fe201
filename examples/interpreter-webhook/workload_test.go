package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// nginx is a Workload with fields that the webhook does not know and must not lose.
const nginx = `
apiVersion: workload.example.io/v1alpha1
kind: Workload
metadata:
  name: nginx
  namespace: web
  labels: {app: nginx}
spec:
  replicas: 3
  paused: false
  surge: 9007199254740993
  template:
    metadata:
      labels: {app: nginx}
    spec:
      containers:
      - image: nginx
        name: nginx
`

func read(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	content, err := webhook.Decode[map[string]any](raw)
	require.NoError(t, err)
	return &unstructured.Unstructured{Object: content}
}

func hook[H any](t *testing.T, find func(schema.GroupVersionKind) (H, bool)) H {
	t.Helper()
	h, found := find(workloads{}.Kinds()[0])
	require.True(t, found)
	return h
}

func requireObject(t *testing.T, want string, got *unstructured.Unstructured, err error) {
	t.Helper()
	require.NoError(t, err)
	require.Equal(t, read(t, want).Object, got.Object)
}

// TestSpec calls the hooks that read or write the spec over TLS, as Karmada does.
func TestSpec(t *testing.T) {
	t.Parallel()
	registry, _, _ := started(t)
	ctx := context.Background()
	workload := read(t, nginx)
	t.Run("InterpretReplica", func(t *testing.T) {
		replicas, requirements, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, workload)
		require.NoError(t, err)
		require.EqualValues(t, 3, replicas)
		require.Nil(t, requirements, "nginx has no requests")
	})
	t.Run("InterpretReplica without a number", func(t *testing.T) {
		replicas, _, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, read(t, strings.Replace(nginx, "replicas: 3", "", 1)))
		require.NoError(t, err)
		require.EqualValues(t, 1, replicas)
	})
	t.Run("ReviseReplica", func(t *testing.T) { // 3 replicas by the weights 2 and 1
		for member, want := range map[int64]string{2: "replicas: 2", 1: "replicas: 1"} {
			got, err := hook(t, registry.ReplicaReviser).ReviseReplica(ctx, workload, member)
			requireObject(t, strings.Replace(nginx, "replicas: 3", want, 1), got, err)
		}
	})
	t.Run("Retain", func(t *testing.T) { // the member has paused it
		observed := read(t, strings.NewReplacer("paused: false", "paused: true", "replicas: 3", "replicas: 2").Replace(nginx))
		got, err := hook(t, registry.Retainer).Retain(ctx, workload, observed)
		requireObject(t, strings.Replace(nginx, "paused: false", "paused: true", 1), got, err)
		observed = read(t, strings.Replace(nginx, "paused: false", "", 1))
		got, err = hook(t, registry.Retainer).Retain(ctx, workload, observed)
		requireObject(t, strings.Replace(nginx, "paused: false", "", 1), got, err)
	})
	t.Run("InterpretDependency", func(t *testing.T) {
		needs := read(t, strings.Replace(nginx, "        name: nginx\n", "        name: nginx\n        envFrom: [{secretRef: {name: s}}, {configMapRef: {name: c}}]\n", 1))
		got, err := hook(t, registry.DependencyInterpreter).InterpretDependency(ctx, needs)
		require.NoError(t, err)
		require.Equal(t, []interpreter.Dependency{
			{APIVersion: "v1", Kind: "ConfigMap", Namespace: "web", Name: "c"}, {APIVersion: "v1", Kind: "Secret", Namespace: "web", Name: "s"},
		}, got)
		got, err = hook(t, registry.DependencyInterpreter).InterpretDependency(ctx, workload)
		require.NoError(t, err)
		require.Empty(t, got)
	})
	t.Run("InterpretComponent", func(t *testing.T) {
		got, err := hook(t, registry.ComponentInterpreter).InterpretComponent(ctx, workload)
		require.NoError(t, err)
		require.Equal(t, []interpreter.Component{{Name: "workload", Replicas: 3}}, got)
	})
	t.Run("a field of a wrong type", func(t *testing.T) {
		_, _, err := hook(t, registry.ReplicaInterpreter).InterpretReplica(ctx, read(t, strings.Replace(nginx, "replicas: 3", "replicas: many", 1)))
		var refused *webhook.StatusError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, 500, refused.Code)
		require.ErrorContains(t, err, "spec.replicas of type int32")
	})
	require.Equal(t, read(t, nginx).Object, workload.Object, "the object was written")
}

// TestStatus calls the hooks that read or write the status.
func TestStatus(t *testing.T) {
	t.Parallel()
	registry, _, _ := started(t)
	ctx := context.Background()
	workload := read(t, nginx)
	t.Run("AggregateStatus", func(t *testing.T) { // of two members with ready replicas and one without a status
		got, err := hook(t, registry.StatusAggregator).AggregateStatus(ctx, workload, []interpreter.StatusItem{
			{ClusterName: "member1", Status: map[string]any{"readyReplicas": int64(2)}, Applied: true, Health: interpreter.Healthy},
			{ClusterName: "member2", Status: map[string]any{"readyReplicas": int64(1)}, Applied: true},
			{ClusterName: "member3", AppliedMessage: "not there"},
		})
		requireObject(t, nginx+"status: {readyReplicas: 3}\n", got, err)
	})
	t.Run("InterpretStatus and InterpretHealth", func(t *testing.T) {
		for ready, healthy := range map[string]bool{"3": true, "2": false} {
			member := read(t, nginx+"status: {readyReplicas: "+ready+", observedGeneration: 7}\n")
			status, err := hook(t, registry.StatusInterpreter).InterpretStatus(ctx, member)
			require.NoError(t, err)
			require.Equal(t, read(t, "readyReplicas: "+ready).Object, status)
			got, err := hook(t, registry.HealthInterpreter).InterpretHealth(ctx, member)
			require.NoError(t, err)
			require.Equal(t, healthy, got)
		}
	})
	require.Equal(t, read(t, nginx).Object, workload.Object, "the object was written")
}
