package redact_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, apiVersion, kind string
		hides                          bool
	}{
		{"Secret", "its values are secret", "v1", "Secret", true},
		{"no version", "the object may be incomplete", "", "Secret", true},
		{"a Secret of another group", "its data may be anything", "example.io/v1", "Secret", false},
		{"ConfigMap", "its data is not secret", "v1", "ConfigMap", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			region := redact.Places(nil).Of(selector.Object{APIVersion: c.apiVersion, Kind: c.kind})
			for _, p := range []jsontree.Pointer{{"data"}, {"data", "a"}, {"stringData", "a", "b"}, {"metadata", "annotations", redact.LastApplied}} {
				require.Equal(t, c.hides, region.Hides(p), c.reason)
			}
			require.False(t, region.Hides(jsontree.Pointer{"metadata", "annotations"}))
			require.Equal(t, c.hides, region.Touches(nil))
			require.False(t, region.Touches(jsontree.Pointer{"type"}))
		})
	}
	list := redact.Places(nil).Of(selector.Object{APIVersion: "v1", Kind: "SecretList"})
	require.True(t, list.Hides(jsontree.Pointer{"items", "0", "data"}))
	require.Empty(t, redact.Places(redact.Nothing).Of(selector.Object{APIVersion: "v1", Kind: "Secret"}))
}

func TestPair(t *testing.T) {
	t.Parallel()
	region := redact.Region{{"data"}, {"list", "1", "x"}}
	for _, c := range []struct{ name, reason, at, before, after, wantBefore, wantAfter string }{
		{"the object", "equal and different values have different masks", "", `{"data":{"a":"x","b":1,"c":2},"e":5}`, `{"data":{"a":"x","b":2,"d":3},"e":6}`,
			`{"data":{"a":"***","b":"*** (before)","c":"***"},"e":5}`, `{"data":{"a":"***","b":"*** (after)","d":"***"},"e":6}`},
		{"the pointer", "keys are shown", "/data", `{"a":"x"}`, `{"a":"y"}`, `{"a":"*** (before)"}`, `{"a":"*** (after)"}`},
		{"not an object", "it is hidden as a whole", "/data", `"x"`, `["x"]`, `"*** (before)"`, `"*** (after)"`},
		{"null", "null is not hidden", "/data", `null`, `{"a":1}`, `null`, `{"a":"***"}`},
		{"inside", "inside the pointer null is hidden", "/data/a", `null`, `{"b":1}`, `"*** (before)"`, `"*** (after)"`},
		{"in a list", "only the element of the pointer is hidden", "/list", `[{"x":1},{"x":1,"y":1}]`, `[{"x":1}]`, `[{"x":1},{"x":"***","y":1}]`, `[{"x":1}]`},
		{"a string around a pointer", "the secret may be in it", "", `{"list":"x","e":1}`, `{"list":"y","e":1}`, `{"list":"*** (before)","e":1}`, `{"list":"*** (after)","e":1}`},
		{"the same string around a pointer", "it is equal", "/list/1", `"x"`, `"x"`, `"***"`, `"***"`},
		{"a list around a key", "no element has the key", "/list/1", `[1]`, `{"x":1}`, `"*** (before)"`, `{"x":"***"}`},
		{"null around a pointer", "nothing is in it", "", `{"list":null}`, `{}`, `{"list":null}`, `{}`},
		{"elsewhere", "values are shown", "/e", `1`, `2`, `1`, `2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			at, err := jsontree.Parse(c.at)
			require.NoError(t, err)
			before, after := region.Pair(at, decode(t, c.before), decode(t, c.after))
			require.Equal(t, decode(t, c.wantBefore), before, c.reason)
			require.Equal(t, decode(t, c.wantAfter), after, c.reason)
		})
	}
}

// TestPairProperty checks for random values that masked values are equal if and only if the values are, and that the values are
// not written.
func TestPairProperty(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	region := redact.Region{{"a"}, {"b", "0", "a"}, {"c", "b"}}
	equal := 0
	for range 20000 {
		before, after := random(r, 4), random(r, 4)
		if r.IntN(3) == 0 {
			after = before
		}
		text, _ := json.Marshal([]any{before, after})
		a, b := region.Pair(nil, before, after)
		require.Equal(t, jsontree.Equal(before, after), jsontree.Equal(a, b), string(text))
		again, _ := json.Marshal([]any{before, after})
		require.Equal(t, string(text), string(again))
		if jsontree.Equal(a, b) {
			equal++
		}
	}
	require.Greater(t, equal, 5000)
	require.Less(t, equal, 15000)
}

func random(r *rand.Rand, depth int) any {
	if depth == 4 || depth > 0 && r.IntN(2) == 0 {
		if r.IntN(3) == 0 && depth < 4 {
			list := make([]any, r.IntN(3))
			for i := range list {
				list[i] = random(r, depth-1)
			}
			return list
		}
		m := map[string]any{}
		for _, key := range []string{"a", "b", "c"} {
			if r.IntN(2) == 0 {
				m[key] = random(r, depth-1)
			}
		}
		return m
	}
	return []any{nil, int64(1), "x", "***"}[r.IntN(4)]
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}

// TestWith checks that the outer one of two pointers is kept.
func TestWith(t *testing.T) {
	t.Parallel()
	inner, outer := redact.Region{{"a", "b"}, {"c"}}, redact.Region{{"a"}}
	require.Equal(t, redact.Region{{"c"}, {"a"}}, inner.With(outer))
	require.Equal(t, redact.Region{{"a"}, {"c"}}, outer.With(inner))
	require.Equal(t, redact.Region{{"a", "b"}, {"c"}}, inner, "the receiver is not written")
}
