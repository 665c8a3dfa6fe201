package jsontree_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

func TestEqual(t *testing.T) {
	t.Parallel()
	self := map[string]any{}
	self["a"] = self
	for _, c := range []struct {
		name, reason string
		a, b         any
		want         bool
	}{
		{"nulls", "null equals null", nil, nil, true},
		{"null and nothing", "null is no empty list", nil, []any{}, false},
		{"texts", "texts are compared to the letter", "a", "a", true},
		{"other texts", "texts are compared to the letter", "a", "A", false},
		{"booleans", "a boolean is no text", true, "true", false},
		{"true and false", "they differ", true, false, false},
		{"integers", "integers are compared with all their digits", int64(math.MaxInt64), int64(math.MaxInt64 - 1), false},
		{"1 and 1.0", "an encoder writes both as 1", int64(1), 1.0, true},
		{"1.0 and 1", "the other way round, too", 1.0, int64(1), true},
		{"1 and 1.5", "they differ", int64(1), 1.5, false},
		{"numbers", "they are the same", 1.5, 1.5, true},
		{"zero and minus zero", "an encoder writes the second as -0", 0.0, math.Copysign(0, -1), false},
		{"integer zero and minus zero", "an encoder writes the second as -0", int64(0), math.Copysign(0, -1), false},
		{"2^53+1", "a float64 cannot hold it; the nearest one is another number", int64(1<<53 + 1), float64(1 << 53), false},
		{"2^63", "no int64 is as large", int64(math.MaxInt64), float64(1 << 63), false},
		{"2^53", "up to here all digits are written of both", int64(1 << 53), float64(1 << 53), true},
		{"2^60", "of a large float64 an encoder writes fewer digits, 1152921504606847000", int64(1 << 60), float64(1 << 60), false},
		{"1152921504606847000", "the digits are the same", int64(1152921504606847000), float64(1 << 60), true},
		{"-2^63", "of a large float64 an encoder writes fewer digits", int64(math.MinInt64), -float64(1 << 63), false},
		{"1e300", "no int64 is as large", int64(0), 1e300, false},
		{"not a number", "it equals nothing, itself included", math.NaN(), math.NaN(), false},
		{"a number and a text", "a number is no text", int64(1), "1", false},
		{"maps", "the order of keys does not count", map[string]any{"a": 1.0, "b": nil}, map[string]any{"b": nil, "a": int64(1)}, true},
		{"a key more", "every key counts", map[string]any{"a": "x"}, map[string]any{"a": "x", "b": nil}, false},
		{"another key", "a missing key is no null", map[string]any{"a": nil}, map[string]any{"b": nil}, false},
		{"another value", "every value counts", map[string]any{"a": []any{"x"}}, map[string]any{"a": []any{"z"}}, false},
		{"lists", "the order of elements counts", []any{"a", "b"}, []any{"b", "a"}, false},
		{"equal lists", "null inside a list equals null", []any{"a", nil, []any{}}, []any{"a", nil, []any{}}, true},
		{"an element more", "every element counts", []any{"a"}, []any{"a", "a"}, false},
		{"a map and a list", "they differ, also when both are empty", map[string]any{}, []any{}, false},
		{"an int", "what is no JSON equals nothing", 1, 1, false},
		{"an int inside", "what is no JSON equals nothing", []any{1}, []any{1}, false},
		{"an int and an int64", "what is no JSON equals nothing", int64(1), 1, false},
		{"a map that contains itself", "what nests without end equals nothing, and is found out", self, self, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, jsontree.Equal(c.a, c.b), c.reason)
			require.Equal(t, c.want, jsontree.Equal(c.b, c.a), "it is the same from either side: %s", c.reason)
		})
	}
}

// FuzzEqual holds the comparison of numbers against what the encoder writes.
func FuzzEqual(f *testing.F) {
	f.Add(int64(0), 0.0)
	f.Add(int64(1), 1.0)
	f.Add(int64(math.MinInt64), -float64(1<<63))
	f.Add(int64(math.MaxInt64), float64(1<<63))
	f.Add(int64(1<<53+1), float64(1<<53))
	f.Add(int64(1<<60), float64(1<<60))
	f.Fuzz(func(t *testing.T, i int64, x float64) {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return
		}
		for _, pair := range [][2]any{{i, x}, {x, float64(i)}, {i, float64(i)}} {
			a, err := json.Marshal(pair[0])
			require.NoError(t, err)
			b, err := json.Marshal(pair[1])
			require.NoError(t, err)
			require.Equal(t, string(a) == string(b), jsontree.Equal(pair[0], pair[1]), "%s and %s", a, b)
		}
	})
}
