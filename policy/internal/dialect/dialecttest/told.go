package dialecttest

import (
	"encoding/json"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/guardtest"
)

// Told applies policies and checks that everything reported about the outcome agrees with it:
//
//  1. The JSON patch, carried out on the object by json-patch, gives the result.
//  2. The explanation has the changes, the error and at least the divergences of the result, and a reason for each step without effect.
//  3. With a guard, the object keeps its identity, see [guardtest.Require].
//  4. Blame has a change for every place that differs, and no change for any leaf that does not.
func Told(t testing.TB, name string, obj *unstructured.Unstructured, cluster selector.Cluster, policies ...*override.Policy) (*override.Result, error) {
	t.Helper()
	selection := override.NewSet(policies...).Select(obj)
	result, err := selection.Apply(cluster)
	guardtest.Require(t, override.NewSet(policies...), obj, cluster, result, err)
	explanation := selection.Explain(cluster)
	changes, divergences := []override.Change{}, []override.Divergence{}
	for _, p := range explanation.Policies {
		for _, rule := range p.Rules {
			for _, step := range rule.Steps {
				changes, divergences = append(changes, step.Changes...), append(divergences, step.Divergences...)
				if step.Outcome == override.OutcomeNoEffect {
					require.NotEmpty(t, step.Reasons, "%s: %s: %s", name, p.Policy, step.At)
				}
			}
		}
	}
	if err != nil {
		require.Equal(t, err, error(explanation.Err), name)
		return nil, err
	}
	require.Nil(t, explanation.Err, name)
	require.Equal(t, result.Changes(), changes, name)
	said := map[string]int{}
	for _, d := range divergences {
		said[d.Code+d.Origin.String()+d.Upstream]++
	}
	for _, d := range result.Divergences() { // without those that later steps erased, and at the places of the result
		said[d.Code+d.Origin.String()+d.Upstream]--
		require.GreaterOrEqual(t, said[d.Code+d.Origin.String()+d.Upstream], 0, "%s: %s is not explained", name, d)
	}

	got, err := result.Object()
	require.NoError(t, err, name)
	text, err := result.JSONPatch()
	require.NoError(t, err, name)
	patch, err := jsonpatch.DecodePatch(text)
	require.NoError(t, err, name)
	given, err := json.Marshal(obj.Object)
	require.NoError(t, err, name)
	patched, err := patch.Apply(given)
	require.NoError(t, err, "%s: %s", name, text)
	want, err := json.Marshal(got.Object)
	require.NoError(t, err, name)
	require.JSONEq(t, string(want), string(patched), "%s: %s", name, text)

	blamed(t, name, nil, obj.Object, got.Object, result)
	return result, nil
}

// blamed calls Blame for every place that differs, and for every leaf.
func blamed(t testing.TB, name string, at jsontree.Pointer, was, is any, result *override.Result) {
	t.Helper()
	for _, d := range differences(at, was, is) {
		_, found := result.Blame(d.At)
		require.True(t, found, "%s: nothing is to blame for %s", name, d)
	}
	var walk func(at jsontree.Pointer, v any)
	walk = func(at jsontree.Pointer, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(at.Child(key), inner)
			}
		case []any:
			for i, inner := range v {
				walk(at.Index(i), inner)
			}
		}
		if before, existed := jsontree.Get(was, at); existed && jsontree.Equal(before, v) {
			c, found := result.Blame(at)
			require.False(t, found, "%s: %s does not differ, and %v is to blame", name, at, c)
		}
	}
	walk(at, is)
}
