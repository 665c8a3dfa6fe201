package karmada_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// manyFieldOperations returns a policy of n operations on a string of n keys, and the object with the string.
func manyFieldOperations(t *testing.T, format string, n int, list bool) (*override.Policy, *unstructured.Unstructured) {
	var text strings.Builder
	ops := make([]api.JSONPatchOperation, n)
	text.WriteString(`{"l":[1],"m":{`)
	for i := range n {
		fmt.Fprintf(&text, `"k%d":"v%d",`, i, i)
		ops[i] = api.JSONPatchOperation{SubPath: fmt.Sprintf("/m/k%d", i), Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"new"`)}}
		if list {
			ops[i].SubPath, ops[i].Operator = "/l/0", api.OverriderOpAdd
		}
	}
	text.WriteString(`"z":1}}`)
	field := api.FieldOverrider{FieldPath: "/data/text", JSON: ops}
	if format == "YAML" {
		field.JSON, field.YAML = nil, ops
	}
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{FieldOverrider: []api.FieldOverrider{field}}}}
	compiled, err := karmada.Compile(p)
	require.NoError(t, err)
	return compiled, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "c"}, "data": map[string]any{"text": text.String()},
	}}
}

// TestManyFieldOperations checks that the memory for a fieldOverrider of n operations and its divergences is proportional to n.
func TestManyFieldOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for _, format := range []string{"JSON", "YAML"} {
		t.Run(format, func(t *testing.T) {
			var used [3]uint64
			for i := range used {
				compiled, object := manyFieldOperations(t, format, 500<<i, false)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				result, err := override.Apply(object, (&api.Cluster{}).Facts(), compiled)
				require.NoError(t, err)
				require.Len(t, result.Divergences(), map[string]int{"JSON": 0, "YAML": 1}[format])
				runtime.ReadMemStats(&after)
				used[i] = after.TotalAlloc - before.TotalAlloc
			}
			require.LessOrEqual(t, used[1], used[0]*5/2, "bytes of 1,000 operations, %d of 500", used[0])
			require.LessOrEqual(t, used[2], used[1]*5/2, "bytes of 2,000 operations, %d of 1,000", used[1])
			require.Less(t, used[2], uint64(100<<20), "bytes of 2,000 operations on some 30 KB")
		})
	}
}

// TestLargeFieldPatch checks that json-patch does not run where it would take too long.
func TestLargeFieldPatch(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	t.Parallel()
	compiled, object := manyFieldOperations(t, "JSON", 8000, true)
	result, err := override.Apply(object, (&api.Cluster{}).Facts(), compiled)
	require.NoError(t, err)
	divergences := result.Divergences()
	require.Len(t, divergences, 1)
	require.Equal(t, "encodes the text again, or fails: there are too many operations for a string of this size to try", divergences[0].Upstream)
}
