package overrider_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// TestLongLists removes every second of many items and variables. It would take minutes to search the whole list for each, or to move
// all elements after it.
func TestLongLists(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var args, env, left []any
	var unwanted []string
	var variables []map[string]any
	for i := range n {
		name := strconv.Itoa(i)
		args, env = append(args, name), append(env, map[string]any{"name": name})
		if i%2 == 0 {
			unwanted, variables = append(unwanted, name), append(variables, map[string]any{"name": name})
		} else {
			left = append(left, name)
		}
	}
	where := overrider.Containers{PodSpecs: overrider.PodSpecsFunc(func(selector.Object) (jsontree.Pointer, bool) { return jsontree.Pointer{"spec"}, true })}
	for name, overrider := range map[string]override.Overrider{
		"item by item": overrider.DeleteArgs(where, unwanted...),
		"as a whole":   overrider.WholeArgs(where, overrider.ListDelete, unwanted),
		"variables":    overrider.WholeEnv(where, overrider.MapDelete, variables),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "x"},
				"spec": map[string]any{"containers": []any{map[string]any{"name": "a", "args": args, "env": env}}}}}
			p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"},
				Rules: []override.Rule{{Stages: override.Steps(override.Step{At: "step", Overrider: overrider})}}})
			require.NoError(t, err)
			result, err := override.Apply(object, selector.Cluster{Name: "m1"}, p)
			require.NoError(t, err)
			got, err := result.Object()
			require.NoError(t, err)
			container := got.Object["spec"].(map[string]any)["containers"].([]any)[0].(map[string]any)
			if name == "variables" {
				require.Len(t, container["env"], n/2)
				require.Equal(t, map[string]any{"name": "1"}, container["env"].([]any)[0])
				return
			}
			require.Equal(t, left, container["args"])
		})
	}
}
