package validation_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// kinds returns an empty policy of each kind.
var kinds = map[string]func() runtime.Object{
	"OverridePolicy":           func() runtime.Object { return &api.OverridePolicy{} },
	"ClusterOverridePolicy":    func() runtime.Object { return &api.ClusterOverridePolicy{} },
	"PropagationPolicy":        func() runtime.Object { return &api.PropagationPolicy{} },
	"ClusterPropagationPolicy": func() runtime.Object { return &api.ClusterPropagationPolicy{} },
}

// policyOf decodes a policy, or the spec of the OverridePolicy team/p, from YAML.
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

// dedent removes the tabs that indent YAML in Go code.
func dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimLeft(line, "\t"))
	}
	return strings.Join(lines, "")
}

// decode decodes JSON like an object: integers as int64, other numbers as float64.
func decode[T string | []byte | json.RawMessage](t testing.TB, text T) (v any) {
	t.Helper()
	require.NoError(t, utiljson.Unmarshal([]byte(text), &v), "%s", text)
	return v
}

// requireLines compares lines. An expected line may end in … for the words of a library.
func requireLines(t testing.TB, want, got []string, reason string) {
	t.Helper()
	for i := range got {
		if i < len(want) {
			if words, cut := strings.CutSuffix(want[i], "…"); cut && strings.HasPrefix(got[i], words) {
				got[i] = want[i]
			}
		}
	}
	require.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"), reason)
}
