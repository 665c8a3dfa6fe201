package work

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestReuse has values that differ from others in a few places. The result equals the value, neither is written, and everything that is equal is
// shared.
func TestReuse(t *testing.T) {
	t.Parallel()
	shared := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		from := map[string]any{"spec": value(r, 4), "x": value(r, 2)}
		c, err := jsontree.Clone(from)
		require.NoError(t, err)
		v, _ := c.(map[string]any)
		if r.IntN(4) > 0 {
			v["spec"] = change(r, v["spec"])
		}
		before := fmt.Sprintf("%#v %#v", from, v)
		got, equal := reuse(v, from)
		require.Equal(t, any(v), got)
		require.Equal(t, reflect.DeepEqual(v, from), equal)
		require.Equal(t, before, fmt.Sprintf("%#v %#v", from, v))
		if x, ok := from["x"].(map[string]any); ok {
			shared++
			require.Equal(t, reflect.ValueOf(x).Pointer(), reflect.ValueOf(got.(map[string]any)["x"]).Pointer())
		}
	}
	require.NotZero(t, shared)
}

func value(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n < 3 && depth > 0:
		m := map[string]any{}
		for range r.IntN(4) {
			m[string(rune('a'+r.IntN(6)))] = value(r, depth-1)
		}
		return m
	case n < 5 && depth > 0:
		l := []any{}
		for range r.IntN(4) {
			l = append(l, value(r, depth-1))
		}
		return l
	case n == 5:
		return int64(r.IntN(3))
	case n == 6:
		return float64(r.IntN(3))
	}
	return []any{nil, true, "a", "b"}[r.IntN(4)]
}

// change returns a value with a few changes at any depth.
func change(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			switch r.IntN(4) {
			case 0:
				delete(v, key)
			case 1:
				v[key] = change(r, e)
			}
		}
		if r.IntN(3) == 0 {
			v[string(rune('a'+r.IntN(6)))] = value(r, 1)
		}
		return v
	case []any:
		for i, e := range v {
			if r.IntN(2) == 0 {
				v[i] = change(r, e)
			}
		}
		if n := len(v); n > 0 && r.IntN(3) == 0 {
			return v[:n-1]
		}
		return append(v, value(r, 1))
	}
	return value(r, 1)
}
