package jsontree_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

func TestCopyable(t *testing.T) {
	t.Parallel()
	const many = 1 << 14
	for _, c := range []struct {
		name, reason string
		value        any
		most         int
		want         bool
	}{
		{"null", "it is one value", nil, 1, true},
		{"nothing allowed", "even null is a value", nil, 0, false},
		{"a negative limit", "it allows nothing", "x", -1, false},
		{"just enough", "a list of two is three values", []any{"a", int64(1)}, 3, true},
		{"one too many", "a list of two is three values", []any{"a", int64(1)}, 2, false},
		{"a map", "keys do not count", map[string]any{"a": map[string]any{"b": 1.5}}, 3, true},
		{"int", "Clone refuses it", map[string]any{"a": 1}, many, false},
		{"NaN", "Clone refuses it", []any{math.NaN()}, many, false},
		{"infinity", "Clone refuses it", map[string]any{"a": math.Inf(-1)}, many, false},
		{"cyclic", "its depth is infinite", endless(), math.MaxInt, false},
		{"as deep as allowed", "Clone copies it", nested(jsontree.MaxDepth), many, true},
		{"one level too deep", "Clone refuses it", nested(jsontree.MaxDepth + 1), many, false},
		{"nil below the last level", "Clone copies a nil map anywhere", []any{map[string]any(nil), []any(nil)}, 3, true},
		{"shared maps", "it would be a billion values", doubled(30), math.MaxInt, false},
		{"a list beyond MaxSize", "no limit allows it", make([]any, jsontree.MaxSize), math.MaxInt, false},
	} {
		require.Equal(t, c.want, jsontree.Copyable(c.value, c.most), "%s: %s", c.name, c.reason)
		if c.want {
			_, err := jsontree.Clone(c.value)
			require.NoError(t, err, c.name)
		}
	}
}

// TestCopyableAsClone compares with Clone and a count of the values.
func TestCopyableAsClone(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	invalid := []any{1, math.NaN(), []string{"a"}, (*int)(nil)}
	copyable := 0
	for range 2000 {
		data := make([]byte, random.IntN(60))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		v := (&source{data}).value(4)
		if random.IntN(4) == 0 {
			v = map[string]any{"a": []any{v, invalid[random.IntN(len(invalid))]}}
		}
		_, err := jsontree.Clone(v)
		values := count(v)
		require.False(t, jsontree.Copyable(v, values-1), "%#v", v)
		require.Equal(t, err == nil, jsontree.Copyable(v, values), "%#v", v)
		if err == nil {
			copyable++
		}
	}
	require.Greater(t, copyable, 1000)
	require.Less(t, copyable, 1900)
}

// count returns the number of values in a document.
func count(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += count(e)
		}
	case []any:
		for _, e := range v {
			n += count(e)
		}
	}
	return n
}

func TestCopyableDoesNotAllocate(t *testing.T) {
	v := doubled(10)
	require.Zero(t, testing.AllocsPerRun(10, func() { jsontree.Copyable(v, 1<<14) }))
}
