package override_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// changesCases are the cases of [TestChanges].
var changesCases = []struct {
	name, reason string
	steps        []string
	want         []override.Change // without origins, which are the steps in order
}{
	{
		"added", "a key that was not there has no old value",
		[]string{"add /m/b 2"},
		[]override.Change{{Op: jsontree.Add, Pointer: overridetest.At("/m/b"), New: int64(2)}},
	}, {
		"added over", "a key that was there is replaced, also by add",
		[]string{"add /m/a 2"},
		[]override.Change{{Op: jsontree.Replace, Pointer: overridetest.At("/m/a"), Old: int64(1), New: int64(2)}},
	}, {
		"removed", "a removed key has no new value",
		[]string{"remove /m"},
		[]override.Change{{Op: jsontree.Remove, Pointer: overridetest.At("/m"), Old: map[string]any{"a": int64(1)}}},
	}, {
		"replaced", "old and new are whole values",
		[]string{"replace /m {b: 2}"},
		[]override.Change{{Op: jsontree.Replace, Pointer: overridetest.At("/m"), Old: map[string]any{"a": int64(1)}, New: map[string]any{"b": int64(2)}}},
	}, {
		"set", "a verb that RFC 6902 does not have becomes one that it has",
		[]string{"set /m/a 2", "set /m/b 2"},
		[]override.Change{{Op: jsontree.Replace, Pointer: overridetest.At("/m/a"), Old: int64(1), New: int64(2)},
			{Op: jsontree.Add, Pointer: overridetest.At("/m/b"), New: int64(2)}},
	}, {
		"list places", "indexes are counted from the start, however they were written",
		[]string{"add /list/- w", "replace /list/-1 v", "remove /list/+0"},
		[]override.Change{
			{Op: jsontree.Add, Pointer: overridetest.At("/list/1"), New: "w"},
			{Op: jsontree.Replace, Pointer: overridetest.At("/list/1"), Old: "w", New: "v"},
			{Op: jsontree.Remove, Pointer: overridetest.At("/list/0"), Old: "x"},
		},
	}, {
		"snapshots", "a change keeps its value, whatever later changes do",
		[]string{"set /m {deep: {list: []}}", "add /m/deep/list/- 1", "set /m {}"},
		[]override.Change{
			{Op: jsontree.Replace, Pointer: overridetest.At("/m"), Old: map[string]any{"a": int64(1)}, New: map[string]any{"deep": map[string]any{"list": []any{}}}},
			{Op: jsontree.Add, Pointer: overridetest.At("/m/deep/list/0"), New: int64(1)},
			{Op: jsontree.Replace, Pointer: overridetest.At("/m"), Old: map[string]any{"deep": map[string]any{"list": []any{int64(1)}}}, New: map[string]any{}},
		},
	}, {
		"the whole document", "its pointer has no tokens",
		[]string{"replace  {kind: Other}"},
		[]override.Change{{Op: jsontree.Replace, Pointer: jsontree.Pointer{},
			Old: overridetest.Object("{kind: Test, m: {a: 1}, list: [x]}").Object, New: map[string]any{"kind": "Other"}}},
	}, {
		"nothing", "an equal value is not a change, even a number in another notation",
		[]string{"replace /m/a 1.0", "test /list [x]"},
		[]override.Change{},
	},
}

// TestChanges shows the changes of a result. apply checks that they are complete.
func TestChanges(t *testing.T) {
	t.Parallel()
	for _, c := range changesCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := overridetest.Policy{Name: "p", Steps: overridetest.Do(c.steps...)}
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, m: {a: 1}, list: [x]}"), overridetest.Member1, p)
			require.NoError(t, err, c.reason)
			for i := range c.want {
				c.want[i].Origin = override.Origin{Policy: p.Ref(), At: overridetest.Lane("rules[0]", p.Steps)[i].At}
			}
			require.Equal(t, c.want, result.Changes(), c.reason)
		})
	}
}

// TestApplied shows the rules that took part.
func TestApplied(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, metadata: {namespace: shop}, a: 1}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /a 2", "set /b 2")}, {Steps: overridetest.Do("set /a 2")}}},
		overridetest.Policy{Name: "shop/q", Steps: overridetest.Do("set /a 3", "set /a 4", "set /a 4")},
	)
	require.NoError(t, err)
	require.Equal(t, []override.Applied{
		{Policy: override.Ref{Kind: "ClusterPolicy", Name: "p"}, At: "rules[0]", Changes: 2},
		{Policy: override.Ref{Kind: "ClusterPolicy", Name: "p"}, At: "rules[1]", Changes: 0},
		{Policy: override.Ref{Kind: "Policy", Namespace: "shop", Name: "q"}, At: "rules[0]", Changes: 2},
	}, result.Applied(), "a rule without effect is included")
}

// TestSkips shows the steps and reasons of skips, in order.
func TestSkips(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: append(overridetest.Do("set /a 1", "set /b 1"),
			override.Ignore("it is 100% wrong"),
			override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				out.Skip("first %d", 1)
				out.Skip("second %s", overridetest.At("/a"))
				return out.Set(overridetest.At("/c"), true)
			}),
			override.OverriderFunc(func(override.Input, *override.Edits) error { return nil }),
		)})
	require.NoError(t, err)
	skip := func(step, reason string) override.Skip {
		return override.Skip{Origin: override.Origin{Policy: override.Ref{Kind: "ClusterPolicy", Name: "p"}, At: "rules[0]." + step}, Reason: reason}
	}
	require.Equal(t, []override.Skip{
		skip("steps[0]", "already up to date"),
		skip("steps[2]", "it is 100% wrong"),
		skip("steps[3]", "first 1"),
		skip("steps[3]", "second /a"),
		skip("steps[4]", "already up to date"),
	}, result.Skips())
}

// TestWarnings shows a warning as a string.
func TestWarnings(t *testing.T) {
	t.Parallel()
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: []override.Overrider{override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
			out.Warn(overridetest.At("/a"), "%d comments are lost", 2)
			return out.Set(overridetest.At("/a"), int64(2))
		})}})
	require.NoError(t, err)
	require.Len(t, result.Warnings(), 1)
	require.Equal(t, "ClusterPolicy p: rules[0].steps[0]: /a: 2 comments are lost", result.Warnings()[0].String())
}

// TestJSONPatch shows a patch. apply checks with json-patch that it makes the same object.
func TestJSONPatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		steps        []string
		want         string
	}{
		{"nothing", "a patch of no operations is an empty list, not null", nil, `[]`},
		{"null", "null is a value; a removal has none", []string{"set /a null", "remove /a"}, `[{"op":"replace","path":"/a","value":null},{"op":"remove","path":"/a"}]`},
		{"escapes", "pointers are escaped, the text is JSON", []string{`set /a~1b~0 "<\"é"`}, `[{"op":"add","path":"/a~1b~0","value":"\u003c\"é"}]`},
		{"numbers", "integers of 64 bits keep their digits", []string{"set /a 9223372036854775807", "set /b 1.5"}, `[{"op":"replace","path":"/a","value":9223372036854775807},{"op":"add","path":"/b","value":1.5}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1}"), overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.Do(c.steps...)})
			require.NoError(t, err)
			patch, err := result.JSONPatch()
			require.NoError(t, err)
			require.Equal(t, c.want, string(patch), c.reason)
		})
	}
}

// TestNotJSON shows objects that are not JSON. Only a copy of the object is an error, because nothing else reads all of
// it.
func TestNotJSON(t *testing.T) {
	t.Parallel()
	obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": "x"},
		"spec": map[string]any{"list": []any{map[string]any{"replicas": 3}}}}}
	result, err := override.Apply(obj, overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.Do("set /a 1")}.Compile(t))
	require.NoError(t, err)
	_, err = result.Object()
	require.EqualError(t, err, "Test x: /spec/list/0/replicas is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)")

	result, err = override.Apply(obj, overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.Do("set /spec {}")}.Compile(t))
	require.NoError(t, err)
	got, err := result.Object()
	require.NoError(t, err, "the invalid value was removed")
	require.Equal(t, overridetest.Object("{kind: Test, metadata: {name: x}, spec: {}}").Object, got.Object)
	require.Contains(t, result.Changes()[0].Old, "is a Go int", "an old value that cannot be copied becomes the error as a string")
}

// TestNotFinite shows that a policy made in Go cannot write a number that JSON does not have.
func TestNotFinite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value any
		place string
	}{
		"not a number":      {math.NaN(), "the document is the number NaN"},
		"infinity":          {math.Inf(1), "the document is the number +Inf"},
		"infinity in a map": {map[string]any{"b": []any{math.Inf(-1)}}, "/b/0 is the number -Inf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := overridetest.Policy{Name: "not-finite", Steps: []override.Overrider{override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				return out.Set(overridetest.At("/a"), c.value)
			})}}
			_, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1, p)
			require.ErrorContains(t, err, "not-finite")
			require.ErrorContains(t, err, "the value for /a: "+c.place+", expected a JSON value")
			patch := overridetest.Policy{Name: "not-finite", Steps: []override.Overrider{overrider.Patch{Op: jsontree.Set, Pointer: overridetest.At("/a"), Value: c.value}}}
			compiled, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "not-finite"},
				Rules: []override.Rule{{Stages: override.Steps(override.Step{Overrider: patch.Steps[0]})}}})
			if err == nil {
				_, err = override.Apply(overridetest.Object("{kind: Test}"), overridetest.Member1, compiled)
			}
			require.ErrorContains(t, err, "not-finite")
			require.ErrorContains(t, err, c.place+", expected a JSON value")
		})
	}
}

// TestNoKind shows that objects without apiVersion or kind are errors. No selector would match them, and all overrides would be lost.
func TestNoKind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		object       map[string]any
		want         string
	}{
		{"nil", "a nil object has no apiVersion", nil, "an object without a name in cluster member1: /apiVersion is missing, expected the object's apiVersion"},
		{"empty", "an empty object has none", map[string]any{}, "an object without a name in cluster member1: /apiVersion is missing, expected the object's apiVersion"},
		{"typed", "typed objects from a client are like that", map[string]any{"metadata": map[string]any{"name": "web"}}, "web in cluster member1: /apiVersion is missing, expected the object's apiVersion"},
		{"no kind", "the API version alone names nothing", map[string]any{"apiVersion": "apps/v1", "metadata": map[string]any{"name": "web"}}, "web in cluster member1: /kind is missing, expected the object's kind"},
		{"another type", "a kind is a string", map[string]any{"apiVersion": "apps/v1", "kind": int64(5)}, "an object without a name in cluster member1: /kind is the number 5, expected the object's kind"},
		{"an empty kind", "it names nothing", map[string]any{"apiVersion": "apps/v1", "kind": ""}, `an object without a name in cluster member1: /kind is the string "", expected the object's kind`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			selection := override.NewSet(overridetest.Policy{Name: "p", Steps: overridetest.Do("set /a 1")}.Compile(t)).Select(&unstructured.Unstructured{Object: c.object})
			result, err := selection.Apply(overridetest.Member1)
			require.EqualError(t, err, c.want+" (see override.Unstructured for typed objects)", c.reason)
			require.Nil(t, result)
			require.Contains(t, selection.Explain(overridetest.Member1).String(), "ClusterPolicy p (cluster-wide, selected by kind): not reached")
		})
	}
}

// TestLongValues checks that the difference of two long values is visible, in a change and in a conflict.
func TestLongValues(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 40)
	old, now := long+"x", long+"y"
	shown := func(end string) string { return "…" + long[len(long)-97:] + end + `"` }
	change := override.Change{Op: jsontree.Replace, Pointer: jsontree.Pointer{"a"}, Old: old, New: now}
	require.Equal(t, "/a: "+shown("x")+" -> "+shown("y"), change.String())
	conflict := override.Conflict{Pointer: jsontree.Pointer{"a"}, Earlier: override.Write{Value: old}, Later: override.Write{Value: now}}
	require.Contains(t, conflict.String(), "/a\n"+shown("x")+" by ")
	require.Contains(t, conflict.String(), "\nlost to "+shown("y")+" by ")
	conflict.Later = override.Write{Absent: true}
	require.Contains(t, conflict.String(), "/a\n\""+long[:159]+"… by ")
	require.Contains(t, conflict.String(), "\nlost to nothing by ")
}
