package native

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSum(t *testing.T) {
	t.Parallel()
	edges := []int64{math.MinInt64, math.MinInt64 + 1, -2, -1, 0, 1, 2, math.MaxInt64 - 1, math.MaxInt64}
	for _, a := range edges {
		for _, b := range edges {
			total, holds := sum(a, b)
			halves := a/2 + b/2 + (a%2+b%2)/2 // the half of the exact sum, cut towards zero; never too large
			exact := halves > math.MinInt64/2 && halves < math.MaxInt64/2
			if exact {
				require.True(t, holds, "%d + %d", a, b)
			}
			if holds {
				require.Equal(t, a, total-b, "%d + %d", a, b)
				require.Equal(t, a > 0, total > b, "%d + %d: it overflows in the right direction", a, b)
			}
		}
	}
	_, holds := sum(math.MaxInt64, 1)
	require.False(t, holds)
	_, holds = sum(math.MinInt64, -1)
	require.False(t, holds)
	total, holds := sum(math.MinInt64, math.MaxInt64)
	require.Equal(t, int64(-1), total)
	require.True(t, holds)
}

func TestCheckInt32(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{math.MinInt32, -1, 0, math.MaxInt32} {
		require.NoError(t, checkInt32("replicas", n), "%d", n)
	}
	for _, n := range []int64{math.MinInt64, math.MinInt32 - 1, math.MaxInt32 + 1, math.MaxInt64} {
		require.ErrorContains(t, checkInt32("replicas", n), "replicas of all members add up to", "%d", n)
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    any
		want int64
	}{{nil, 0}, {int64(3), 3}, {3.0, 3}, {-3.0, -3}, {"3", 0}, {true, 0}} {
		require.Equal(t, c.want, number(c.v), "%#v", c.v)
	}
}
