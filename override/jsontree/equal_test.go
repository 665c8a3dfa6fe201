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
		{"null and an empty list", "null is not an empty list", nil, []any{}, false},
		{"strings", "strings are compared exactly", "a", "a", true},
		{"different strings", "strings are compared exactly", "a", "A", false},
		{"a boolean and a string", "a boolean is not a string", true, "true", false},
		{"true and false", "they differ", true, false, false},
		{"integers", "all digits of integers are compared", int64(math.MaxInt64), int64(math.MaxInt64 - 1), false},
		{"1 and 1.0", "an encoder writes both as 1", int64(1), 1.0, true},
		{"1.0 and 1", "the order does not matter", 1.0, int64(1), true},
		{"1 and 1.5", "they differ", int64(1), 1.5, false},
		{"numbers", "they are equal", 1.5, 1.5, true},
		{"zero and minus zero", "an encoder writes the second as -0", 0.0, math.Copysign(0, -1), false},
		{"integer zero and minus zero", "an encoder writes the second as -0", int64(0), math.Copysign(0, -1), false},
		{"2^53+1", "the nearest float64 is another number", int64(1<<53 + 1), float64(1 << 53), false},
		{"2^63", "the largest int64 is smaller", int64(math.MaxInt64), float64(1 << 63), false},
		{"2^53", "up to here an encoder writes all digits of a float64", int64(1 << 53), float64(1 << 53), true},
		{"2^60", "an encoder writes fewer digits of a large float64, 1152921504606847000", int64(1 << 60), float64(1 << 60), false},
		{"1152921504606847000", "the digits are the same", int64(1152921504606847000), float64(1 << 60), true},
		{"-2^63", "an encoder writes fewer digits of a large float64", int64(math.MinInt64), -float64(1 << 63), false},
		{"1e300", "the largest int64 is smaller", int64(0), 1e300, false},
		{"NaN", "it is not even equal to itself", math.NaN(), math.NaN(), false},
		{"a number and a string", "a number is not a string", int64(1), "1", false},
		{"maps", "the order of keys does not matter", map[string]any{"a": 1.0, "b": nil}, map[string]any{"b": nil, "a": int64(1)}, true},
		{"one more key", "every key is compared", map[string]any{"a": "x"}, map[string]any{"a": "x", "b": nil}, false},
		{"another key", "a missing key is not null", map[string]any{"a": nil}, map[string]any{"b": nil}, false},
		{"another value", "every value is compared", map[string]any{"a": []any{"x"}}, map[string]any{"a": []any{"z"}}, false},
		{"lists", "the order of elements matters", []any{"a", "b"}, []any{"b", "a"}, false},
		{"equal lists", "null inside a list equals null", []any{"a", nil, []any{}}, []any{"a", nil, []any{}}, true},
		{"one more element", "every element is compared", []any{"a"}, []any{"a", "a"}, false},
		{"a map and a list", "they differ even if both are empty", map[string]any{}, []any{}, false},
		{"an int", "an int is not a JSON value", 1, 1, false},
		{"an int inside", "an int is not a JSON value", []any{1}, []any{1}, false},
		{"an int and an int64", "an int is not a JSON value", int64(1), 1, false},
		{"a map that contains itself", "it exceeds the limits", self, self, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, jsontree.Equal(c.a, c.b), c.reason)
			require.Equal(t, c.want, jsontree.Equal(c.b, c.a), "Equal is symmetric: %s", c.reason)
		})
	}
}

// FuzzEqual compares Equal for numbers with the output of the encoder.
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
