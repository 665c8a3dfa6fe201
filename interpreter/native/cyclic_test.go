package native_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// TestNil calls every hook with a nil object: it does not panic.
func TestNil(t *testing.T) {
	t.Parallel()
	for _, i := range native.Interpreters(time.Now) {
		require.NotPanics(t, func() { askAll(i, nil, nil, nil) }, "%v", i.Kinds())
	}
}

// TestNothing asks about nil objects and values, and kinds that are not known.
func TestNothing(t *testing.T) {
	t.Parallel()
	pod := schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	require.False(t, native.HasType(schema.GroupVersionKind{}))
	require.Empty(t, native.UnknownFields(schema.GroupVersionKind{}, nil, -1))
	require.Empty(t, native.UnknownFields(pod, &unstructured.Unstructured{}, 1))
	require.Error(t, native.Check(schema.GroupVersionKind{}, nil))
	require.NoError(t, native.Check(pod, nil))
	require.NoError(t, native.Check(pod, &unstructured.Unstructured{}))
	for at := range native.Misfits(schema.GroupVersionKind{}, nil, "x") {
		t.Error("nothing is known about ", at)
	}
	for at := range native.Misfits(pod, nil, nil) {
		t.Error("null fits, except at ", at)
	}
	_, err := native.DecodeJSON("", nil)
	require.Error(t, err)
	decoded, err := native.DecodeJSON("Toleration", nil)
	require.NoError(t, err)
	require.Empty(t, decoded)
	template, err := native.DecodeTemplate(nil)
	require.NoError(t, err)
	require.Contains(t, template, "spec")
	requirements, err := native.PodRequirements(nil)
	require.NoError(t, err)
	require.Nil(t, requirements)
	dependencies, err := native.PodDependencies("", nil)
	require.NoError(t, err)
	require.Empty(t, dependencies)
}

// TestNilClock aggregates the status of a Job without a clock.
func TestNilClock(t *testing.T) {
	t.Parallel()
	job := schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	hook, found := interpreter.NewRegistry(native.Interpreters(nil)...).StatusAggregator(job)
	require.True(t, found)
	_, err := hook.AggregateStatus(context.Background(), &unstructured.Unstructured{}, nil)
	require.EqualError(t, err, "AggregateStatus: the clock is nil, expected a function that returns the time")
}

// TestCyclic calls every hook with objects that contain themselves.
func TestCyclic(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	for _, key := range []string{"metadata", "spec", "status", "name", "namespace", "labels", "annotations", "generation", "template", "apiVersion", "kind"} {
		cyclic[key] = cyclic
	}
	for _, i := range native.Interpreters(time.Now) {
		for _, content := range []map[string]any{
			cyclic, {"apiVersion": cyclic, "kind": cyclic, "metadata": cyclic, "spec": map[string]any{"tls": []any{map[string]any{"secretName": "x"}}}},
			{"metadata": map[string]any{"annotations": map[string]any{"a": cyclic}, "generation": cyclic}, "spec": cyclic, "status": map[string]any{"replicas": int64(1)}},
		} {
			o := &unstructured.Unstructured{Object: content}
			require.NotPanics(t, func() { askAll(i, o, o, []interpreter.StatusItem{{Status: cyclic}}) }, "%v", i.Kinds())
		}
	}
}

// askAll calls every hook of an interpreter with any object.
func askAll(i interpreter.Interpreter, o, observed *unstructured.Unstructured, items []interpreter.StatusItem) {
	ctx := context.Background()
	if hook, ok := i.(interpreter.ReplicaInterpreter); ok {
		_, _, _ = hook.InterpretReplica(ctx, o)
	}
	if hook, ok := i.(interpreter.ReplicaReviser); ok {
		_, _ = hook.ReviseReplica(ctx, o, 1)
	}
	if hook, ok := i.(interpreter.Retainer); ok {
		_, _ = hook.Retain(ctx, o, observed)
	}
	if hook, ok := i.(interpreter.StatusInterpreter); ok {
		_, _ = hook.InterpretStatus(ctx, o)
	}
	if hook, ok := i.(interpreter.StatusAggregator); ok {
		_, _ = hook.AggregateStatus(ctx, o, items)
	}
	if hook, ok := i.(interpreter.HealthInterpreter); ok {
		_, _ = hook.InterpretHealth(ctx, o)
	}
	if hook, ok := i.(interpreter.DependencyInterpreter); ok {
		_, _ = hook.InterpretDependency(ctx, o)
	}
}
