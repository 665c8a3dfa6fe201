package native_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// arguments are the arguments of any hook.
type arguments struct {
	object, desired, observed *unstructured.Unstructured
	replicas                  int64
	items                     []interpreter.StatusItem
}

// given returns a fresh copy of the arguments of a case.
func (c recorded) given(t testing.TB) arguments {
	t.Helper()
	a := arguments{c.decode(t, c.Object), c.decode(t, c.Desired), c.decode(t, c.Observed), c.Replicas, slices.Clone(c.Items)}
	for i := range a.items {
		var err error
		a.items[i].Status, err = jsontree.Clone(a.items[i].Status)
		require.NoError(t, err, c.Name)
	}
	return a
}

func (c recorded) decode(t testing.TB, text json.RawMessage) *unstructured.Unstructured {
	t.Helper()
	if text == nil {
		return nil
	}
	object, _ := decode(t, text).(map[string]any)
	return &unstructured.Unstructured{Object: object}
}

// answer calls the hook, and checks the promises of every hook: it does not write its arguments, its result shares nothing with
// them, and a second call returns the same.
func (c recorded) answer(t testing.TB) (any, error) {
	t.Helper()
	if c.Op == "HookEnabled" {
		return map[string]any{"enabled": registry.Enabled(c.about(t), c.Operation)}, nil
	}
	given := c.given(t)
	got, err := ask(registry, c.Op, given)
	text := asJSON(t, got)
	require.Equal(t, c.given(t), given, "an argument was written")
	scribble(got)
	require.Equal(t, c.given(t), given, "the result shares memory with an argument")
	again, errAgain := ask(registry, c.Op, given)
	require.Equal(t, text, asJSON(t, again), "the second result differs")
	require.Equal(t, err, errAgain, "the second error differs")
	return decode(t, []byte(strings.ReplaceAll(text, clock().Format(time.RFC3339), "NOW"))), err
}

var errNoHook = errors.New("no hook for this kind")

// ask calls the hook of an operation and returns the result in the form of the recordings.
func ask(r *interpreter.Registry, op string, a arguments) (answer any, err error) {
	ctx := context.Background()
	switch interpreter.Operation(op) {
	case interpreter.InterpretReplica:
		hook, ok := r.ReplicaInterpreter(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		replicas, requirements, err := hook.InterpretReplica(ctx, a.object)
		if err != nil {
			return nil, err
		}
		return map[string]any{"replicas": replicas, "requirements": requirements}, nil
	case interpreter.ReviseReplica:
		hook, ok := r.ReplicaReviser(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		object, err := hook.ReviseReplica(ctx, a.object, a.replicas)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": object.Object}, nil
	case interpreter.Retain:
		hook, ok := r.Retainer(a.desired.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		object, err := hook.Retain(ctx, a.desired, a.observed)
		if err != nil {
			return nil, err
		}
		return map[string]any{"object": object.Object}, nil
	case interpreter.AggregateStatus:
		hook, ok := r.StatusAggregator(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		object, err := hook.AggregateStatus(ctx, a.object, a.items)
		if err != nil {
			return nil, err
		}
		return map[string]any{"status": object.Object["status"]}, nil
	case interpreter.InterpretStatus:
		hook, ok := r.StatusInterpreter(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		return hook.InterpretStatus(ctx, a.object)
	case interpreter.InterpretHealth:
		hook, ok := r.HealthInterpreter(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		healthy, err := hook.InterpretHealth(ctx, a.object)
		if err != nil {
			return nil, err
		}
		return map[string]any{"healthy": healthy}, nil
	case interpreter.InterpretDependency:
		hook, ok := r.DependencyInterpreter(a.object.GroupVersionKind())
		if !ok {
			return nil, errNoHook
		}
		return hook.InterpretDependency(ctx, a.object)
	}
	return nil, errNoHook
}

// scribble overwrites everything that can be reached from a result.
func scribble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			scribble(e)
			v[key] = "scribble"
		}
		if v != nil {
			v["scribble"] = "scribble"
		}
	case []any:
		for i := range v {
			scribble(v[i])
			v[i] = "scribble"
		}
	case *interpreter.ReplicaRequirements:
		if v != nil && v.NodeClaim != nil {
			scribble(v.NodeClaim.HardNodeAffinity)
			scribble(v.NodeClaim.Tolerations)
			for key := range v.NodeClaim.NodeSelector {
				v.NodeClaim.NodeSelector[key] = "scribble"
			}
		}
	case []interpreter.Dependency:
		for i := range v {
			if s := v[i].LabelSelector; s != nil {
				for key := range s.MatchLabels {
					s.MatchLabels[key] = "scribble"
				}
			}
		}
	}
}

func decode(t testing.TB, text []byte) (v any) {
	t.Helper()
	require.NoError(t, utiljson.Unmarshal(text, &v), "%s", text)
	return v
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
