package schema_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
)

// TestBadSchemas reads schemas that an API server refuses: none of them panics, and each error says what is wrong.
func TestBadSchemas(t *testing.T) {
	t.Parallel()
	content := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "A", "spec": map[string]any{"a": "x", "b": []any{int64(1), nil}, "c": nil}, "text": "x",
	}}
	misfits := map[string]string{
		`{required: [absent]}`: "/absent is required", `{not: {}}`: "must not fit the schema of not",
		`{properties: {spec: {additionalProperties: false}}}`:               "/spec/a is a forbidden property\n/spec/b is a forbidden property\n/spec/c is a forbidden property\n/text is not a field of example.com/v1 A (dropped)",
		`{properties: {spec: {properties: {b: {items: {type: integer}}}}}}`: "/spec/b/1 is null, expected an integer\n/spec/a is not a field of example.com/v1 A (dropped)\n/spec/c is not a field of example.com/v1 A (dropped)\n/text is not a field of example.com/v1 A (dropped)",
	}
	for text, want := range map[string]string{
		`true`: "the document is the boolean true, expected an object", `"text"`: "the document is the string", `[1]`: "the document is a list", `5`: "the document is the number 5",
		`{properties: [1]}`: "/properties is a list, expected an object with schemas", `{properties: {a: 1}}`: "/properties/a is the number 1, expected an object",
		`{type: nothing}`: `/type is the string "nothing", expected one of [array boolean integer number object string]`, `{type: [object, "null"]}`: "/type is a list",
		`{items: [{type: string}]}`: "/items is a list, expected an object", `{properties: {text: {pattern: "("}}}`: `/properties/text/pattern is the string "(", expected a regular expression`,
		`{pattern: "((a{1000}){1000}){1000}"}`:       "expected a regular expression",
		`{patternProperties: {"(": {type: string}}}`: "found patternProperties", `{properties: {spec: {properties: {a: {$ref: "#/x"}}}}}`: "found $ref",
		`{dependencies: {text: {$ref: "#/x"}}}`: "found dependencies", `{allOf: [{$ref: "#/x"}]}`: "found $ref", `{allOf: {}}`: "/allOf is an object, expected a list of schemas",
		`{not: {}}`: "", `{required: [absent]}`: "", `{properties: null}`: "", `{}`: "", `null`: "", `{required: [1]}`: "/required/0 is the number 1, expected a string", `{required: x}`: "expected a list of strings",
		`{minimum: x}`: "expected a number", `{multipleOf: 0}`: "expected a number greater than 0", `{maxItems: 1.5}`: "expected an integer", `{nullable: 1}`: "expected true or false", `{enum: 1}`: "expected a list",
		`{format: 1}`: "expected a string", `{properties: {spec: {additionalProperties: false}}}`: "", `{properties: {spec: {properties: {b: {items: {type: integer}}}}}}`: "",
	} {
		s, errs := schema.New(definition(decode(t, text)))
		if want == "" {
			require.Empty(t, errs, text)
			require.Equal(t, misfits[text], strs(s.Misfits(content)), text)
			continue
		}
		require.Len(t, errs, 1, text)
		var e *schema.Error
		require.True(t, errors.As(errs[0], &e))
		require.Equal(t, "CustomResourceDefinition as.example.com", e.Definition.String())
		require.ErrorContains(t, errs[0], "CustomResourceDefinition as.example.com: the schema of version v1 cannot be used: ")
		require.ErrorContains(t, errs[0], want, text)
		require.Empty(t, s.Misfits(content), "a kind whose schema cannot be used is not checked")
	}
}

// TestHostile has schemas and objects that no API server stores. Each ends soon, with an error or a misfit.
func TestHostile(t *testing.T) {
	t.Parallel()
	cycle := map[string]any{}
	cycle["properties"] = map[string]any{"a": cycle}
	_, errs := schema.New(definition(cycle))
	require.ErrorContains(t, errors.Join(errs...), "it is too large")

	wide := make([]any, 200_000)
	for i := range wide {
		wide[i] = map[string]any{}
	}
	_, errs = schema.New(definition(map[string]any{"allOf": wide}))
	require.ErrorContains(t, errors.Join(errs...), "it has more than 100000 parts")

	// 30 schemas, each twice in the next, are a billion schemas.
	doubled := map[string]any{"type": "string"}
	for range 30 {
		doubled = map[string]any{"anyOf": []any{doubled, doubled}}
	}
	_, errs = schema.New(definition(doubled))
	require.ErrorContains(t, errors.Join(errs...), "it is too large")

	// Each pattern has 24 bytes and takes 90 KB.
	patterns := map[string]any{}
	for i := range 5000 {
		patterns[fmt.Sprint(i)] = map[string]any{"pattern": fmt.Sprintf("((a{1,10}){1,10}){1,10}%d", i)}
	}
	_, errs = schema.New(definition(map[string]any{"properties": patterns}))
	require.ErrorContains(t, errors.Join(errs...), "expected at most 4000000 instructions in the patterns of all definitions")

	many := make([]any, 40_000)
	for i := range many {
		many[i] = map[string]any{"not": map[string]any{"type": "string"}}
	}
	list := make([]any, 1_000_000)
	for i := range list {
		list[i] = int64(i)
	}
	of := func(key string, v any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "A", key: v}}
	}
	tooLong := "the object takes more than 10000000 steps to be checked"
	check := func(given map[string]any, o *unstructured.Unstructured) string {
		s, errs := schema.New(definition(map[string]any{"properties": map[string]any{"a": given}}))
		require.Empty(t, errs)
		return strs(s.Misfits(o))
	}
	require.Equal(t, tooLong, check(map[string]any{"items": map[string]any{"allOf": many}}, of("a", list)), "many schemas for many values")
	require.Equal(t, tooLong, check(map[string]any{"pattern": "(a?){500}(a){500}"}, of("a", strings.Repeat("a", 1_000_000))), "many instructions for many characters")
	require.Empty(t, check(map[string]any{"pattern": "^(a+)+$"}, of("a", strings.Repeat("a", 1_000_000))), "the time is linear")
	require.Equal(t, 100, strings.Count(check(map[string]any{"items": map[string]any{"type": "string"}}, of("a", list)), ", expected a string"), "the number of misfits is limited")
	require.Empty(t, check(map[string]any{"uniqueItems": true}, of("a", list)), "a map finds duplicates")
	require.Contains(t, check(map[string]any{"type": "integer"}, of("a", 5)), "is a Go int, expected an integer", "not JSON")
	require.Contains(t, check(map[string]any{"type": "integer", "minimum": int64(0)}, of("a", math.NaN())), "is the number NaN, expected an integer")
	require.Empty(t, check(map[string]any{"type": "integer"}, of("a", 1e300)))

	items := make([]any, 800_000)
	for i := range items {
		items[i] = map[string]any{"z": "v"}
	}
	items[len(items)-1] = map[string]any{"q": "v"}
	z := map[string]any{"properties": map[string]any{"z": map[string]any{"allOf": []any{map[string]any{}, map[string]any{}, map[string]any{}}}}}
	each := map[string]any{"properties": z["properties"], "allOf": []any{z}}
	require.Equal(t, tooLong, check(map[string]any{"items": each}, of("a", items)), "the steps end while unknown fields are searched")

	require.True(t, utf8.ValidString(check(map[string]any{"enum": []any{strings.Repeat("a", 198) + strings.Repeat("é", 100)}}, of("a", "x"))), "a long text is cut between characters")

	deep := map[string]any{"type": "string"}
	value := any("x")
	for range 4_000 {
		deep, value = map[string]any{"additionalProperties": deep}, map[string]any{strings.Repeat("k", 100): value}
	}
	s, errs := schema.New(definition(deep))
	require.Empty(t, errs)
	misfits := s.Misfits(of("a", value))
	require.Len(t, misfits, 1)
	require.Len(t, misfits[0].Path, 4_000)
	require.Less(t, len(misfits[0].String()), 1_000)
	self := map[string]any{"apiVersion": "example.com/v1", "kind": "A"}
	self["self"] = self
	require.Equal(t, "the object is too large or too deep to be checked", strs(s.Misfits(&unstructured.Unstructured{Object: self})))
	require.True(t, s.Misfits(&unstructured.Unstructured{Object: self})[0].Unchecked)
	require.Equal(t, jsontree.Pointer(nil), s.Misfits(&unstructured.Unstructured{Object: self})[0].Path)
}
