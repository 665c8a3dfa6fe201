package thirdparty_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
)

// TestSpoiled puts hostile values into the objects and statuses of the cases.
func TestSpoiled(t *testing.T) {
	t.Parallel()
	times := 40
	if testing.Short() {
		times = 4
	}
	for family, cases := range readCases(t) {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(27, uint64(len(family))))
			for _, c := range cases {
				for range times {
					q := questionOf(c).copied(t)
					kind := q.kind()
					switch {
					case len(q.Items) > 0 && random.IntN(2) == 0:
						i := random.IntN(len(q.Items))
						q.Items[i] = spoil(random, q.Items[i])
					case q.Observed != nil && random.IntN(2) == 0:
						q.Observed = spoil(random, q.Observed)
					default:
						q.Object = of(kind, spoil(random, q.Object))
					}
					_, _ = q.answer(t)
				}
			}
		})
	}
}

// spoil overwrites one place in a document, or the document itself, with a hostile value.
func spoil(random *rand.Rand, v any) any {
	if random.IntN(7) > 0 {
		switch v := v.(type) {
		case map[string]any:
			keys := make([]string, 0, len(v))
			for key := range v {
				keys = append(keys, key)
			}
			if slices.Sort(keys); len(keys) > 0 {
				key := keys[random.IntN(len(keys))]
				v[key] = spoil(random, v[key])
				return v
			}
		case []any:
			if len(v) > 0 {
				i := random.IntN(len(v))
				v[i] = spoil(random, v[i])
				return v
			}
		}
	}
	hostile := []any{
		nil, true, false, "", "x", "3", "0x10", "1_000", "inf", "nan", "1e999", "9223372036854775807", int64(-1), int64(math.MaxInt32 + 1),
		int64(math.MinInt64), 3.5, 1e300, math.Copysign(0, -1), []any{}, []any{nil}, []any{"x", int64(1)}, []any{[]any{}, []any{}}, map[string]any{},
		map[string]any{"": nil}, map[string]any{"name": int64(1)}, map[string]any{"name": "n", "a.b*": []any{}},
	}
	return hostile[random.IntN(len(hostile))]
}

// TestNotJSON calls every hook with objects that are not JSON: they contain themselves or Go values, or are too deep. Each is an error.
func TestNotJSON(t *testing.T) {
	t.Parallel()
	cycle := map[string]any{}
	cycle["spec"], cycle["status"], cycle["metadata"] = cycle, cycle, cycle
	list := []any{nil}
	list[0] = list
	deep := any("x")
	for range 100_000 {
		deep = map[string]any{"spec": deep}
	}
	for name, v := range map[string]any{
		"cycle": cycle, "list": list, "deep": deep, "int": 7, "NaN": math.NaN(), "infinite": math.Inf(1), "struct": struct{}{}, "typed map": map[string]string{"a": "b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, hook := range hooks() {
				if testing.Short() && name == "cycle" && i%4 != 0 {
					continue
				}
				at := []string{"spec", "status", "metadata"}[i%3] // one for each hook: a value that is too large takes a while
				q := question{Op: hook.Operation, Object: of(hook.Kind, map[string]any{at: v}), Replicas: 3}
				_, err := q.ask(registry)
				require.Error(t, err, "%v: %s", hook, at)
				require.LessOrEqual(t, len(err.Error()), 2000)
				q = question{Op: hook.Operation, Object: of(hook.Kind, nil), Observed: map[string]any{"spec": v}, Items: []any{map[string]any{"status": v}}}
				if hook.Operation == interpreter.Retain || hook.Operation == interpreter.AggregateStatus {
					_, err := q.ask(registry)
					require.Error(t, err, "%v", hook)
				}
			}
		})
	}
}

// TestNil calls every hook without an object, with an empty one, and without a clock.
func TestNil(t *testing.T) {
	t.Parallel()
	for _, i := range append(thirdparty.Interpreters(nil), thirdparty.Interpreters(clock)...) {
		for _, o := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{}}, {Object: map[string]any{"spec": nil, "status": nil, "metadata": nil}}} {
			for _, given := range [][]interpreter.StatusItem{nil, {}, {{}}, {{}, {ClusterName: "a"}}, {{Status: map[string]any{}}, {Status: []any{}}}} {
				require.NotPanics(t, func() { callAll(t, i, o, given) }, "%v", i.Kinds())
			}
		}
	}
}

func callAll(t *testing.T, i interpreter.Interpreter, o *unstructured.Unstructured, given []interpreter.StatusItem) {
	t.Helper()
	ctx := t.Context()
	switch hook := i.(type) {
	case interpreter.ReplicaInterpreter:
		_, _, _ = hook.InterpretReplica(ctx, o)
	case interpreter.ComponentInterpreter:
		_, _ = hook.InterpretComponent(ctx, o)
	case interpreter.ReplicaReviser:
		_, _ = hook.ReviseReplica(ctx, o, math.MaxInt64)
	case interpreter.Retainer:
		_, _ = hook.Retain(ctx, o, o)
	case interpreter.StatusAggregator:
		_, _ = hook.AggregateStatus(ctx, o, given)
	case interpreter.StatusInterpreter:
		_, _ = hook.InterpretStatus(ctx, o)
	case interpreter.HealthInterpreter:
		_, _ = hook.InterpretHealth(ctx, o)
	case interpreter.DependencyInterpreter:
		_, _ = hook.InterpretDependency(ctx, o)
	default:
		t.Fatalf("%T has no hook", i)
	}
}

// large returns an object of a kind with n of everything: components, conditions, tasks, volumes, and its status for an item.
func large(kind string, n int) map[string]any {
	list := func(entry func(i int) any) []any {
		all := make([]any, n)
		for i := range all {
			all[i] = entry(i)
		}
		return all
	}
	named := func(entry func(i int) any) map[string]any {
		all := map[string]any{}
		for i, e := range list(entry) {
			all[fmt.Sprint(i)] = e
		}
		return all
	}
	volumes := list(func(i int) any { return map[string]any{"configMap": map[string]any{"name": fmt.Sprint(i)}} })
	pod := map[string]any{"spec": map[string]any{"volumes": volumes, "containers": list(func(i int) any {
		return map[string]any{"name": fmt.Sprint(i), "envFrom": []any{map[string]any{"secretRef": map[string]any{"name": fmt.Sprint(i)}}}}
	})}}
	group := func(i int) any { return map[string]any{"groupName": fmt.Sprint(i), "replicas": int64(1_000_000_000)} }
	cluster := map[string]any{"headGroupSpec": map[string]any{"template": pod}, "workerGroupSpecs": list(group)}
	spec := map[string]any{
		"replicas": int64(1_000_000_000), "template": pod, "tasks": list(group), "volumes": volumes, "rayClusterSpec": cluster, "rayClusterConfig": cluster,
		"headGroupSpec": cluster["headGroupSpec"], "workerGroupSpecs": cluster["workerGroupSpecs"], "type": "Java", "serviceAccountName": "a",
		"valuesFrom": list(func(i int) any { return map[string]any{"kind": "Secret", "name": fmt.Sprint(i)} }),
		"driver":     map[string]any{"memory": "1g"},
	}
	status := map[string]any{
		"conditions": list(func(i int) any {
			return map[string]any{"type": fmt.Sprint(i / 2), "status": "True", "message": "m", "lastUpdateTime": "t", "lastTransitionTime": "t"}
		}),
		"taskStatusCount":     named(func(int) any { return map[string]any{"phase": map[string]any{"Running": int64(1)}} }),
		"executorState":       named(func(int) any { return "RUNNING" }),
		"controlledResources": named(func(int) any { return "x" }),
		"replicaStatuses":     named(func(int) any { return map[string]any{"active": int64(1)} }),
		"active":              int64(1),
		"activeServiceStatus": map[string]any{"applicationStatuses": named(func(int) any { return map[string]any{"status": "RUNNING"} })},
	}
	if kind == "AdvancedCronJob" {
		status["active"] = list(func(i int) any { return map[string]any{"name": fmt.Sprint(i)} })
	}
	return map[string]any{"metadata": map[string]any{"namespace": "a"}, "spec": spec, "status": status}
}

// TestLarge calls every hook with objects of many entries, and with many members: time and memory grow in proportion. It does not run in
// parallel.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for _, hook := range hooks() {
		var spent []uint64
		for _, n := range []int{50, 200} {
			q := question{Op: hook.Operation, Object: of(hook.Kind, large(hook.Kind.Kind, n)), Replicas: 1_000_000_000}
			switch hook.Operation {
			case interpreter.Retain:
				q.Observed = large(hook.Kind.Kind, n)
			case interpreter.AggregateStatus:
				status := large(hook.Kind.Kind, 10)["status"]
				for i := range n {
					q.Items = append(q.Items, map[string]any{"clusterName": fmt.Sprint("member", i), "status": status})
				}
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _ = q.ask(registry)
			runtime.ReadMemStats(&after)
			spent = append(spent, after.TotalAlloc-before.TotalAlloc)
		}
		require.Less(t, spent[1], spent[0]*6+1<<16, "%v: %d", hook, spent)
	}
}

// TestLongStrings has long strings everywhere. Errors stay short. The square of the length would take longer than a test may.
func TestLongStrings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("9", 1<<18)
	for family, cases := range readCases(t) {
		for _, c := range cases {
			q := questionOf(c).copied(t)
			q.Object = of(q.kind(), lengthen(q.Object, long))
			if q.Items != nil {
				q.Items = items(lengthen(q.Items, long))
			}
			_, err := q.ask(registry)
			if err != nil {
				require.LessOrEqual(t, len(err.Error()), len(long)+3000, "%s: %v", family, c["name"])
			}
		}
	}
}

// lengthen replaces every string by a long one.
func lengthen(v any, long string) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			v[key] = lengthen(e, long)
		}
	case []any:
		for i, e := range v {
			v[i] = lengthen(e, long)
		}
	case string:
		return long
	}
	return v
}
