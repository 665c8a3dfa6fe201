package lua_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// objectsOf returns YAML documents as objects.
func objectsOf(t *testing.T, documents ...string) (all []*unstructured.Unstructured) {
	for _, d := range documents {
		o := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte(d), &o.Object))
		all = append(all, o)
	}
	return all
}

func document(name, spec string) string {
	return "{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterCustomization, metadata: {name: " + name + "}, spec: " + spec + "}"
}

const (
	health = "{target: {apiVersion: example.io/v1, kind: Widget}, customizations: {healthInterpretation: {luaScript: function InterpretHealth(o) return true end}}}"
	broken = "{target: {apiVersion: example.io/v1, kind: Widget}, customizations: {retention: {luaScript: x =}}}"
)

func TestLoad(t *testing.T) {
	interpreters, errs := lua.Load(options(), objectsOf(t, document("a", health), "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}")...)
	require.Empty(t, errs)
	hook, _ := interpreter.NewRegistry(interpreters...).HealthInterpreter(widget)
	healthy, err := hook.InterpretHealth(context.Background(), thing())
	require.NoError(t, err)
	require.True(t, healthy)
}

func TestLoadErrors(t *testing.T) {
	cyclic := objectsOf(t, document("a", health))
	cyclic[0].Object["self"] = cyclic[0].Object
	shared := objectsOf(t, document("a", health))
	doubled := any("x")
	for range 30 {
		doubled = []any{doubled, doubled}
	}
	shared[0].Object["list"] = doubled
	for _, test := range []struct {
		name    string
		objects []*unstructured.Unstructured
		want    string
	}{
		{"a script that does not compile", objectsOf(t, document("a", broken)),
			"ResourceInterpreterCustomization a: spec.customizations.retention.luaScript: <string> at EOF:   syntax error"},
		{"an unknown field", objectsOf(t, document("a", "{target: {apiVersion: a/v1, kind: A}, customizations: {retentoin: {}}}")),
			`ResourceInterpreterCustomization a: unknown field "spec.customizations.retentoin", did you mean "retention"?`},
		{"without a target", objectsOf(t, document("a", "{customizations: {}}")),
			"ResourceInterpreterCustomization a: /spec/target/apiVersion is required\n/spec/target/kind is required"},
		{"another version", objectsOf(t, strings.Replace(document("a", health), "v1alpha1", "v2", 1)),
			`ResourceInterpreterCustomization a: it is "ResourceInterpreterCustomization" of "config.karmada.io/v2", expected ResourceInterpreterCustomization of config.karmada.io/v1alpha1`},
		{"a name twice", objectsOf(t, document("a", health), document("a", broken)),
			"ResourceInterpreterCustomization a: metadata.name: another customization has the same name"},
		{"a script for the same kind and operation", objectsOf(t, document("b", health), document("a", health)),
			"ResourceInterpreterCustomization a: spec.customizations.healthInterpretation.luaScript: " +
				"conflicting with InterpreterOperation(InterpretHealth) of existing ResourceInterpreterCustomization(b)"},
		{"an object that contains itself", cyclic, "ResourceInterpreterCustomization a: the object is nested too deeply, contains itself, or has too many values"},
		{"an object with 2^30 references to a value, after nil", append([]*unstructured.Unstructured{nil}, shared...),
			"ResourceInterpreterCustomization a: the object is nested too deeply, contains itself, or has too many values"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, errs := lua.Load(options(), test.objects...)
			require.Len(t, errs, 1)
			require.EqualError(t, errs[0], test.want)
		})
	}
}

// The hook of a script that does not compile returns the error: another interpreter must not answer.
func TestLoadKeepsHooks(t *testing.T) {
	interpreters, errs := lua.Load(options(), objectsOf(t, document("a", broken))...)
	require.Len(t, errs, 1)
	hook, found := interpreter.NewRegistry(interpreters...).Retainer(widget)
	require.True(t, found)
	_, err := hook.Retain(context.Background(), thing(), nil)
	const text = "<string> at EOF:   syntax error" // gopher-lua ends it with a new line
	require.EqualError(t, err, "Retain: Widget w: ResourceInterpreterCustomization a: spec.customizations.retention.luaScript: "+text)
	require.EqualError(t, errs[0].Err, text)
	script := customizationOf("a", interpreter.Retain, "function Retain(")
	require.EqualError(t, lua.Validate(script), "InterpreterOperation(Retain) Lua script error: "+text)
	_, err = lua.New(options(), script)
	require.EqualError(t, err, "ResourceInterpreterCustomization a: spec.customizations.retention.luaScript: "+text)
}

// The error of a run has the form of a LoadError, and says "line", which cannot be taken for a line of the YAML.
func TestRunErrors(t *testing.T) {
	const at = "InterpretHealth: Widget w: ResourceInterpreterCustomization widgets: spec.customizations.healthInterpretation.luaScript: "
	for _, test := range []struct{ name, script, want string }{
		{"an operation", "function InterpretHealth(o)\n\n return o.spec.nope.size end", "line 3: attempt to index a non-table object(nil) with key 'size'"},
		{"an error of the script", "function InterpretHealth(o)\n error('not ready') end", "line 2: not ready"},
		{"two lines", "function InterpretHealth(o)\n local _, e = pcall(function() error('x') end)\n error(e) end", "line 3: line 2: x"},
		{"no line", "x = 1", "not found function InterpretHealth"},
		{"a result", "function InterpretHealth(o) return 1 end", "expect the returned health type is boolean but got number"},
	} {
		t.Run(test.name, func(t *testing.T) {
			hook, _ := registryOf(t, interpreter.InterpretHealth, test.script).HealthInterpreter(widget)
			_, err := hook.InterpretHealth(context.Background(), thing())
			require.EqualError(t, err, at+test.want)
		})
	}
}
