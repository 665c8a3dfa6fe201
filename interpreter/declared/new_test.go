package declared_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

func TestInterpretersHaveExactlyTheHooksDeclared(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, declaration string
		want              []interpreter.Operation // sorted
	}{
		{"none", ``, nil},
		{"empty lists declare nothing", "retain: []\nstatus: []\nhealth: []\ndependencies: []\ncomponents: []\nreplicas: {}\n", nil},
		{"replicas", `replicas: {pointer: /a}`, []interpreter.Operation{interpreter.InterpretReplica, interpreter.ReviseReplica}},
		{"a template is for dependencies too", `template: /a`, []interpreter.Operation{interpreter.InterpretDependency}},
		{"retain", `retain: [/a]`, []interpreter.Operation{interpreter.Retain}},
		{"aggregated", `status: [{pointer: /status/a, aggregate: sum}]`, []interpreter.Operation{interpreter.AggregateStatus}},
		{"reported", `status: [{pointer: /status/a, report: true}]`, []interpreter.Operation{interpreter.InterpretStatus}},
		{"health", `health: [{condition: A}]`, []interpreter.Operation{interpreter.InterpretHealth}},
		{"dependencies", `dependencies: [{apiVersion: v1, kind: A, namePointer: /a}]`, []interpreter.Operation{interpreter.InterpretDependency}},
		{"components", `components: [{name: a, replicas: {pointer: /a}}]`, []interpreter.Operation{interpreter.InterpretComponent}},
		{"components with templates", `components: [{name: a, replicas: {pointer: /a}, template: /b}]`, []interpreter.Operation{interpreter.InterpretComponent, interpreter.InterpretDependency}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var found []interpreter.Operation
			for _, hook := range registryOf(t, test.declaration).Hooks() {
				require.Equal(t, thing, hook.Kind)
				found = append(found, hook.Operation)
			}
			require.Equal(t, test.want, found)
		})
	}
}

func TestInterpretersErrors(t *testing.T) {
	t.Parallel()
	a := declared.Declaration{APIVersion: "v1", Kind: "A", Retain: []string{"/a"}}
	b := declared.Declaration{APIVersion: "v1", Kind: "A", Health: []declared.Condition{{Condition: "Ready"}}}
	bad := declared.Declaration{APIVersion: "v1", Retain: []string{"a"}}

	made, err := declared.Interpreters(a, b)
	require.NoError(t, err, "two declarations may share a kind")
	require.Len(t, made, 2)

	made, err = declared.Interpreters(a, bad, b, a, declared.Declaration{})
	require.Nil(t, made)
	require.EqualError(t, err, `declaration 2: [kind: Required value, retain[0]: Invalid value: "a": must be a JSON pointer, which starts with "/"]
declaration 4: Retain of v1, Kind=A is already declared, in declaration 1
declaration 5: [apiVersion: Required value, kind: Required value]`)

	made, err = declared.Interpreters()
	require.NoError(t, err)
	require.Empty(t, made)
}

// The interpreters do not change with the declaration, and their kinds do not change with the result of Kinds.
func TestInterpretersShareNothing(t *testing.T) {
	t.Parallel()
	ten := int64(10)
	d := declared.Declaration{APIVersion: "example.io/v1", Kind: "Thing", Health: []declared.Condition{{Pointer: "/count", AtLeast: &ten}}, Retain: []string{"/a"}}
	made, err := declared.Interpreters(d)
	require.NoError(t, err)
	ten, d.Retain[0], d.Health[0].Pointer = 0, "/b", "/c"
	for _, i := range made {
		i.Kinds()[0].Kind = "Other"
		require.Equal(t, thing, i.Kinds()[0])
	}
	registry := interpreter.NewRegistry(made...)
	health, _ := registry.HealthInterpreter(thing)
	healthy, err := health.InterpretHealth(context.Background(), objectOf(t, "count: 9\nc: 1"))
	require.NoError(t, err)
	require.False(t, healthy)
	retainer, _ := registry.Retainer(thing)
	kept, err := retainer.Retain(context.Background(), objectOf(t, "a: 1\nb: 1"), objectOf(t, "a: 2\nb: 2"))
	require.NoError(t, err)
	require.Equal(t, `{"a":2,"b":1}`, asJSON(t, rest(t, kept)))
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	hook := hookOf(t, (*interpreter.Registry).StatusAggregator, "status:\n- {pointer: /status/a, aggregate: concatenate}\n- {pointer: /status/b/c, aggregate: sum}")
	object, items := objectOf(t, "status: {a: [x]}"), itemsOf(t, `{a: [b, a], b: {c: 1}}`, `{a: [c], b: {c: 2}}`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				summed, err := hook.AggregateStatus(context.Background(), object, items)
				if err != nil || len(summed.Object["status"].(map[string]any)["a"].([]any)) != 3 {
					t.Errorf("%v, %v", summed, err)
				}
			}
		})
	}
	group.Wait()
}
