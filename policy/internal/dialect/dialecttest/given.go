package dialecttest

import (
	"encoding/json"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// Policy reads a policy in YAML. With only the spec, it is the OverridePolicy team/p. from is the function From of the dialect.
func Policy[S any](t testing.TB, apiVersion, text string, from func(any) (S, error)) S {
	t.Helper()
	var content map[string]any
	if err := yaml.UnmarshalStrict([]byte(Dedent(text)), &content); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if content["kind"] == nil {
		content = map[string]any{"kind": "OverridePolicy", "metadata": map[string]any{"name": "p", "namespace": "team"}, "spec": content}
	}
	content["apiVersion"] = apiVersion
	s, err := from(content)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return s
}

// Object reads an object in YAML.
func Object(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSONStrict([]byte(Dedent(text)))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	content, _ := Decode(t, asJSON).(map[string]any)
	return &unstructured.Unstructured{Object: content}
}

// Dedent removes the tabs with which Go code indents YAML.
func Dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	return strings.Join(lines, "")
}

// Decode decodes JSON as apimachinery decodes objects: integers as int64, other numbers as float64.
func Decode[T string | []byte | json.RawMessage](t testing.TB, text T) (v any) {
	t.Helper()
	if err := utiljson.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in: %s", err, text)
	}
	return v
}

// AsJSON returns a value as JSON.
func AsJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
