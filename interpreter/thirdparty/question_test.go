package thirdparty_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/override/jsontree"
)

// clock is the time of every condition in these tests; results have NOW instead.
func clock() time.Time { return time.Date(1821, 7, 4, 5, 6, 7, 0, time.UTC) }

var registry = interpreter.NewRegistry(thirdparty.Interpreters(clock)...)

// question is a call of a hook. Its fields are decoded JSON; nil is absent.
type question struct {
	Op               interpreter.Operation
	Object, Observed any // Object is the desired one of Retain
	Replicas         int64
	Items            []any // objects with clusterName and status; nil without a cluster
}

var errNoHook = errors.New("no hook for this kind")

// answer calls the hook, and checks the promises of every hook: it does not write its arguments, its result is JSON and shares nothing
// with them, and a call with a deep copy of them returns the same.
func (q question) answer(t testing.TB) (any, error) {
	t.Helper()
	given, kept := q.copied(t), q.copied(t)
	got, err := given.ask(registry)
	if err != nil {
		require.Nil(t, got)
		require.LessOrEqual(t, len(err.Error()), 2000, "the error is too long: %.3000s", err)
	}
	text, failed := json.Marshal(got)
	require.NoError(t, failed, "the result is not JSON")
	require.Equal(t, kept, given, "an argument was written")
	scribble(got)
	require.Equal(t, kept, given, "the result shares memory with an argument")
	again, errAgain := kept.ask(registry)
	textAgain, failed := json.Marshal(again)
	require.NoError(t, failed)
	require.Equal(t, string(text), string(textAgain), "the second result differs")
	require.Equal(t, err, errAgain, "the second error differs")
	var v any
	require.NoError(t, utiljson.Unmarshal([]byte(strings.ReplaceAll(string(text), clock().Format(time.RFC3339), "NOW")), &v))
	return v, err
}

// copied returns a deep copy.
func (q question) copied(t testing.TB) question {
	t.Helper()
	clone := func(v any) any {
		copied, err := jsontree.Clone(v)
		require.NoError(t, err)
		return copied
	}
	q.Object, q.Observed = clone(q.Object), clone(q.Observed)
	if q.Items != nil {
		q.Items = clone(q.Items).([]any)
	}
	return q
}

// kind returns the kind of the object.
func (q question) kind() schema.GroupVersionKind { return object(q.Object).GroupVersionKind() }

// object returns an object with this content, nil for anything but a map.
func object(v any) *unstructured.Unstructured {
	m, isMap := v.(map[string]any)
	if !isMap {
		return nil
	}
	return &unstructured.Unstructured{Object: m}
}

// members returns the items.
func (q question) members() []interpreter.StatusItem {
	if q.Items == nil {
		return nil
	}
	all := make([]interpreter.StatusItem, len(q.Items))
	for i, e := range q.Items {
		m, _ := e.(map[string]any)
		name, _ := m["clusterName"].(string)
		all[i] = interpreter.StatusItem{ClusterName: name, Status: m["status"]}
	}
	return all
}

// ask calls the hook. It returns the result as JSON in the form of the cases.
func (q question) ask(r *interpreter.Registry) (any, error) {
	ctx, o := context.Background(), object(q.Object)
	switch q.Op {
	case interpreter.InterpretReplica:
		if hook, ok := r.ReplicaInterpreter(q.kind()); ok {
			replicas, requirements, err := hook.InterpretReplica(ctx, o)
			return known(map[string]any{"replicas": replicas, "requirements": requirements}, err)
		}
	case interpreter.InterpretComponent:
		if hook, ok := r.ComponentInterpreter(q.kind()); ok {
			components, err := hook.InterpretComponent(ctx, o)
			return known(components, err)
		}
	case interpreter.InterpretStatus:
		if hook, ok := r.StatusInterpreter(q.kind()); ok {
			return hook.InterpretStatus(ctx, o)
		}
	case interpreter.InterpretHealth:
		if hook, ok := r.HealthInterpreter(q.kind()); ok {
			healthy, err := hook.InterpretHealth(ctx, o)
			return known(healthy, err)
		}
	case interpreter.InterpretDependency:
		if hook, ok := r.DependencyInterpreter(q.kind()); ok {
			list, err := hook.InterpretDependency(ctx, o)
			return known(append([]interpreter.Dependency{}, list...), err)
		}
	}
	return q.askObject(ctx, r)
}

// askObject is ask for the hooks that return an object.
func (q question) askObject(ctx context.Context, r *interpreter.Registry) (any, error) {
	o := object(q.Object)
	changed, err := (*unstructured.Unstructured)(nil), errNoHook
	switch q.Op {
	case interpreter.ReviseReplica:
		if hook, ok := r.ReplicaReviser(q.kind()); ok {
			changed, err = hook.ReviseReplica(ctx, o, q.Replicas)
		}
	case interpreter.Retain:
		if hook, ok := r.Retainer(q.kind()); ok {
			changed, err = hook.Retain(ctx, o, object(q.Observed))
		}
	case interpreter.AggregateStatus:
		if hook, ok := r.StatusAggregator(q.kind()); ok {
			changed, err = hook.AggregateStatus(ctx, o, q.members())
		}
	}
	if err != nil {
		return nil, err
	}
	return changed.Object, nil
}

// known returns nothing with an error.
func known(v any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// scribble overwrites everything in a result.
func scribble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			scribble(e)
			v[key] = "scribbled"
		}
		if v != nil {
			v["scribbled"] = true
		}
	case []any:
		for i, e := range v {
			scribble(e)
			v[i] = "scribbled"
		}
	case *interpreter.ReplicaRequirements:
		if v != nil && v.NodeClaim != nil {
			scribble(v.NodeClaim.HardNodeAffinity)
			scribble(v.NodeClaim.Tolerations)
			for key := range v.NodeClaim.NodeSelector {
				v.NodeClaim.NodeSelector[key] = "scribbled"
			}
		}
	case []interpreter.Component:
		for _, c := range v {
			scribble(c.Requirements)
		}
	}
}
