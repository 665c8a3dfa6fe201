package quantity_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
)

// power returns unscaled times a power of ten, which Go code can build directly.
func power(unscaled int64, ten int32) resource.Quantity {
	q := resource.NewScaledQuantity(unscaled, resource.Scale(ten)).ToDec()
	q.Format = resource.BinarySI
	return *q
}

func TestCheck(t *testing.T) {
	t.Parallel()
	digits := *resource.NewQuantity(0, resource.DecimalSI)
	digits.AsDec().SetUnscaledBig(new(big.Int).Lsh(big.NewInt(1), 1<<20))
	for _, c := range []struct {
		name, reason string
		q            resource.Quantity
		wantErr      string
	}{
		{"none", "the zero value", resource.Quantity{}, ""},
		{"zero", "the usual form", *resource.NewQuantity(0, resource.DecimalSI), ""},
		{"thousandths", "the usual form", *resource.NewMilliQuantity(250, resource.DecimalSI), ""},
		{"binary", "the usual form", *resource.NewQuantity(1<<40, resource.BinarySI), ""},
		{"the largest integer", "64 bits", *resource.NewQuantity(math.MaxInt64, resource.DecimalSI), ""},
		{"beyond float64", "Parse accepts 1000 digits", parsed(t, "1e999"), ""},
		{"the longest", "it has the maximum length of Parse", parsed(t, strings.Repeat("9", 996)+"e999"), ""},
		{"small", "powers of ten may be negative", power(1, math.MinInt32+1), "found a quantity with the power of ten -2147483647, expected one from -2000 to 2000"},
		{"large", "arithmetic would compute the power", power(1, math.MaxInt32), "power of ten 2147483647"},
		{"the largest", "the sign does not overflow", power(1, math.MinInt32), "power of ten"},
		{"zero of a power", "a comparison would compute the power", power(0, math.MaxInt32), "power of ten 2147483647"},
		{"zero of a small power", "a comparison would compute the power", power(0, -math.MaxInt32), "power of ten -2147483647"},
		{"scaled", "the number is a plain int64", *resource.NewScaledQuantity(5, math.MaxInt32), "power of ten 2147483647"},
		{"scaled zero", "apimachinery loops up to the power", *resource.NewScaledQuantity(0, math.MaxInt32), "power of ten 2147483647"},
		{"scaled down", "the number is a plain int64", *resource.NewScaledQuantity(5, -math.MaxInt32), "power of ten -2147483647"},
		{"digits", "their number is limited, too", digits, "found a quantity with a number of 1048577 bits, expected at most 8000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.wantErr == "" {
				require.NoError(t, quantity.Check(c.q), c.reason)
				return
			}
			require.ErrorContains(t, quantity.Check(c.q), c.wantErr, c.reason)
			require.True(t, quantity.Equal(c.q, c.q))
			require.False(t, quantity.Equal(c.q, parsed(t, "1")), c.reason)
			_, err := json.Marshal(quantity.Quantity{Quantity: c.q})
			require.ErrorContains(t, err, c.wantErr, "encoding may compute the power")
			_, err = json.Marshal(quantity.List{"cpu": parsed(t, "1"), "memory": c.q})
			require.ErrorContains(t, err, "memory: found a quantity")
		})
	}
	require.True(t, quantity.Equal(parsed(t, "1"), parsed(t, "1000m")), "they are the same amount")
	require.False(t, quantity.Equal(parsed(t, "1"), parsed(t, "1001m")))
}

// TestCheckSums checks that the sum of a million of the largest quantities of Parse is within the limits.
func TestCheckSums(t *testing.T) {
	t.Parallel()
	sum := parsed(t, strings.Repeat("9", 996)+"e999")
	sum.Add(parsed(t, "1n"))
	for range 20 {
		sum.Add(sum.DeepCopy())
	}
	require.NoError(t, quantity.Check(sum))
}

// TestCheckAllocations checks that Check does not allocate for common quantities.
func TestCheckAllocations(t *testing.T) {
	q := *resource.NewMilliQuantity(250, resource.DecimalSI)
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = quantity.Check(q) }))
}
