package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// decode decodes YAML as an API server does.
func decode(t testing.TB, text string) any {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	var v any
	require.NoError(t, utiljson.Unmarshal(asJSON, &v))
	return v
}

func object(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	content, _ := decode(t, text).(map[string]any)
	return &unstructured.Unstructured{Object: content}
}

// definition returns the definition of example.com/v1, kind A, with a schema.
func definition(given any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "as.example.com"},
		"spec": map[string]any{
			"group": "example.com", "names": map[string]any{"kind": "A"},
			"versions": []any{nil, 5, map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": given}}, map[string]any{"name": "v2"}},
		},
	}}
}

func strs(all []schema.Misfit) string {
	var lines []string
	for _, m := range all {
		text := m.String()
		if m.Dropped {
			text += " (dropped)"
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

func TestMisfits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, reason, schema, spec, want string }{
		{"fits", "the other cases are variations", "{type: object, properties: {a: {type: string}}}", "{a: x}", ""},
		{"type", "the value and the type", "{properties: {a: {type: string}}}", "{a: 5}", "/spec/a is the number 5, expected a string"},
		{"null", "null has no type", "{properties: {a: {type: string}}}", "{a: null}", "/spec/a is null, expected a string"},
		{"nullable", "null is allowed", "{properties: {a: {type: string, nullable: true}}}", "{a: null}", ""},
		{"null with default", "an API server replaces it", "{properties: {a: {type: string, default: x}}}", "{a: null}", ""},
		{"whole number", "1.0 is an integer", "{properties: {a: {type: integer}, b: {type: integer}}}", "{a: 1.0, b: 1.5}", "/spec/b is the number 1.5, expected an integer"},
		{"number", "an integer is one", "{properties: {a: {type: number}}}", "{a: 1}", ""},
		{"int or string", "both", "{properties: {a: {x-kubernetes-int-or-string: true}, b: {x-kubernetes-int-or-string: true}, c: {x-kubernetes-int-or-string: true}}}", "{a: 1, b: 50%, c: true}",
			"/spec/c is the boolean true, expected an integer or a string"},
		{"enum", "numbers compare by value", "{properties: {a: {enum: [1, x]}, b: {enum: [1, x]}, c: {enum: [1, x]}}}", "{a: 1.0, b: x, c: y}", "/spec/c should be one of [1 x]"},
		{"null in enum", "an API server refuses it", "{properties: {a: {type: string, nullable: true, enum: [null, x]}}}", "{a: null}", "/spec/a should be one of [<nil> x]"},
		{"numbers", "each bound, with its value", "{properties: {a: {minimum: 1}, b: {maximum: 1}, c: {minimum: 1, exclusiveMinimum: true}, d: {maximum: 1, exclusiveMaximum: true}, e: {multipleOf: 3}, f: {multipleOf: 0.1}, g: {minimum: 1, maximum: 1, multipleOf: 1}}}",
			"{a: 0, b: 2, c: 1, d: 1, e: 4, f: 0.3, g: 1}",
			"/spec/a should be greater than or equal to 1\n/spec/b should be less than or equal to 1\n/spec/c should be greater than 1\n/spec/d should be less than 1\n/spec/e should be a multiple of 3"},
		{"strings", "lengths count characters", "{properties: {a: {minLength: 2}, b: {maxLength: 2}, c: {maxLength: 2}, d: {pattern: '^a+$'}, e: {format: date}, f: {format: nothing}}}",
			"{a: é, b: aaa, c: éé, d: b, e: soon, f: any}",
			"/spec/a should be at least 2 chars long\n/spec/b should be at most 2 chars long\n/spec/d should match '^a+$'\n/spec/e must be of type date: \"soon\""},
		{"lists", "an element has its index", "{properties: {a: {items: {type: string}}, b: {minItems: 1}, c: {maxItems: 1}, d: {uniqueItems: true}, e: {uniqueItems: true}}}", "{a: [x, 5], b: [], c: [1, 2], d: [{a: 1, b: 2}, {b: 2, a: 1.0}], e: [1, '1']}",
			"/spec/a/1 is the number 5, expected a string\n/spec/b should have at least 1 items\n/spec/c should have at most 1 items\n/spec/d shouldn't contain duplicates"},
		{"required", "but not with a default", "{required: [a, b, c], properties: {b: {default: 1}, c: {}}}", "{c: null}", "/spec/a is required"},
		{"sizes", "of objects", "{properties: {a: {type: object, minProperties: 1}, b: {type: object, maxProperties: 1}}}", "{a: {}, b: {x: 1, y: 2}}", "/spec/a should have at least 1 properties\n/spec/b should have at most 1 properties"},
		{"closed", "no other fields", "{properties: {a: {}}, additionalProperties: false}", "{a: 1, b: 1}", "/spec/b is a forbidden property"},
		{"open", "any other field", "{properties: {a: {}}, additionalProperties: true}", "{a: 1, b: 1}", ""},
		{"additional", "keys have dots", "{additionalProperties: {type: string}}", "{a.b/c: 1}", "/spec/a.b~1c is the number 1, expected a string"},
		{"all, any, one, not", "each says which", "{properties: {a: {allOf: [{type: string}, {minLength: 2}]}, b: {anyOf: [{type: string}, {type: integer}]}, c: {oneOf: [{minimum: 1}, {maximum: 1}]}, d: {not: {type: string}}, e: {oneOf: [{minimum: 1}, {maximum: 1}]}}}",
			"{a: x, b: true, c: 1, d: x, e: 2}",
			"/spec/a should be at least 2 chars long\n/spec/b must fit one of the 2 schemas of anyOf\n/spec/c must fit exactly one of the 2 schemas of oneOf, fits 2\n/spec/d must not fit the schema of not"},
		{"not, twice", "what is silent inside does not count", "{properties: {a: {not: {not: {type: string}}, anyOf: [{not: {anyOf: [{type: string}]}}, {type: string}]}}}", "{a: x}", ""},
		{"unknown", "an API server drops it; metadata has a type of its own", "{properties: {a: {type: object, properties: {b: {}}}, l: {items: {properties: {b: {}}}}}}", "{a: {b: 1, c: 1}, l: [{}, {c: 1}], d: 1}",
			"/spec/a/c is not a field of example.com/v1 A (dropped)\n/spec/d is not a field of example.com/v1 A (dropped)\n/spec/l/1/c is not a field of example.com/v1 A (dropped)"},
		{"unknown stays", "as the schema says", "{x-kubernetes-preserve-unknown-fields: true, properties: {a: {}}}", "{b: 1}", ""},
		{"embedded", "an object of another kind", "{properties: {a: {x-kubernetes-embedded-resource: true, properties: {b: {}}}}}", "{a: {c: 1}}", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			root := map[string]any{"properties": map[string]any{"spec": decode(t, tc.schema)}}
			s, errs := schema.New(nil, &unstructured.Unstructured{}, definition(root))
			require.Empty(t, errs)
			o := object(t, "{apiVersion: example.com/v1, kind: A, metadata: {name: a, namespace: x}, spec: "+tc.spec+"}")
			require.Equal(t, tc.want, strs(s.Misfits(o)), tc.reason)
			for _, m := range s.Misfits(o) {
				_, found := jsontree.Get(o.Object, m.Path)
				require.Equal(t, m.Text != "is required", found, m.Path)
			}
			require.True(t, s.Has(o.GroupVersionKind()))
			o.Object["apiVersion"] = "example.com/v2"
			require.False(t, s.Has(o.GroupVersionKind()))
			require.Empty(t, s.Misfits(o), "the version has no schema")
		})
	}
}

func TestNative(t *testing.T) {
	t.Parallel()
	o := object(t, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: three, replicaz: 1}}")
	want := "/spec/replicas is the string \"three\", expected an integer of 32 bits\n/spec/replicaz is not a field of apps/v1 Deployment (dropped)"
	for _, s := range []*schema.Schemas{{}, new(schema.Schemas).Hiding(redact.Nothing), new(schema.Schemas).Hiding(nil)} {
		require.Equal(t, want, strs(s.Misfits(o)))
	}
	require.True(t, new(schema.Schemas).Has(o.GroupVersionKind()))
	require.Empty(t, new(schema.Schemas).Misfits(nil))
	require.Empty(t, new(schema.Schemas).Misfits(&unstructured.Unstructured{}))
	require.Empty(t, new(schema.Schemas).Misfits(object(t, "{apiVersion: example.com/v1, kind: A}")), "nothing is known about an unknown kind")
}

// TestSecrets checks that no message has the value of a Secret, or of what else is hidden.
func TestSecrets(t *testing.T) {
	t.Parallel()
	secret := object(t, "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {password: hunter2}, stringData: {password: 4711}}")
	for _, m := range new(schema.Schemas).Misfits(secret) {
		require.NotContains(t, m.String(), "hunter2")
		require.NotContains(t, m.String(), "4711")
	}
	require.NotEmpty(t, new(schema.Schemas).Misfits(secret))
	s, _ := schema.New(definition(decode(t, "{properties: {token: {format: date}, tokens: {type: object, additionalProperties: {type: boolean}}}}")))
	o := object(t, "{apiVersion: example.com/v1, kind: A, token: hunter2, tokens: {a: hunter2, b: 4711, c: [], d: 0.5, e: null}}")
	require.Equal(t, `/token must be of type date: "hunter2"
/tokens/a is the string "hunter2", expected a boolean
/tokens/b is the number 4711, expected a boolean
/tokens/c is a list, expected a boolean
/tokens/d is the number 0.5, expected a boolean
/tokens/e is null, expected a boolean`, strs(s.Misfits(o)))
	s = s.Hiding(func(selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"token"}, {"tokens"}} })
	require.Equal(t, `/token must be of type date
/tokens/a is a string, expected a boolean
/tokens/b is an integer, expected a boolean
/tokens/c is a list, expected a boolean
/tokens/d is a number, expected a boolean
/tokens/e is null, expected a boolean`, strs(s.Misfits(o)))
	require.Contains(t, strs(s.HidingAlso(redact.Region{{"other"}}).Misfits(o)), "/tokens/a is a string,", "both are hidden")
	s, _ = schema.New(definition(decode(t, "{properties: {token: {format: date}}}")))
	require.NotContains(t, strs(s.HidingAlso(redact.Region{{"token"}}).Misfits(o)), "hunter2")
	require.Same(t, s, s.HidingAlso(nil))
	require.Empty(t, new(schema.Schemas).HidingAlso(redact.Region{{"token"}}).Misfits(o))
}

func TestAdded(t *testing.T) {
	t.Parallel()
	at := func(text string, path ...string) schema.Misfit { return schema.Misfit{Path: path, Text: text} }
	for _, tc := range []struct {
		name, reason        string
		before, after, want []schema.Misfit
	}{
		{"same", "nothing is added", []schema.Misfit{at("x", "a")}, []schema.Misfit{at("x", "a")}, nil},
		{"other text", "a value is wrong in another way", []schema.Misfit{at("x", "a")}, []schema.Misfit{at("y", "a")}, []schema.Misfit{at("y", "a")}},
		{"one more", "only one of them was there", []schema.Misfit{at("x", "l", "1")}, []schema.Misfit{at("x", "l", "0"), at("x", "l", "1")}, []schema.Misfit{at("x", "l", "0")}},
		{"dropped", "it is refused now", []schema.Misfit{{Path: jsontree.Pointer{"a"}, Dropped: true}}, []schema.Misfit{at("", "a")}, []schema.Misfit{at("", "a")}},
		{"fewer", "some were repaired", []schema.Misfit{at("x", "a"), at("x", "b")}, []schema.Misfit{at("x", "b")}, nil},
		{"key", "another key is another place", []schema.Misfit{at("x", "a")}, []schema.Misfit{at("x", "b")}, []schema.Misfit{at("x", "b")}},
	} {
		require.Equal(t, tc.want, schema.Added(tc.before, tc.after), "%s: %s", tc.name, tc.reason)
	}
}

// TestAddedIndexes changes objects whose paths have indexes of lists, and keys that look like them.
func TestAddedIndexes(t *testing.T) {
	t.Parallel()
	s, errs := schema.New(definition(decode(t, `{properties: {
		l: {items: {type: string}}, m: {additionalProperties: {type: string}}, q: {items: {additionalProperties: {items: {type: string}}}}, o: {items: {required: [a]}}}}`)))
	require.Empty(t, errs)
	for _, tc := range []struct{ name, reason, before, after, want string }{
		{"moved", "an element was inserted before it", "{l: [1]}", "{l: [a, 1]}", ""},
		{"one more", "only one of them was there, and has moved", "{l: [1]}", "{l: [2, 1]}", "/l/0 is the number 2, expected a string"},
		{"another value", "the change wrote it", "{l: [1]}", "{l: [2]}", "/l/0 is the number 2, expected a string"},
		{"keys", "another key is another place", "{m: {'80': 1, '443': b}}", "{m: {'80': a, '443': 1}}", "/m/443 is the number 1, expected a string"},
		{"key in a list", "only the indexes may differ", "{q: [{'1': [x, 1]}]}", "{q: [{}, {'1': [1]}]}", ""},
		{"other key in a list", "as above", "{q: [{'1': [1]}]}", "{q: [{'2': [1]}]}", "/q/0/2/0 is the number 1, expected a string"},
		{"missing field", "its element has moved", "{o: [{}]}", "{o: [{a: 1}, {}]}", ""},
		{"in place of a list", "the path has no index", "{l: {}, m: {'0': 1}}", "{l: {}, m: {'1': 1}}", "/m/1 is the number 1, expected a string"},
	} {
		of := func(text string) []schema.Misfit {
			o := object(t, text)
			o.Object["apiVersion"], o.Object["kind"] = "example.com/v1", "A"
			return s.Misfits(o)
		}
		require.Equal(t, tc.want, strs(schema.Added(of(tc.before), of(tc.after))), "%s: %s", tc.name, tc.reason)
	}
	of := func(text string) []schema.Misfit { return new(schema.Schemas).Misfits(object(t, text)) }
	const deployment = "{apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {containers: [%]}}}}"
	before, after := strings.Replace(deployment, "%", "{imag: a}", 1), strings.Replace(deployment, "%", "{}, {imag: a}", 1)
	require.Len(t, of(after), 1)
	require.Empty(t, schema.Added(of(before), of(after)), "a kind of Kubernetes")
}
