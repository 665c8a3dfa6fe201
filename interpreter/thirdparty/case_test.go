package thirdparty_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
)

// TestCases runs testdata/cases: documents of a list of cases. A case has a name, a reason, an op, its inputs (object, observed of Retain,
// replicas of ReviseReplica, items of AggregateStatus), and either want or wantErr, a part of the error. A case that has no items has no
// cluster. want is the result of the hook; for AggregateStatus it is the status.
func TestCases(t *testing.T) {
	t.Parallel()
	for family, cases := range readCases(t) {
		names := map[string]bool{}
		for _, c := range cases {
			name, _ := c["name"].(string)
			require.NotEmpty(t, name, family)
			require.False(t, names[name], "%s: the name %s is not unique", family, name)
			names[name] = true
			t.Run(family+"/"+name, func(t *testing.T) {
				t.Parallel()
				runCase(t, c)
			})
		}
	}
}

func runCase(t *testing.T, c map[string]any) {
	t.Helper()
	reason, _ := c["reason"].(string)
	require.NotEmpty(t, reason)
	for key := range c {
		require.Contains(t, []string{"name", "reason", "op", "object", "observed", "replicas", "items", "want", "wantErr"}, key)
	}
	q := questionOf(c)
	got, err := q.answer(t)
	if text, fails := c["wantErr"].(string); fails {
		require.NotContains(t, c, "want")
		require.ErrorContains(t, err, text, reason)
		return
	}
	require.NoError(t, err, reason)
	if q.Op == interpreter.AggregateStatus {
		got = got.(map[string]any)["status"]
	}
	require.Contains(t, c, "want")
	require.Equal(t, c["want"], got, reason)
}

func questionOf(c map[string]any) question {
	q := question{Object: c["object"], Observed: c["observed"]}
	op, _ := c["op"].(string)
	q.Op = interpreter.Operation(op)
	q.Replicas, _ = c["replicas"].(int64)
	q.Items, _ = c["items"].([]any)
	return q
}

// readCases returns the cases by family, the name of their file.
func readCases(t testing.TB) map[string][]map[string]any {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := map[string][]map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		text, err = yaml.YAMLToJSONStrict(text)
		require.NoError(t, err, file)
		var list []any
		require.NoError(t, utiljson.Unmarshal(text, &list), file)
		family := strings.TrimSuffix(filepath.Base(file), ".yaml")
		for _, c := range list {
			m, isMap := c.(map[string]any)
			require.True(t, isMap, file)
			all[family] = append(all[family], m)
		}
	}
	return all
}
