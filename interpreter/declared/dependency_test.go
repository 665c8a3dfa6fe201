package declared_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

func TestInterpretDependency(t *testing.T) {
	t.Parallel()
	const declaration = `template: /spec/template
dependencies:
- {apiVersion: v1, kind: Secret, namePointer: /spec/tls/secretName}
- {apiVersion: v1, kind: Secret, namePointer: /spec/auth/name, namespacePointer: /spec/auth/namespace}
- {apiVersion: example.io/v1, kind: Pool, namePointer: /spec/pools/0/name}`
	for _, test := range []struct {
		name, object, want string
	}{
		{"nothing", ``, `null`},
		{"from the template", `spec: {template: {spec: ` + pods + `}}`, `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"settings"}]`},
		{"all, sorted", `spec: {template: ` + pods + `, tls: {secretName: b}, auth: {name: a, namespace: shop}, pools: [{name: p}, {name: q}]}`,
			`[{"apiVersion":"example.io/v1","kind":"Pool","namespace":"shop","name":"p"},{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"settings"},` +
				`{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"a"},{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"b"}]`},
		{"no duplicates", `spec: {tls: {secretName: a}, auth: {name: a}}`, `[{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"a"}]`},
		{"in another namespace", `spec: {auth: {name: a, namespace: vault}}`, `[{"apiVersion":"v1","kind":"Secret","namespace":"vault","name":"a"}]`},
		{"an empty namespace is absent", `spec: {auth: {name: a, namespace: ""}}`, `[{"apiVersion":"v1","kind":"Secret","namespace":"shop","name":"a"}]`},
		{"an empty name is absent", `spec: {tls: {secretName: ""}, auth: {name: null, namespace: vault}}`, `null`},
		{"a number", `spec: {tls: {secretName: 7}}`, `error: /spec/tls/secretName is the number 7, expected a string`},
		{"a namespace that is a list", `spec: {auth: {name: a, namespace: [vault]}}`, `error: /spec/auth/namespace is a list, expected a string`},
		{"through a string", `spec: {tls: all}`, `error: /spec/tls is the string "all", expected an object`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook, object := hookOf(t, (*interpreter.Registry).DependencyInterpreter, declaration), objectOf(t, test.object)
			found, err := unwritten(t, func() ([]interpreter.Dependency, error) {
				return hook.InterpretDependency(context.Background(), object)
			}, object)
			require.Equal(t, test.want, outcome(t, found, err))
		})
	}
}
