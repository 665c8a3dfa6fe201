package declared_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

func TestInterpretReplica(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, declaration, object string
		want                      string
	}{
		{"there", `replicas: {pointer: /spec/replicas, default: 1}`, `spec: {replicas: 3}`, `3`},
		{"zero", `replicas: {pointer: /spec/replicas, default: 1}`, `spec: {replicas: 0}`, `0`},
		{"absent with a default", `replicas: {pointer: /spec/replicas, default: 1}`, `spec: {}`, `1`},
		{"null is absent", `replicas: {pointer: /spec/replicas, default: 1}`, `spec: {replicas: null}`, `1`},
		{"nothing is inside null", `replicas: {pointer: /spec/replicas, default: 1}`, `spec: null`, `1`},
		{"absent without a default", `replicas: {pointer: /spec/replicas}`, ``, `0`},
		{"JSON has one kind of number", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: 3.0}`, `3`},
		{"the most", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: 2147483647}`, `2147483647`},
		{"in a list", `replicas: {pointer: /spec/groups/1/size}`, `spec: {groups: [{size: 1}, {size: 2}]}`, `2`},
		{"after the end of a list", `replicas: {pointer: /spec/groups/2/size, default: 5}`, `spec: {groups: [{size: 1}, {size: 2}]}`, `5`},
		{"escaped tokens", `replicas: {pointer: /spec/a~1b~0c}`, `spec: {a/b~c: 4}`, `4`},
		{"an empty token is a key", `replicas: {pointer: /spec/}`, `spec: {"": 4}`, `4`},
		{"a string", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: "3"}`, `error: /spec/replicas is the string "3", expected an integer`},
		{"a fraction", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: 1.5}`, `error: /spec/replicas is the number 1.5, expected an integer`},
		{"beyond int64", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: 1e30}`, `error: /spec/replicas is the number 1e+30, expected an integer`},
		{"beyond int32", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: 2147483648}`, `error: /spec/replicas is the number 2147483648, expected 0 to 2147483647 replicas`},
		{"negative", `replicas: {pointer: /spec/replicas}`, `spec: {replicas: -1}`, `error: /spec/replicas is the number -1, expected 0 to 2147483647 replicas`},
		{"through a string", `replicas: {pointer: /spec/replicas}`, `spec: all`, `error: /spec is the string "all", expected an object`},
		{"through a list without an index", `replicas: {pointer: /spec/replicas}`, `spec: [1]`, `error: /spec is a list, expected an object`},
		{"an index that RFC 6901 forbids", `replicas: {pointer: /spec/01}`, `spec: [1, 2]`, `error: /spec is a list, expected an object`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook, object := hookOf(t, (*interpreter.Registry).ReplicaInterpreter, test.declaration), objectOf(t, test.object)
			replicas, err := unwritten(t, func() (int32, error) {
				n, requirements, err := hook.InterpretReplica(context.Background(), object)
				require.Nil(t, requirements, "requirements without a template")
				return n, err
			}, object)
			require.Equal(t, test.want, outcome(t, replicas, err))
		})
	}
}

// pods is a pod spec that has requests, and names another object.
const pods = `{nodeSelector: {disk: ssd}, containers: [{name: app, resources: {requests: {cpu: 500m}}, envFrom: [{configMapRef: {name: settings}}]}]}`

func TestRequirements(t *testing.T) {
	t.Parallel()
	const needs = `{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"resourceRequest":{"cpu":"500m"}}`
	for _, test := range []struct {
		name, template, object string
		want                   string
	}{
		{"a pod template", `/spec/template`, `spec: {template: {metadata: {labels: {a: b}}, spec: ` + pods + `}}`, needs},
		{"a pod spec", `/spec/template/spec`, `spec: {template: {spec: ` + pods + `}}`, needs},
		{"the spec of the object is a pod spec", `/spec`, `spec: ` + pods, needs},
		{"a pod spec in a list", `/spec/groups/0/pods`, `spec: {groups: [{pods: ` + pods + `}]}`, needs},
		{"absent", `/spec/template`, `spec: {}`, `null`},
		{"null", `/spec/template`, `spec: {template: null}`, `null`},
		{"empty", `/spec/template`, `spec: {template: {}}`, `null`},
		{"a template without a pod spec", `/spec/template`, `spec: {template: {metadata: {labels: {a: b}}}}`, `null`},
		{"a template with nothing in it", `/spec/template`, `spec: {template: {spec: null}}`, `null`},
		{"through a string", `/spec/template`, `spec: all`, `error: /spec is the string "all", expected an object`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook := hookOf(t, (*interpreter.Registry).ReplicaInterpreter, "replicas: {pointer: /spec/replicas}\ntemplate: "+test.template)
			object := objectOf(t, test.object)
			requirements, err := unwritten(t, func() (*interpreter.ReplicaRequirements, error) {
				_, requirements, err := hook.InterpretReplica(context.Background(), object)
				return requirements, err
			}, object)
			require.Equal(t, test.want, outcome(t, requirements, err))
		})
	}
}

func TestWrongTemplate(t *testing.T) {
	t.Parallel()
	const declaration = "replicas: {pointer: /spec/replicas}\ntemplate: /spec/template"
	for _, text := range []string{`spec: {template: all}`, `spec: {template: [1]}`, `spec: {template: {containers: {}}}`, `spec: {template: {spec: {nodeSelector: {disk: 1}}}}`} {
		object := objectOf(t, text)
		_, requirements, err := hookOf(t, (*interpreter.Registry).ReplicaInterpreter, declaration).InterpretReplica(context.Background(), object)
		require.Nil(t, requirements)
		require.ErrorContains(t, err, "InterpretReplica: Thing shop/web: /spec/template is not a pod template: ", text)
		dependencies, err := hookOf(t, (*interpreter.Registry).DependencyInterpreter, declaration).InterpretDependency(context.Background(), object)
		require.Nil(t, dependencies)
		require.ErrorContains(t, err, "InterpretDependency: Thing shop/web: /spec/template is not a pod template: ", text)
	}
}

func TestReviseReplica(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, pointer, object string
		replicas              int64
		want                  string // without the head and the metadata
	}{
		{"there", `/spec/replicas`, `spec: {replicas: 3, paused: true}`, 5, `{"spec":{"paused":true,"replicas":5}}`},
		{"no replicas", `/spec/replicas`, `spec: {replicas: 3}`, 0, `{"spec":{"replicas":0}}`},
		{"the most", `/spec/replicas`, `spec: {replicas: 3}`, math.MaxInt32, `{"spec":{"replicas":2147483647}}`},
		{"absent", `/spec/replicas`, `spec: {}`, 5, `{"spec":{"replicas":5}}`},
		{"null", `/spec/replicas`, `spec: {replicas: null}`, 5, `{"spec":{"replicas":5}}`},
		{"missing parents are created", `/spec/scale/replicas`, ``, 5, `{"spec":{"scale":{"replicas":5}}}`},
		{"null parents are replaced", `/spec/scale/replicas`, `spec: {scale: null}`, 5, `{"spec":{"scale":{"replicas":5}}}`},
		{"in a list", `/spec/groups/1/size`, `spec: {groups: [{size: 1}, {}]}`, 5, `{"spec":{"groups":[{"size":1},{"size":5}]}}`},
		{"in a null element", `/spec/groups/0/size`, `spec: {groups: [null]}`, 5, `{"spec":{"groups":[{"size":5}]}}`},
		{"the element itself", `/spec/sizes/0`, `spec: {sizes: [1, 2]}`, 5, `{"spec":{"sizes":[5,2]}}`},
		{"elements are not created", `/spec/groups/2/size`, `spec: {groups: [{size: 1}, {}]}`, 5, `error: /spec/groups has 2 elements, so index 2 does not exist`},
		{"lists are not created", `/spec/groups/0`, `spec: {}`, 5, `{"spec":{"groups":{"0":5}}}`},
		{"the end of a list is not an element", `/spec/sizes/-`, `spec: {sizes: [1]}`, 5, `error: /spec/sizes is a list, expected an object`},
		{"a string", `/spec/replicas`, `spec: {replicas: "3"}`, 5, `error: /spec/replicas is the string "3", expected an integer`},
		{"a fraction", `/spec/replicas`, `spec: {replicas: 0.5}`, 5, `error: /spec/replicas is the number 0.5, expected an integer`},
		{"through a string", `/spec/replicas`, `spec: all`, 5, `error: /spec is the string "all", expected an object`},
		{"negative", `/spec/replicas`, `spec: {}`, -1, `error: found -1 replicas, expected 0 to 2147483647`},
		{"beyond int32", `/spec/replicas`, `spec: {}`, math.MaxInt32 + 1, `error: found 2147483648 replicas, expected 0 to 2147483647`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook, object := hookOf(t, (*interpreter.Registry).ReplicaReviser, `replicas: {pointer: `+test.pointer+`}`), objectOf(t, test.object)
			revised, err := unwritten(t, func() (any, error) {
				o, err := hook.ReviseReplica(context.Background(), object, test.replicas)
				return rest(t, o), err
			}, object)
			require.Equal(t, test.want, outcome(t, revised, err))
		})
	}
}
