package override_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
)

// edited returns the result of one step for an object with a list of 1000 elements, whose last element is v, and v at /other.
func edited(t testing.TB, v any, step override.OverriderFunc) (*override.Result, error) {
	t.Helper()
	list := make([]any, 1000)
	list[999] = v
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "list": list, "other": v}}
	return override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.One(step)}})...).Select(object).Apply(overridetest.Member1)
}

// TestAppendJSONPatchHostile has values that are not JSON in the object and in the edits, and unusual keys and strings. The patch is that of
// JSONPatch, or the error is.
func TestAppendJSONPatchHostile(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	var deep any
	for range 100_000 {
		deep = []any{deep}
	}
	for _, c := range []struct {
		name, reason string
		value        any
		refused      bool   // no edit may have it
		rest         string // the error of a patch that has it, in the rest of a list; "apply": there is no result
	}{
		{"null", "it is JSON", nil, false, ""},
		{"int", "encoding/json can write it", 5, true, ""},
		{"a list of strings", "encoding/json can write it", []string{"<"}, true, ""},
		{"NaN", "JSON does not have it", math.NaN(), true, "json: unsupported value: NaN"},
		{"infinity in a map", "JSON does not have it", map[string]any{"a": math.Inf(1)}, true, "json: unsupported value: +Inf"},
		{"a function", "JSON does not have it", func() {}, true, "json: unsupported type: func()"},
		{"a cyclic map", "its text is infinite", cyclic, true, "apply"},
		{"100,000 levels", "no decoder returns it", deep, true, "apply"},
		{"invalid UTF-8", "encoding/json replaces it", map[string]any{"\xff": "a\xff\xed\xa0\x80"}, false, ""},
		{"strings of HTML and of JavaScript", "they are escaped", map[string]any{"</script>": "&\u2028\u2029\x00\"\\"}, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := edited(t, nil, func(_ override.Input, out *override.Edits) error {
				return out.Set(overridetest.At("/new"), c.value)
			})
			require.Equal(t, c.refused, err != nil, c.reason)
			if err == nil {
				overridetest.RequirePatchBytes(t, result)
			}

			result, err = edited(t, c.value, func(_ override.Input, out *override.Edits) error {
				return out.Set(overridetest.At("/list/0"), "x")
			})
			require.NoError(t, err, "no edit touches the value")
			overridetest.RequirePatchBytes(t, result)
			patch, err := result.AppendJSONPatch(nil)
			require.NoError(t, err)
			require.Equal(t, `[{"op":"replace","path":"/list/0","value":"x"}]`, string(patch))

			result, err = edited(t, c.value, func(_ override.Input, out *override.Edits) error {
				if err := out.Set(overridetest.At("/a"), "before"); err != nil {
					return err
				}
				indexes := make([]int, 500)
				for i := range indexes {
					indexes[i] = i
				}
				return out.RemoveItems(overridetest.At("/list"), indexes) // it replaces the list without a copy
			})
			require.Equal(t, c.rest == "apply", err != nil, c.reason)
			if err != nil {
				return
			}
			overridetest.RequirePatchBytes(t, result)
			if _, err = result.AppendJSONPatch(nil); c.rest != "" {
				require.EqualError(t, err, c.rest, c.reason)
			} else {
				require.NoError(t, err, c.reason)
			}
		})
	}
}

// TestAppendJSONPatchKeys has keys that a pointer escapes.
func TestAppendJSONPatchKeys(t *testing.T) {
	t.Parallel()
	keys := []string{"", "~", "/", "~0", "~1", "a/b~c", "//", "\xff", "<>&", "\u2028", strings.Repeat("~/", 10_000)}
	result, err := edited(t, nil, func(_ override.Input, out *override.Edits) error {
		for _, key := range keys {
			if err := out.Set(jsontree.Pointer{key}, map[string]any{}); err != nil {
				return err
			}
			if err := out.Set(jsontree.Pointer{key, key}, key); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, err)
	overridetest.RequirePatchBytes(t, result)
	require.Len(t, result.Changes(), 2*len(keys))
}

// manyChanges returns a result with n changes.
func manyChanges(t testing.TB, n int) *override.Result {
	t.Helper()
	result, err := edited(t, nil, func(_ override.Input, out *override.Edits) error {
		for i := range n {
			if err := out.Add(jsontree.Pointer{fmt.Sprint("a/b~", i)}, map[string]any{"n": int64(i)}); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(t, err)
	return result
}

// TestAppendJSONPatchOfMany has 100,000 changes, or 20,000 with -short. A change needs as many allocations as among fewer changes.
func TestAppendJSONPatchOfMany(t *testing.T) {
	perChange := func(n int) float64 {
		result := manyChanges(t, n)
		overridetest.RequirePatchBytes(t, result)
		patch, err := result.AppendJSONPatch(nil)
		require.NoError(t, err)
		var operations []json.RawMessage
		require.NoError(t, json.Unmarshal(patch, &operations))
		require.Len(t, operations, n)
		return testing.AllocsPerRun(2, func() { _, _ = result.AppendJSONPatch(patch[:0]) }) / float64(n)
	}
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	few, many := perChange(n/10), perChange(n)
	require.Less(t, many, 8.0, "a few allocations for the path")
	require.InDelta(t, few, many, 1)
}

// BenchmarkPatchOfMany appends the patch of many changes. The time for each change does not depend on their number.
func BenchmarkPatchOfMany(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		result := manyChanges(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var patch []byte
			b.ReportAllocs()
			for b.Loop() {
				patch, _ = result.AppendJSONPatch(patch[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/change")
		})
	}
}
