package render

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestBadSchemas reads schemas that an API server refuses: none of them panics.
func TestBadSchemas(t *testing.T) {
	t.Parallel()
	content := map[string]any{"spec": map[string]any{"a": "x", "b": []any{int64(1), nil}, "c": nil}, "text": "x"}
	for _, text := range []string{
		`true`, `"text"`, `[1]`, `5`, `{properties: [1]}`, `{type: nothing}`, `{type: [object, "null"]}`, `{items: [{type: string}]}`,
		`{properties: {text: {pattern: "("}}}`, `{patternProperties: {"(": {type: string}}}`, `{properties: {spec: {properties: {a: {$ref: "#/x"}}}}}`,
		`{dependencies: {text: {$ref: "#/x"}}}`, `{not: {}}`, `{allOf: [{$ref: "#/x"}]}`, `{required: [absent]}`, `{properties: null}`, `{}`, `null`,
		`{properties: {spec: {additionalProperties: false}}}`, `{properties: {spec: {properties: {b: {items: {type: integer}}}}}}`,
	} {
		var given any
		require.NoError(t, yaml.Unmarshal([]byte(text), &given))
		definition := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
			"spec": map[string]any{
				"group": "example.com", "names": map[string]any{"kind": "A"},
				"versions": []any{nil, 5, map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": given}}, map[string]any{"name": "v2"}},
			},
		}}
		warnings := 0
		all := schemasOf([]*unstructured.Unstructured{{}, definition}, func(*unstructured.Unstructured, error) { warnings++ })
		require.Equal(t, 1, len(all)+warnings, text)
		for _, s := range all {
			require.Equal(t, misfits(s, content), misfits(s, content), text)
			unknownFields(s, content, nil, func(at jsontree.Pointer) { require.NotEmpty(t, at) })
		}
	}
}

func TestPointerOf(t *testing.T) {
	t.Parallel()
	content := map[string]any{"a": map[string]any{"b.c": []any{map[string]any{"d": 1}}, "b": 1, "": 2}, "l": []any{1}}
	for path, want := range map[string]string{
		"a.b.c[0].d": "/a/b.c/0/d", "a.b": "/a/b", "a.b.x": "/a/b", "a.absent": "/a", "l[0]": "/l/0", "l[7]": "/l", "l[x": "/l", "": "", "[0]": "", "l[-1]": "/l",
	} {
		require.Equal(t, want, pointerOf(content, path).String(), path)
	}
}
