package declared_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/declared"
)

// head is the start of every declaration and every object of the tests.
const head = "apiVersion: example.io/v1\nkind: Thing\n"

var thing = schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Thing"}

// hookOf returns the hook of a declaration without its head.
func hookOf[H any](t *testing.T, find func(*interpreter.Registry, schema.GroupVersionKind) (H, bool), declaration string) H {
	t.Helper()
	hook, found := find(registryOf(t, declaration), thing)
	require.True(t, found, "the declaration has no such hook")
	return hook
}

// objectOf reads an object without its head and its metadata.
func objectOf(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	content, ok := valueOf(t, head+"metadata: {name: web, namespace: shop}\n"+text).(map[string]any)
	require.True(t, ok)
	return &unstructured.Unstructured{Object: content}
}

// valueOf reads YAML as decoded JSON.
func valueOf(t *testing.T, text string) any {
	t.Helper()
	data, err := yaml.YAMLToJSONStrict([]byte(text))
	require.NoError(t, err)
	var v any
	require.NoError(t, utiljson.Unmarshal(data, &v))
	return v
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

// unwritten calls a hook, and checks that it does not write its arguments, and that its result shares nothing with them.
func unwritten[R any](t *testing.T, call func() (R, error), arguments ...any) (R, error) {
	t.Helper()
	before := asJSON(t, arguments)
	result, err := call()
	require.Equal(t, before, asJSON(t, arguments), "the hook wrote its arguments")
	given := asJSON(t, result)
	again, _ := call()
	require.Equal(t, given, asJSON(t, again), "the second result differs")
	scribble(again)
	require.Equal(t, before, asJSON(t, arguments), "the result shares memory with the arguments")
	third, _ := call()
	require.Equal(t, given, asJSON(t, third), "the result shares memory with the interpreter")
	return result, err
}

// scribble overwrites all parts of a value.
func scribble(v any) {
	switch v := v.(type) {
	case *unstructured.Unstructured:
		if v != nil {
			scribble(v.Object)
		}
	case *interpreter.ReplicaRequirements:
		if v != nil && v.NodeClaim != nil {
			scribble(v.NodeClaim.Tolerations)
			scribble(v.NodeClaim.HardNodeAffinity)
			for key := range v.NodeClaim.NodeSelector {
				v.NodeClaim.NodeSelector[key] = "scribble"
			}
		}
	case []interpreter.Component:
		for _, c := range v {
			scribble(c.Requirements)
		}
	case map[string]any:
		for key, e := range v {
			scribble(e)
			v[key] = "scribble"
		}
	case []any:
		for i, e := range v {
			scribble(e)
			v[i] = "scribble"
		}
	}
}

// outcome returns a result as JSON, or the message of an error without the hook and the object.
func outcome(t *testing.T, result any, err error) string {
	t.Helper()
	if err == nil {
		return asJSON(t, result)
	}
	var e *interpreter.Error
	require.ErrorAs(t, err, &e)
	text, ok := strings.CutPrefix(err.Error(), string(e.Operation)+": Thing shop/web: ")
	require.True(t, ok, "%v", err)
	return "error: " + text
}

// registryOf returns the hooks of a declaration without its head.
func registryOf(t *testing.T, declaration string) *interpreter.Registry {
	t.Helper()
	declarations, err := declared.Decode(strings.NewReader(head + declaration))
	require.NoError(t, err)
	made, err := declared.Interpreters(declarations...)
	require.NoError(t, err)
	return interpreter.NewRegistry(made...)
}
