package lua_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// Each case is a script for an object, and its result as JSON, or a part of its error.
func TestHooks(t *testing.T) {
	for _, test := range []struct {
		name, reason string
		op           interpreter.Operation
		object       string // YAML of spec
		script       string
		want, err    string
	}{
		{
			name: "replicas and requirements", op: interpreter.InterpretReplica, object: `{replicas: 2}`, reason: "names match without case, and quantities are canonical",
			script: `function GetReplicas(o) return o.spec.replicas, {resourceRequest = {cpu = "0.1m"}, NODECLAIM = {NodeSelector = {a = "b"}}} end`,
			want:   `[2,{"nodeClaim":{"nodeSelector":{"a":"b"}},"resourceRequest":{"cpu":"100u"}}]`,
		},
		{
			name: "a fraction", op: interpreter.InterpretReplica, reason: "replicas are truncated",
			script: `function GetReplicas(o) return -2.9 end`, want: `[-2,null]`,
		},
		{
			name: "beyond int32", op: interpreter.InterpretReplica, reason: "as on amd64",
			script: `function GetReplicas(o) return 2^31 end`, want: `[-2147483648,null]`,
		},
		{
			name: "not a number", op: interpreter.InterpretReplica, reason: "as on amd64",
			script: `function GetReplicas(o) return 0/0 end`, want: `[-2147483648,null]`,
		},
		{
			name: "a numeric string", op: interpreter.InterpretReplica, reason: "strings are not numbers",
			script: `function GetReplicas(o) return "3" end`, err: "result type 3 is not number",
		},
		{
			name: "empty requirements", op: interpreter.InterpretReplica, reason: "they are not null",
			script: `function GetReplicas(o) return 1, {} end`, want: `[1,{}]`,
		},
		{
			name: "the chunk returns", op: interpreter.InterpretReplica, reason: "its values come before those of the function",
			script: `function GetReplicas(o) return 1, nil end return 7, {namespace = "a"}`, want: `[7,{"namespace":"a"}]`,
		},
		{
			name: "no components", op: interpreter.InterpretComponent, reason: "nil means no components",
			script: `function GetComponents(o) return nil end`, want: `null`,
		},
		{
			name: "components", op: interpreter.InterpretComponent, reason: "a table is decoded",
			script: `function GetComponents(o) return {{name = "a", replicas = 2, replicaRequirements = {resourceRequest = {cpu = 1}}}, {}} end`,
			want:   `[{"name":"a","replicas":2,"replicaRequirements":{"resourceRequest":{"cpu":"1"}}}]`,
		},
		{
			name: "a namespace of a component", op: interpreter.InterpretComponent, reason: "requirements of components do not have it, so it is ignored like an unknown field",
			script: `function GetComponents(o) return {{name = "a", replicaRequirements = {namespace = 5, priorityClassName = "high", nodeClaim = {nodeSelector = {x = "y"}}}}} end`,
			want:   `[{"name":"a","replicas":0,"replicaRequirements":{"nodeClaim":{"nodeSelector":{"x":"y"}},"priorityClassName":"high"}}]`,
		},
		{
			name: "the module package", op: interpreter.InterpretHealth, reason: "only the other libraries are loaded modules",
			script: `function InterpretHealth(o) return not pcall(require, "package") and package.loaded.package == nil and require("table") == table and package.loaded._G == _G end`, want: `true`,
		},
		{
			name: "a name with a quotation mark", op: interpreter.InterpretStatus, reason: "Karmada cannot decode the JSON that it makes",
			script: `function ReflectStatus(o) return {['a"b'] = {}, c = 1} end`, err: "quotation mark",
		},
		{
			name: "a fraction of a component", op: interpreter.InterpretComponent, reason: "replicas of components are integers",
			script: `function GetComponents(o) return {{name = "a", replicas = 1.5}} end`, err: "cannot unmarshal number 1.5",
		},
		{
			name: "a list as status", op: interpreter.InterpretStatus, reason: "any table is a status",
			script: `function ReflectStatus(o) return {1, "a", {true}} end`, want: `[1,"a",[true]]`,
		},
		{
			name: "an empty status", op: interpreter.InterpretStatus, reason: "it is an object",
			script: `function ReflectStatus(o) return {} end`, want: `{}`,
		},
		{
			name: "no status", op: interpreter.InterpretStatus, reason: "nil is not a table",
			script: `function ReflectStatus(o) return nil end`, err: "expect the returned replica type is table but got nil",
		},
		{
			name: "a table twice", op: interpreter.InterpretStatus, reason: "JSON has no references",
			script: `function ReflectStatus(o) return {a = o.spec, b = o.spec} end`, object: `{x: 1}`, err: "recursively nested",
		},
		{
			name: "a sparse list", op: interpreter.InterpretStatus, reason: "JSON has no gaps",
			script: `function ReflectStatus(o) return {1, nil, 3} end`, err: "sparse array",
		},
		{
			name: "mixed keys", op: interpreter.InterpretStatus, reason: "JSON has no such table",
			script: `function ReflectStatus(o) return {1, a = 2} end`, err: "mixed or invalid key types",
		},
		{
			name: "null in a list", op: interpreter.InterpretStatus, object: `{l: [1, null, 3]}`, reason: "nulls are left out, and the rest moves up",
			script: `function ReflectStatus(o) return {n = #o.spec.l, third = o.spec.l[3], l = o.spec.l} end`, want: `{"n":2,"l":[1,3]}`,
		},
		{
			name: "large numbers", op: interpreter.InterpretStatus, object: `{a: 9007199254740993, b: 4611686018427387904, c: 9223372036854775807}`,
			reason: "numbers are float64, and their shortest notation counts",
			script: `function ReflectStatus(o) return o.spec end`, want: `{"a":9007199254740992,"b":4611686018427388000,"c":9223372036854776000}`,
		},
		{
			name: "health", op: interpreter.InterpretHealth, object: `{a: 1}`, reason: "the result is a boolean",
			script: `function InterpretHealth(o) return o.spec.a == 1 end`, want: `true`,
		},
		{
			name: "a truthy health", op: interpreter.InterpretHealth, reason: "only booleans are accepted",
			script: `function InterpretHealth(o) return 1 end`, err: "but got number",
		},
		{
			name: "dependencies", op: interpreter.InterpretDependency, reason: "equal ones are returned once, unless they have a selector",
			script: `function GetDependencies(o) local s = {apiVersion = "v1", kind = "Secret", labelSelector = {matchLabels = {a = "b"}}}
				return {{apiVersion = "v1", kind = "Secret", name = "x"}, {apiVersion = "v1", kind = "Secret", name = "x"}, s} end`,
			want: `[{"apiVersion":"v1","kind":"Secret","labelSelector":{"matchLabels":{"a":"b"}}},{"apiVersion":"v1","kind":"Secret","name":"x"}]`,
		},
		{
			name: "an invalid dependency", op: interpreter.InterpretDependency, reason: "each has an apiVersion, a kind, and a name or a selector",
			script: `function GetDependencies(o) return {{name = "x"}, {apiVersion = "v1", kind = "Secret"}} end`,
			err:    "dependencies[0].apiVersion: Invalid value: \"\": missing required apiVersion",
		},
		{
			name: "one dependency", op: interpreter.InterpretDependency, reason: "the result is a list, also of one",
			script: `function GetDependencies(o) return {apiVersion = "v1", kind = "Secret", name = "x"} end`,
			err:    "the script returned a table that is not a list, expected a list of dependencies",
		},
		{
			name: "one component", op: interpreter.InterpretComponent, reason: "the result is a list, also of one",
			script: `function GetComponents(o) return {name = "a", replicas = 1} end`,
			err:    "the script returned a table that is not a list, expected a list of components",
		},
		{
			name: "revised", op: interpreter.ReviseReplica, object: `{replicas: 1, empty: {}, list: []}`, reason: "empty values are those of the object, others are deleted",
			script: `function ReviseReplica(o, n) o.spec.replicas = n o.spec.added = {} return o end`,
			want:   `{"apiVersion":"example.io/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"empty":{},"list":[],"replicas":7}}`,
		},
		{
			name: "without a kind", op: interpreter.ReviseReplica, reason: "an object has a kind",
			script: `function ReviseReplica(o, n) o.kind = nil return o end`, err: "the result has no kind",
		},
		{
			name: "aggregated", op: interpreter.AggregateStatus, object: `{empty: {}}`, reason: "there is no reference, so empty values are deleted",
			script: `function AggregateStatus(o, items) o.status = {n = #items, first = items[1].clusterName, applied = items[1].applied, health = items[1].health} return o end`,
			want:   `{"apiVersion":"example.io/v1","kind":"Widget","metadata":{"name":"w"},"spec":{},"status":{"applied":true,"first":"m1","health":"Healthy","n":1}}`,
		},
		{
			name: "no function", op: interpreter.InterpretHealth, reason: "a script must define its function",
			script: `local function InterpretHealth() return true end`, err: "not found function InterpretHealth",
		},
		{
			name: "not a function", op: interpreter.InterpretHealth, reason: "a script must define its function",
			script: `InterpretHealth = "x"`, err: "InterpretHealth is not a function: string",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var spec map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(test.object), &spec, func(d *json.Decoder) *json.Decoder { d.UseNumber(); return d }))
			object := &unstructured.Unstructured{}
			text, err := json.Marshal(map[string]any{"apiVersion": "example.io/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"}, "spec": spec})
			require.NoError(t, err)
			require.NoError(t, object.UnmarshalJSON(text))
			got, err := call(registryOf(t, test.op, test.script), test.op, object)
			if test.err != "" {
				require.ErrorContains(t, err, test.err, test.reason)
				require.ErrorContains(t, err, string(test.op)+": Widget w: ResourceInterpreterCustomization widgets: spec.customizations.")
				return
			}
			require.NoError(t, err, test.reason)
			text, err = json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, test.want, string(text), test.reason)
		})
	}
}

// call calls the hook of an operation.
func call(r *interpreter.Registry, op interpreter.Operation, object *unstructured.Unstructured) (any, error) {
	ctx := context.Background()
	changed := func(o *unstructured.Unstructured, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		return o.Object, nil
	}
	switch op {
	case interpreter.InterpretReplica:
		hook, _ := r.ReplicaInterpreter(widget)
		n, needs, err := hook.InterpretReplica(ctx, object)
		return []any{n, needs}, err
	case interpreter.InterpretComponent:
		hook, _ := r.ComponentInterpreter(widget)
		return hook.InterpretComponent(ctx, object)
	case interpreter.InterpretStatus:
		hook, _ := r.StatusInterpreter(widget)
		return hook.InterpretStatus(ctx, object)
	case interpreter.InterpretHealth:
		hook, _ := r.HealthInterpreter(widget)
		return hook.InterpretHealth(ctx, object)
	case interpreter.InterpretDependency:
		hook, _ := r.DependencyInterpreter(widget)
		return hook.InterpretDependency(ctx, object)
	case interpreter.ReviseReplica:
		hook, _ := r.ReplicaReviser(widget)
		return changed(hook.ReviseReplica(ctx, object, 7))
	case interpreter.AggregateStatus:
		hook, _ := r.StatusAggregator(widget)
		return changed(hook.AggregateStatus(ctx, object, []interpreter.StatusItem{{ClusterName: "m1", Applied: true, Health: interpreter.Healthy}}))
	}
	hook, _ := r.Retainer(widget)
	return changed(hook.Retain(ctx, object, object))
}

// Customizations are merged by name: of each operation the first script counts, and of dependencies all do.
func TestMerge(t *testing.T) {
	dependency := func(name string) string {
		return `function GetDependencies(o) return {{apiVersion = "v1", kind = "Secret", name = "` + name + `"}, {apiVersion = "v1", kind = "Secret", name = "both"}} end`
	}
	health := func(b string) string { return "function InterpretHealth(o) return " + b + " end" }
	other := customizationOf("a", interpreter.InterpretHealth, health("true"))
	other.Spec.Target.Kind = "*"
	interpreters, err := lua.New(options(),
		customizationOf("c", interpreter.InterpretHealth, health("true")), customizationOf("b", interpreter.InterpretHealth, health("false")),
		customizationOf("a", interpreter.InterpretHealth, ""), customizationOf("c", interpreter.InterpretDependency, dependency("x")),
		customizationOf("b", interpreter.InterpretDependency, dependency("y")), other)
	require.NoError(t, err)
	registry := interpreter.NewRegistry(interpreters...)
	got, err := call(registry, interpreter.InterpretHealth, thing())
	require.NoError(t, err)
	require.Equal(t, false, got)
	got, err = call(registry, interpreter.InterpretDependency, thing())
	require.NoError(t, err)
	var names []string
	for _, d := range got.([]interpreter.Dependency) {
		names = append(names, d.Name)
	}
	require.Equal(t, []string{"both", "x", "y"}, names)
	require.Equal(t, `lua "b"`, registry.Name(widget, interpreter.InterpretHealth))
	require.Equal(t, `lua "b", "c"`, registry.Name(widget, interpreter.InterpretDependency))
	require.False(t, registry.Enabled(schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Gadget"}, interpreter.InterpretHealth), "* is not a wildcard")
	require.False(t, registry.Enabled(widget, interpreter.Retain))
}

func TestDecode(t *testing.T) {
	const valid = `apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: widgets}
spec:
  target: {apiVersion: example.io/v1, kind: Widget}
  customizations:
    healthInterpretation: {luaScript: ""}
`
	for _, test := range []struct{ name, text, want string }{
		{"valid", valid, ""},
		{"nothing", "---\n---\n", ""},
		{"an unknown field", strings.Replace(valid, "luaScript", "luaScrpt", 1), `unknown field "spec.customizations.healthInterpretation.luaScrpt", did you mean "luaScript"?`},
		{"a missing script", strings.Replace(valid, `luaScript: ""`, "", 1), "/spec/customizations/healthInterpretation/luaScript is required"},
		{"a missing target", strings.Replace(valid, "apiVersion: example.io/v1, ", "", 1), "/spec/target/apiVersion is required"},
		{"another kind", strings.Replace(valid, "kind: Resource", "kind: X", 1), "expected ResourceInterpreterCustomization of config.karmada.io/v1alpha1"},
		{"a repeated field", valid + "kind: x\n", "already set"},
		{"a number", strings.Replace(valid, `""`, "5", 1), "cannot unmarshal number"},
		{"a list", "[]", "document 1"},
		{"a last line of as many bytes as the buffer of the reader", "[" + strings.Repeat(" ", 4096-2) + "]", "document 1"},
	} {
		got, err := lua.Decode(strings.NewReader(test.text))
		if test.want != "" {
			require.ErrorContains(t, err, test.want, test.name)
			require.Empty(t, got, test.name)
			continue
		}
		require.NoError(t, err, test.name)
	}
	got, err := lua.Decode(strings.NewReader(valid + "---\n" + valid))
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, "widgets", got[1].Name)
	require.Equal(t, lua.Target{APIVersion: "example.io/v1", Kind: "Widget"}, got[1].Spec.Target)
}
