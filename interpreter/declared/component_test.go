package declared_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

func TestInterpretComponent(t *testing.T) {
	t.Parallel()
	const declaration = `components:
- {name: worker, replicas: {pointer: /spec/workers/count, default: 2}, template: /spec/workers/pods}
- {name: head, replicas: {pointer: /spec/heads}}`
	for _, test := range []struct {
		name, object, want string
	}{
		{"all components, by name", `spec: {heads: 1, workers: {count: 4, pods: ` + pods + `}}`,
			`[{"name":"head","replicas":1},{"name":"worker","replicas":4,"replicaRequirements":{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"resourceRequest":{"cpu":"500m"}}}]`},
		{"absent components are included", `spec: {}`, `[{"name":"head","replicas":0},{"name":"worker","replicas":2}]`},
		{"a string", `spec: {heads: one}`, `error: /spec/heads is the string "one", expected an integer`},
		{"negative", `spec: {workers: {count: -4}}`, `error: /spec/workers/count is the number -4, expected 0 to 2147483647 replicas`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook, object := hookOf(t, (*interpreter.Registry).ComponentInterpreter, declaration), objectOf(t, test.object)
			components, err := unwritten(t, func() ([]interpreter.Component, error) {
				return hook.InterpretComponent(context.Background(), object)
			}, object)
			require.Equal(t, test.want, outcome(t, components, err))
		})
	}
}

// The objects that the templates of components name are dependencies too.
func TestComponentDependencies(t *testing.T) {
	t.Parallel()
	hook := hookOf(t, (*interpreter.Registry).DependencyInterpreter, "components:\n- {name: worker, replicas: {pointer: /spec/workers}, template: /spec/pods}")
	found, err := hook.InterpretDependency(context.Background(), objectOf(t, `spec: {pods: `+pods+`}`))
	require.NoError(t, err)
	require.Equal(t, `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"settings"}]`, asJSON(t, found))
}
