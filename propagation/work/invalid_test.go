package work_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenderInvalid sets each field of objects of all recorded kinds to invalid values. Nothing may panic, and no input may be written.
func TestRenderInvalid(t *testing.T) {
	t.Parallel()
	kinds := map[string]recorded{}
	for _, file := range []string{"render", "prune"} {
		for _, c := range casetest.Recorded[recorded](t, file) {
			if kind, _ := c.Object["kind"].(string); kind != "" {
				kinds[kind] = c
			}
		}
	}
	require.Greater(t, len(kinds), 15)
	for kind, c := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			rb := binding(t, "{resource: {}, replicas: 3, placement: {replicaScheduling: {replicaSchedulingType: Divided}}, clusters: [{name: m1, replicas: 2}, {name: m2, replicas: 1}]}")
			for _, at := range places(c.Object, nil) {
				for _, invalid := range []any{nil, "odd", int64(-1), 1.5, []any{nil}, map[string]any{"": nil}} {
					tree := jsontree.New(map[string]any(c.Object))
					_, _, err := tree.Replace(at, invalid)
					require.NoError(t, err)
					content, _ := tree.Root().(map[string]any)
					in := work.Input{
						Binding: rb, Template: &unstructured.Unstructured{Object: content}, Clusters: clusters("m1", "m2"),
						Overrides: c.overrides(t), Interpreter: hooks, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: true},
					}
					before := casetest.Frozen(t, content)
					_, _ = work.Render(context.Background(), in)
					_, _ = work.Prune(in.Template)
					_, _ = work.NewDraft(&api.Work{}, in.Template)
					require.Equal(t, before, casetest.Frozen(t, content))
				}
			}
		})
	}
}

// places returns the pointers to all values in a value.
func places(v any, at jsontree.Pointer) (all []jsontree.Pointer) {
	if len(at) > 0 {
		all = append(all, at)
	}
	switch v := v.(type) {
	case api.Manifest:
		return places(map[string]any(v), at)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, places(v[key], at.Child(key))...)
		}
	case []any:
		for i := range v {
			all = append(all, places(v[i], at.Child(strconv.Itoa(i)))...)
		}
	}
	return all
}
