package interpreter_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

func TestFirstHookWins(t *testing.T) {
	t.Parallel()
	silent := kinds{things}
	first, second := &judge{kinds: kinds{things}}, &judge{kinds: kinds{things, others}}
	r := interpreter.NewRegistry(silent, nil, first, second)

	hook, found := r.HealthInterpreter(things)
	require.True(t, found)
	require.Same(t, first, hook, "the first interpreter that has the hook")

	hook, found = r.HealthInterpreter(others)
	require.True(t, found)
	require.Same(t, second, hook, "the first interpreter that supports the kind")

	retainer, found := r.Retainer(things)
	require.False(t, found)
	require.Nil(t, retainer)
}

// The hook is nil if an interpreter has the hook but not the kind.
func TestNoHook(t *testing.T) {
	t.Parallel()
	hook, found := interpreter.NewRegistry(&judge{kinds: kinds{others}}).HealthInterpreter(things)
	require.False(t, found)
	require.Nil(t, hook)
}

func TestErrorsAreFinal(t *testing.T) {
	t.Parallel()
	first, second := &judge{kinds: kinds{things}, fails: true}, &judge{kinds: kinds{things}}
	hook, found := interpreter.NewRegistry(first, second).HealthInterpreter(things)
	require.True(t, found)
	_, err := hook.InterpretHealth(context.Background(), &unstructured.Unstructured{})
	require.ErrorIs(t, err, errJudge)
	require.Equal(t, 1, first.calls)
	require.Zero(t, second.calls, "the second interpreter was called after an error")
}

func TestAny(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		kind     schema.GroupVersionKind
		expected bool
	}{
		{"the kind itself", things, true},
		{"everything", schema.GroupVersionKind{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}, true},
		{"any group", schema.GroupVersionKind{Group: interpreter.Any, Version: "v1", Kind: "Thing"}, true},
		{"any version", schema.GroupVersionKind{Group: "example.io", Version: interpreter.Any, Kind: "Thing"}, true},
		{"any kind", schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: interpreter.Any}, true},
		{"any kind of another group", schema.GroupVersionKind{Version: "v1", Kind: interpreter.Any}, false},
		{"another version", schema.GroupVersionKind{Group: "example.io", Version: "v2", Kind: "Thing"}, false},
		{"another case", schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "thing"}, false},
		{"a pattern is not supported", schema.GroupVersionKind{Group: "*.io", Version: "v1", Kind: "Thing"}, false},
		{"empty is not any", schema.GroupVersionKind{}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := interpreter.NewRegistry(&judge{kinds: kinds{others, test.kind}})
			_, found := r.HealthInterpreter(things)
			require.Equal(t, test.expected, found)
			require.Equal(t, test.expected, r.Enabled(things, interpreter.InterpretHealth))
		})
	}
}

// An object of kind "*" does not match every kind.
func TestAnyOfTheObject(t *testing.T) {
	t.Parallel()
	r := interpreter.NewRegistry(&judge{kinds: kinds{things}})
	_, found := r.HealthInterpreter(schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "*"})
	require.False(t, found)
}

// lone has one interpreter for each hook, and the method that finds it.
var lone = []struct {
	op          interpreter.Operation
	interpreter interpreter.Interpreter
	find        func(r *interpreter.Registry, kind schema.GroupVersionKind) bool
}{
	{interpreter.InterpretReplica, replicaInterpreter{kinds: kinds{things}}, finds((*interpreter.Registry).ReplicaInterpreter)},
	{interpreter.InterpretComponent, componentInterpreter{kinds: kinds{things}}, finds((*interpreter.Registry).ComponentInterpreter)},
	{interpreter.ReviseReplica, replicaReviser{kinds: kinds{things}}, finds((*interpreter.Registry).ReplicaReviser)},
	{interpreter.Retain, retainer{kinds: kinds{things}}, finds((*interpreter.Registry).Retainer)},
	{interpreter.AggregateStatus, statusAggregator{kinds: kinds{things}}, finds((*interpreter.Registry).StatusAggregator)},
	{interpreter.InterpretStatus, statusInterpreter{kinds: kinds{things}}, finds((*interpreter.Registry).StatusInterpreter)},
	{interpreter.InterpretHealth, healthInterpreter{kinds: kinds{things}}, finds((*interpreter.Registry).HealthInterpreter)},
	{interpreter.InterpretDependency, dependencyInterpreter{kinds: kinds{things}}, finds((*interpreter.Registry).DependencyInterpreter)},
}

func finds[H any](find func(*interpreter.Registry, schema.GroupVersionKind) (H, bool)) func(*interpreter.Registry, schema.GroupVersionKind) bool {
	return func(r *interpreter.Registry, kind schema.GroupVersionKind) bool {
		_, found := find(r, kind)
		return found
	}
}

func TestEveryHook(t *testing.T) {
	t.Parallel()
	require.Len(t, interpreter.Operations(), len(lone))
	for _, one := range lone {
		require.Contains(t, interpreter.Operations(), one.op)
		r := interpreter.NewRegistry(kinds{things}, one.interpreter)
		require.Equal(t, []interpreter.Hook{{Kind: things, Operation: one.op}}, r.Hooks())
		for _, other := range lone {
			require.Equal(t, one.op == other.op, other.find(r, things), "%s finds %s", other.op, one.op)
			require.Equal(t, one.op == other.op, r.Enabled(things, other.op), "%s enables %s", one.op, other.op)
			require.Equal(t, one.op == other.op, interpreter.Supports(one.interpreter, other.op), "%s supports %s", one.op, other.op)
			require.False(t, other.find(r, others))
			require.False(t, r.Enabled(others, other.op))
		}
	}
}

func TestUnknownOperation(t *testing.T) {
	t.Parallel()
	r := interpreter.NewRegistry(&judge{kinds: kinds{things}})
	for _, op := range []interpreter.Operation{"", "Prune", "interprethealth", interpreter.Any} {
		require.False(t, interpreter.Supports(&judge{}, op), op)
		require.False(t, r.Enabled(things, op), op)
	}
	require.False(t, interpreter.Supports(nil, interpreter.InterpretHealth))
}

func TestHooks(t *testing.T) {
	t.Parallel()
	core := schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	newer := schema.GroupVersionKind{Group: "example.io", Version: "v2", Kind: "Other"}
	everything := schema.GroupVersionKind{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}
	r := interpreter.NewRegistry(
		retainer{kinds: kinds{newer, things, core}},
		kinds{{Group: "silent.io", Version: "v1", Kind: "Silent"}},
		&judge{kinds: kinds{things, things, everything}},
		&judge{kinds: kinds{others, things}},
	)
	require.Equal(t, []interpreter.Hook{
		{Kind: core, Operation: interpreter.Retain},
		{Kind: everything, Operation: interpreter.InterpretHealth},
		{Kind: others, Operation: interpreter.InterpretHealth},
		{Kind: things, Operation: interpreter.InterpretHealth},
		{Kind: things, Operation: interpreter.Retain},
		{Kind: newer, Operation: interpreter.Retain},
	}, r.Hooks())

	hooks := r.Hooks()
	hooks[0].Operation = "scribble"
	require.Equal(t, interpreter.Retain, r.Hooks()[0].Operation, "the list belongs to the caller")
}

func TestEmptyRegistries(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*interpreter.Registry{"nil": nil, "zero": {}, "new": interpreter.NewRegistry(), "of nil": interpreter.NewRegistry(nil, nil)} {
		for _, one := range lone {
			require.False(t, one.find(r, things), name)
		}
		hook, _ := r.HealthInterpreter(things)
		require.Nil(t, hook, name)
		require.Empty(t, r.Hooks(), name)
		for _, op := range interpreter.Operations() {
			require.False(t, r.Enabled(things, op), name)
		}
	}
}

// TestCheck has every reason why a registry has no hook.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, reason string
		registry     *interpreter.Registry
		op           interpreter.Operation
		expected     string
	}{
		{"nil", "the caller forgot it", nil, interpreter.InterpretReplica, "no interpreter has InterpretReplica for example.io/v1, Kind=Thing: the Registry is nil or empty"},
		{"zero", "a Registry without NewRegistry", &interpreter.Registry{}, interpreter.InterpretReplica, "no interpreter has InterpretReplica for example.io/v1, Kind=Thing: the Registry is nil or empty"},
		{"another kind", "the interpreter has the hook for others", interpreter.NewRegistry(&judge{kinds: kinds{others}}), interpreter.InterpretHealth, "no interpreter in the Registry has InterpretHealth for example.io/v1, Kind=Thing"},
		{"another hook", "the interpreter knows the kind", interpreter.NewRegistry(&judge{kinds: kinds{things}}), interpreter.Retain, "no interpreter in the Registry has Retain for example.io/v1, Kind=Thing"},
		{"the hook", "nothing is wrong", interpreter.NewRegistry(&judge{kinds: kinds{things}}), interpreter.InterpretHealth, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := test.registry.Check(things, test.op)
			if test.expected == "" {
				require.NoError(t, err, test.reason)
				return
			}
			require.EqualError(t, err, test.expected, test.reason)
		})
	}
}

// TestLookupDoesNotAllocate looks up a hook that the last interpreter has, and one that no interpreter has.
func TestLookupDoesNotAllocate(t *testing.T) {
	r := interpreter.NewRegistry(kinds{things}, retainer{kinds: kinds{things}}, &judge{kinds: kinds{others}}, &judge{kinds: kinds{things}})
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, found := r.HealthInterpreter(things); !found {
			t.Error("not found")
		}
		if _, found := r.DependencyInterpreter(things); found {
			t.Error("found")
		}
	}))
}

func TestRegistryKeepsItsOrder(t *testing.T) {
	t.Parallel()
	first, second := &judge{kinds: kinds{things}}, &judge{kinds: kinds{things}}
	list := []interpreter.Interpreter{first, second}
	r := interpreter.NewRegistry(list...)
	slices.Reverse(list)
	hook, _ := r.HealthInterpreter(things)
	require.Same(t, first, hook, "the list is not shared")
}

func TestRegistryKeepsTheKinds(t *testing.T) {
	t.Parallel()
	understood := kinds{things}
	r := interpreter.NewRegistry(&judge{kinds: understood})
	understood[0] = others
	require.True(t, r.Enabled(things, interpreter.InterpretHealth), "the kinds at the time of NewRegistry")
	require.False(t, r.Enabled(others, interpreter.InterpretHealth), "kinds that were added later")
}

func TestOperationsReturnsACopy(t *testing.T) {
	t.Parallel()
	interpreter.Operations()[0] = "scribble"
	require.Equal(t, interpreter.InterpretReplica, interpreter.Operations()[0])
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	r := interpreter.NewRegistry(retainer{kinds: kinds{things}}, healthInterpreter{kinds: kinds{things, others}})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				if !finds((*interpreter.Registry).HealthInterpreter)(r, others) || finds((*interpreter.Registry).Retainer)(r, others) ||
					len(r.Hooks()) != 3 || !r.Enabled(things, interpreter.Retain) {
					t.Error("the registry changed")
				}
			}
		})
	}
	group.Wait()
}
