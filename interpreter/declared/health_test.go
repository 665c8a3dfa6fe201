package declared_test

import (
	"context"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// interpretHealthCases are the cases of [TestInterpretHealth].
var interpretHealthCases = []struct {
	name, health, object string
	want                 string
}{
	{"equal to a string", `{pointer: /status/phase, equals: Ready}`, `status: {phase: Ready}`, `true`},
	{"not equal to a string", `{pointer: /status/phase, equals: Ready}`, `status: {phase: Failed}`, `false`},
	{"absent is not equal to a string", `{pointer: /status/phase, equals: Ready}`, ``, `false`},
	{"absent is the empty string", `{pointer: /status/error, equals: ""}`, `status: {}`, `true`},
	{"absent is false", `{pointer: /status/failed, equals: false}`, `status: {failed: null}`, `true`},
	{"absent is 0", `{pointer: /status/failed, equals: 0}`, ``, `true`},
	{"numbers as in JSON", `{pointer: /status/ready, equals: 1}`, `status: {ready: 1.0}`, `true`},
	{"fractions", `{pointer: /status/progress, equals: 0.5}`, `status: {progress: 0.5}`, `true`},
	{"large integers are exact", `{pointer: /status/ready, equals: 9007199254740993}`, `status: {ready: 9007199254740992}`, `false`},
	{"a number is not a string", `{pointer: /status/ready, equals: "1"}`, `status: {ready: 1}`, `false`},

	{"equal to another", `{pointer: /status/a, equalsPointer: /spec/a}`, `{spec: {a: {b: [1, x]}}, status: {a: {b: [1, x]}}}`, `true`},
	{"not equal to another", `{pointer: /status/a, equalsPointer: /spec/a}`, `{spec: {a: [1, 2]}, status: {a: [2, 1]}}`, `false`},
	{"both absent", `{pointer: /status/a, equalsPointer: /spec/a}`, ``, `true`},
	{"absent is an empty list", `{pointer: /status/a, equalsPointer: /spec/a}`, `{status: {a: []}}`, `true`},
	{"absent is an empty object", `{pointer: /status/a, equalsPointer: /spec/a}`, `{spec: {a: {}}}`, `true`},
	{"absent is not a full list", `{pointer: /status/a, equalsPointer: /spec/a}`, `{status: {a: [1]}}`, `false`},
	{"a number and a string", `{pointer: /status/a, equalsPointer: /spec/a}`, `{spec: {a: 1}, status: {a: "1"}}`, `false`},

	{"all replicas are ready", `{pointer: /status/ready, equalsPointer: /spec/replicas}`, `{spec: {replicas: 3}, status: {ready: 3}}`, `true`},
	{"one replica is ready, and the default is one", `{pointer: /status/ready, equalsPointer: /spec/replicas}`, `{spec: {}, status: {ready: 1}}`, `true`},
	{"no replica is ready, and the default is one", `{pointer: /status/ready, equalsPointer: /spec/replicas}`, `{spec: {}, status: {}}`, `false`},
	{"no replica is ready, and none is wanted", `{pointer: /status/ready, equalsPointer: /spec/replicas}`, `{spec: {replicas: 0}, status: {}}`, `true`},
	{"the default on the other side", `{pointer: /spec/replicas, equals: 1}`, `{}`, `true`},
	{"the default at least", `{pointer: /status/ready, atLeastPointer: /spec/replicas}`, `{status: {ready: 1}}`, `true`},
	{"the default of a component", `{pointer: /status/ready, atLeastPointer: /spec/workers}`, `{status: {ready: 1}}`, `false`},

	{"at least a number", `{pointer: /status/ready, atLeast: 2}`, `status: {ready: 2}`, `true`},
	{"less than a number", `{pointer: /status/ready, atLeast: 2}`, `status: {ready: 1}`, `false`},
	{"absent is at least 0", `{pointer: /status/ready, atLeast: 0}`, ``, `true`},
	{"absent is more than -1", `{pointer: /status/ready, atLeast: -1}`, ``, `true`},
	{"at least another", `{pointer: /status/seen, atLeastPointer: /metadata/generation}`, `status: {seen: 5}`, `true`},
	{"less than another", `{pointer: /status/seen, atLeastPointer: /status/wanted}`, `status: {seen: 5, wanted: 6}`, `false`},
	{"a string compared with a number", `{pointer: /status/ready, atLeast: 2}`, `status: {ready: "3"}`, `error: /status/ready is the string "3", expected an integer`},
	{"a number compared with a string", `{pointer: /status/ready, atLeastPointer: /spec/a}`, `{spec: {a: x}, status: {ready: 3}}`, `error: /spec/a is the string "x", expected an integer`},

	{"a condition", `{condition: Ready}`, `status: {conditions: [{type: A, status: "False"}, {type: Ready, status: "True"}]}`, `true`},
	{"a condition that is False", `{condition: Ready}`, `status: {conditions: [{type: Ready, status: "False"}]}`, `false`},
	{"a condition that is Unknown", `{condition: Ready}`, `status: {conditions: [{type: Ready, status: Unknown}]}`, `false`},
	{"a condition with a boolean", `{condition: Ready}`, `status: {conditions: [{type: Ready, status: true}]}`, `false`},
	{"the first condition decides", `{condition: Ready}`, `status: {conditions: [{type: Ready, status: "False"}, {type: Ready, status: "True"}]}`, `false`},
	{"no such condition", `{condition: Ready}`, `status: {conditions: []}`, `false`},
	{"no conditions", `{condition: Ready}`, ``, `false`},
	{"conditions elsewhere", `{pointer: /status/checks, condition: Ready}`, `status: {checks: [{type: Ready, status: "True"}]}`, `true`},
	{"conditions that are not a list", `{condition: Ready}`, `status: {conditions: {}}`, `error: /status/conditions is an object, expected a list of conditions`},
	{"a condition that is not an object", `{condition: Ready}`, `status: {conditions: [Ready]}`, `error: /status/conditions/0 is the string "Ready", expected a condition`},

	{"through a string", `{pointer: /status/ready, equals: 1}`, `status: good`, `error: /status is the string "good", expected an object`},
	{"through a string, on the other side", `{pointer: /status/ready, equalsPointer: /spec/a/b}`, `{spec: {a: x}}`, `error: /spec/a is the string "x", expected an object`},
}

func TestInterpretHealth(t *testing.T) {
	t.Parallel()
	for _, test := range interpretHealthCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook := hookOf(t, (*interpreter.Registry).HealthInterpreter, `replicas: {pointer: /spec/replicas, default: 1}
components: [{name: worker, replicas: {pointer: /spec/workers, default: 2}}]
health: [`+test.health+`]`)
			object := objectOf(t, "")
			more, _ := valueOf(t, test.object).(map[string]any)
			maps.Copy(object.Object, more)
			healthy, err := unwritten(t, func() (bool, error) { return hook.InterpretHealth(context.Background(), object) }, object)
			require.Equal(t, test.want, outcome(t, healthy, err))
		})
	}
}

func TestAllConditions(t *testing.T) {
	t.Parallel()
	hook := hookOf(t, (*interpreter.Registry).HealthInterpreter,
		"health:\n- {pointer: /status/seen, atLeastPointer: /metadata/generation}\n- {condition: Ready}\n- {pointer: /status/count, atLeast: 1}")
	for _, test := range []struct{ name, status, want string }{
		{"all are met", `{seen: 1, count: 1, conditions: [{type: Ready, status: "True"}]}`, `true`},
		{"the last is not met", `{seen: 1, conditions: [{type: Ready, status: "True"}]}`, `false`},
		{"an error after an unmet condition is not reached", `{seen: 1, count: x}`, `false`},
		{"an error after met conditions", `{count: x, conditions: [{type: Ready, status: "True"}]}`, `error: /status/count is the string "x", expected an integer`},
	} {
		healthy, err := hook.InterpretHealth(context.Background(), objectOf(t, "status: "+test.status))
		require.Equal(t, test.want, outcome(t, healthy, err), test.name)
	}
}
