package overrider_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// doubled returns a value that takes little memory but is 2^30 maps as JSON: each is twice in the next one.
func doubled() any {
	var v any = map[string]any{"leaf": "x"}
	for range 30 {
		v = map[string]any{"a": v, "b": v}
	}
	return v
}

// circular returns a value that contains itself.
func circular() any {
	m := map[string]any{}
	m["list"] = []any{m, m}
	return m
}

// TestSharedMaps applies policies to objects that only a Go program can make, and calls every method of the results. A value without an
// end, or with a far too distant one, must be an error as soon as it has to be walked.
func TestSharedMaps(t *testing.T) {
	t.Parallel()
	const tooLarge, tooDeep = "contains more than 10000000 values, with shared maps and lists counted once per reference", "nests more than 10000 levels deep"
	whole := func(verb overrider.MapVerb) override.Overrider {
		return overrider.WholeEnv(overridetest.Containers("web"), verb, []map[string]any{{"name": "A", "value": "z"}})
	}
	for i, c := range []struct {
		name, reason string
		steps        func(v any) []override.Overrider
		err          string // empty: the policies can be applied, but Object is an error
	}{
		{"elsewhere", "no step touches it", func(any) []override.Overrider {
			return overridetest.Do("set /a 2", "set /spec/pod/containers/0/name web")
		}, ""},
		{"inside", "only the path to it is copied", func(any) []override.Overrider { return overridetest.Do("set /big/more 1") }, ""},
		{"beside it in a list", "the list is copied, not its elements", func(any) []override.Overrider {
			return []override.Overrider{overrider.WholeEnv(overridetest.Containers("web"), overrider.MapInsert, []map[string]any{{"name": "B"}})}
		}, ""},
		{"removed", "it would be the old value of the change", func(any) []override.Overrider { return overridetest.Do("remove /big") }, "remove /big: /big exceeds the depth or size limit of a document"},
		{"replaced", "here, too", func(any) []override.Overrider { return overridetest.Do("set /big 1") }, "set /big: /big exceeds the depth or size limit of a document"},
		{"replaced by nothing", "an empty map is another value", func(any) []override.Overrider { return overridetest.Do("set /big {}") }, "set /big: /big exceeds the depth or size limit of a document"},
		{"removed from a list", "and here", func(any) []override.Overrider { return overridetest.Do("remove /spec/pod/containers/0/env/0") }, "remove /spec/pod/containers/0/env/0: /spec/pod/containers/0/env/0 exceeds the depth or size limit of a document"},
		{"a variable", "and where a whole list is written", func(any) []override.Overrider { return []override.Overrider{whole(overrider.MapReplace)} }, "replace /spec/pod/containers/0/env/0: /spec/pod/containers/0/env/0 exceeds the depth or size limit of a document"},
		{"all variables", "the list is one with them", func(any) []override.Overrider { return []override.Overrider{whole(overrider.MapDelete)} }, "set /spec/pod/containers/0/env: /spec/pod/containers/0/env exceeds the depth or size limit of a document"},
		{"tested", "it is not equal to itself, and the error does not show it", func(any) []override.Overrider { return overridetest.Do("test /big 1") }, "test /big: /big is an object, expected 1"},
		{"written", "the value of an edit is copied", func(v any) []override.Overrider {
			return []override.Overrider{override.OverriderFunc(overrider.Patch{Op: jsontree.Set, Pointer: overridetest.At("/new"), Value: v}.Override)}
		}, "the value for /new: the document "},
	} {
		for name, make := range map[string]func() any{"doubled": doubled, "circular": circular} {
			if testing.Short() && name == "doubled" && i%4 != 0 {
				continue // it is slow
			}
			limit := map[string]string{"doubled": tooLarge, "circular": tooDeep}[name]
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				big := make()
				obj := overridetest.Object("{kind: Test, a: 1, spec: {pod: {containers: [{name: web}]}}}")
				obj.Object["big"] = big
				obj.Object["spec"].(map[string]any)["pod"].(map[string]any)["containers"].([]any)[0].(map[string]any)["env"] = []any{map[string]any{"name": "A", "value": big}}
				want := c.err
				if c.name == "written" {
					want += limit
				}
				useAll(t, obj, overridetest.Policy{Name: "p", Steps: c.steps(big)}.Compile(t), want, "Test: the document "+limit)
			})
		}
	}
}

// useAll calls every method for an object and a policy.
func useAll(t *testing.T, obj *unstructured.Unstructured, p *override.Policy, failed, noObject string) {
	t.Helper()
	selection := override.NewSet(p).Select(obj)
	explanation := selection.Explain(overridetest.Member1)
	require.NotEmpty(t, explanation.String())
	result, err := selection.Apply(overridetest.Member1)
	if failed != "" {
		var e *override.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, failed, e.Err.Error())
		return
	}
	require.NoError(t, err)
	for _, change := range result.Changes() {
		require.NotEmpty(t, change.String())
		_, found := result.Blame(change.Pointer)
		require.True(t, found)
	}
	_, err = result.JSONPatch()
	require.NoError(t, err)
	require.Empty(t, result.Conflicts())
	require.Empty(t, result.Divergences())
	require.NotNil(t, result.SharedContent())
	_, err = result.Object()
	require.EqualError(t, err, noObject)
	_, err = result.AnnotatedYAML()
	require.EqualError(t, err, noObject)
	require.False(t, jsontree.Fits(obj.Object))
}
