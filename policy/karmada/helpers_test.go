package karmada_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// policyOf reads a policy in YAML. With only the spec, it is the
// OverridePolicy team/p.
func policyOf(t testing.TB, text string) api.OverrideSource {
	t.Helper()
	var content map[string]any
	require.NoError(t, yaml.UnmarshalStrict([]byte(dedent(text)), &content), "%s", text)
	if content["kind"] == nil {
		content = map[string]any{"kind": "OverridePolicy", "metadata": map[string]any{"name": "p", "namespace": "team"}, "spec": content}
	}
	content["apiVersion"] = api.PolicyGroupVersion.String()
	s, err := karmada.From(content)
	require.NoError(t, err, "%s", text)
	return s
}

// specOf returns the spec of a policy of either kind.
func specOf(s api.OverrideSource) *api.OverrideSpec {
	if p, ok := s.(*api.ClusterOverridePolicy); ok {
		return &p.Spec
	}
	return &s.(*api.OverridePolicy).Spec
}

// object reads an object in YAML.
func object(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSONStrict([]byte(dedent(text)))
	require.NoError(t, err, "%s", text)
	content, _ := decode(t, asJSON).(map[string]any)
	return &unstructured.Unstructured{Object: content}
}

// dedent removes the tabs with which Go code indents YAML.
func dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	return strings.Join(lines, "")
}

// decode decodes JSON as apimachinery decodes objects: integers as int64, other numbers as float64.
func decode[T string | []byte | json.RawMessage](t testing.TB, text T) (v any) {
	t.Helper()
	require.NoError(t, utiljson.Unmarshal([]byte(text), &v), "%s", text)
	return v
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
