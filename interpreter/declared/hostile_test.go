package declared_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// every is a declaration with all hooks. They read inside /spec and /status.
const every = `replicas: {pointer: /spec/a}
template: /spec/a
components: [{name: a, replicas: {pointer: /spec/b}, template: /spec/b}]
retain: [/spec/a, /spec/b/c, /status]
status:
- {pointer: /status/a, aggregate: sum, report: true}
- {pointer: /status/b, aggregate: max, report: true}
- {pointer: /status/c, aggregate: latest, report: true}
- {pointer: /status/d, aggregate: allTrue, report: true}
- {pointer: /status/e, aggregate: concatenate, report: true}
- {pointer: /status/f/g, aggregate: first, report: true}
health: [{pointer: /status/a, equalsPointer: /spec/a}, {pointer: /status/b, atLeastPointer: /spec/a}, {condition: Ready}]
dependencies: [{apiVersion: v1, kind: Secret, namePointer: /spec/a, namespacePointer: /spec/b}]
`

// all calls every hook, and checks that an error is an Error.
func all(t *testing.T, r *interpreter.Registry, object, observed *unstructured.Unstructured, items []interpreter.StatusItem) {
	t.Helper()
	ctx := context.Background()
	check := func(result any, err error) {
		t.Helper()
		if err == nil {
			return
		}
		var e *interpreter.Error
		require.ErrorAs(t, err, &e)
		require.NotEmpty(t, e.Operation)
		require.NotEmpty(t, err.Error())
		require.Empty(t, result, "a result with an error")
	}
	if hook, ok := r.ReplicaInterpreter(thing); ok {
		n, needs, err := hook.InterpretReplica(ctx, object)
		check(n, err)
		check(needs, err)
	}
	if hook, ok := r.ReplicaReviser(thing); ok {
		revised, err := hook.ReviseReplica(ctx, object, 7)
		check(revised, err)
		if err == nil {
			again, _ := r.ReplicaInterpreter(thing)
			if n, _, err := again.InterpretReplica(ctx, revised); err == nil {
				require.EqualValues(t, 7, n, "the revised number is not the one that is read")
			}
		}
	}
	if hook, ok := r.ComponentInterpreter(thing); ok {
		check(hook.InterpretComponent(ctx, object))
	}
	if hook, ok := r.Retainer(thing); ok {
		check(hook.Retain(ctx, object, observed))
	}
	if hook, ok := r.StatusInterpreter(thing); ok {
		check(hook.InterpretStatus(ctx, object))
	}
	if hook, ok := r.StatusAggregator(thing); ok {
		check(hook.AggregateStatus(ctx, object, items))
	}
	if hook, ok := r.HealthInterpreter(thing); ok {
		check(hook.InterpretHealth(ctx, object))
	}
	if hook, ok := r.DependencyInterpreter(thing); ok {
		check(hook.InterpretDependency(ctx, object))
	}
}

func TestHostileValues(t *testing.T) {
	t.Parallel()
	deep := any(map[string]any{})
	for range 20000 {
		deep = map[string]any{"a": deep}
	}
	cycle := map[string]any{}
	for _, key := range []string{"a", "b", "c", "spec", "status", "metadata", "name", "namespace", "kind", "conditions", "type"} {
		cycle[key] = cycle
	}
	for _, test := range []struct {
		name  string
		value any
	}{
		{"a map that contains itself", cycle},
		{"a list of a map that contains itself", []any{cycle}},
		{"an int", 1},
		{"a struct", struct{}{}},
		{"a map of strings", map[string]string{"a": "b"}},
		{"a list of strings", []string{"a"}},
		{"a pointer", new(int64)},
		{"a function", func() {}},
		{"not a number", math.NaN()},
		{"infinite", math.Inf(-1)},
		{"a nil map", map[string]any(nil)},
		{"a nil list", []any(nil)},
		{"nested too deep", deep},
		{"not a number, in a list", []any{math.NaN(), math.NaN(), math.Inf(1)}},
		{"not JSON, in a list", []any{struct{}{}, 1, func() {}, map[string]any{"x": []string{}}}},
		{"invalid UTF-8", "\xff\xfe"},
		{"invalid UTF-8 in a list", []any{"\xff", "\xfe", "\ufffd"}},
		{"the smallest", int64(math.MinInt64)},
		{"almost 2^63", math.Nextafter(1<<63, 0)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inside := map[string]any{"a": test.value, "b": test.value, "c": test.value, "d": test.value, "e": test.value, "f": test.value}
			registry := registryOf(t, every)
			for _, content := range []map[string]any{
				{"spec": inside, "status": inside}, {"spec": test.value, "status": test.value},
				{"metadata": test.value, "apiVersion": test.value, "kind": test.value}, {"status": map[string]any{"f": inside, "conditions": []any{test.value}}},
			} {
				object := &unstructured.Unstructured{Object: content}
				items := []interpreter.StatusItem{{ClusterName: "a", Status: content["status"]}, {ClusterName: "b", Status: content["status"]}}
				all(t, registry, object, object, items)
				all(t, registry, objectOf(t, "spec: {b: {}}"), object, items)
			}
		})
	}
}

// A value that no JSON decoder makes is an error in every aggregation.
func TestHostileItems(t *testing.T) {
	t.Parallel()
	for _, aggregation := range []string{"sum", "max", "min", "latest", "allTrue", "concatenate", "first"} {
		hook := hookOf(t, (*interpreter.Registry).StatusAggregator, "status: [{pointer: /status/x, aggregate: "+aggregation+"}]")
		for _, v := range []any{1, struct{}{}, func() {}, []any{struct{}{}}, map[string]string{}} {
			_, err := hook.AggregateStatus(context.Background(), objectOf(t, ""), []interpreter.StatusItem{{ClusterName: "a", Status: map[string]any{"x": v}}})
			require.ErrorContains(t, err, `of cluster "a" is`, "%s of %T", aggregation, v)
		}
	}
}

func TestNoObject(t *testing.T) {
	t.Parallel()
	registry := registryOf(t, every)
	there := objectOf(t, "spec: {}")
	for _, none := range []*unstructured.Unstructured{nil, {}} {
		all(t, registry, none, none, nil)
		all(t, registry, none, there, nil)
		all(t, registry, there, none, nil)
		_, err := hookOf(t, (*interpreter.Registry).HealthInterpreter, every).InterpretHealth(context.Background(), none)
		require.ErrorContains(t, err, "the object is nil")
		_, err = hookOf(t, (*interpreter.Registry).Retainer, every).Retain(context.Background(), there, none)
		require.EqualError(t, err, "Retain: Thing shop/web: the observed object is nil")
	}
}
