package native

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
)

func TestCountOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		v      any
		want   int64
		reason string
	}{
		{"cpu", nil, 0, "null is 0"},
		{"cpu", int64(2), 2000, "CPU counts in thousandths"},
		{"cpu", 0.5, 500, "a number"},
		{"cpu", " 250m ", 250, "white space is dropped"},
		{"cpu", "1n", 1, "rounded up"},
		{"cpu", "-1", -1000, "negative amounts are allowed"},
		{"memory", "1m", 1, "rounded up"},
		{"memory", "1.5Ki", 1536, "whole units"},
		{"memory", "1e3", 1000, "an exponent"},
		{"memory", "8Ei", math.MaxInt64, "it is cut off at the maximum"},
		{"memory", "9e18", 9e18, "large"},
		{"memory", "9223372036854775807", math.MaxInt64, "the maximum"},
		{"memory", "-9223372036854775807", -math.MaxInt64, "Value of Quantity returns 1"},
		{"memory", "1000000000000000.5", 1e15 + 1, "large numbers are rounded up, too"},
		{"memory", "-1000000000000000.5", -1e15, "negative numbers are rounded towards zero"},
		{"cpu", "1000000000000000.0005", 1e18 + 1, "rounded up in thousandths"},
	} {
		got, err := countOf(c.name, c.v)
		require.NoError(t, err, "%v", c.v)
		require.Equal(t, c.want, got, "%s %v: %s", c.name, c.v, c.reason)
	}
	for _, v := range []any{"", "many", "1e", true, math.NaN(), "9223372036854775808", "1e30", "-1e30"} {
		_, err := countOf("memory", v)
		require.Error(t, err, "%v", v)
	}
}

// TestLargeCountIsCountOf compares the exact calculation with the short one, where the latter is right.
func TestLargeCountIsCountOf(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "e3", "e-5"} {
		for _, n := range []int64{0, 1, 7, 999, 1000, 1001, 123456} {
			v := strconv.FormatInt(n, 10) + suffix
			for _, milli := range []bool{false, true} {
				q := resource.MustParse(v)
				want := q.Value()
				if milli {
					want = q.MilliValue()
				}
				got, err := largeCount(q, milli)
				require.NoError(t, err)
				require.Equal(t, want, got, "%s, in thousandths: %t", v, milli)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"cpu": true, "memory": true, "ephemeral-storage": true, "pods": true, "hugepages-2Mi": true, "attachable-volumes-aws-ebs": true,
		"kubernetes.io/batch-cpu": true, "x.kubernetes.io/y": true, "requests.kubernetes.io/y": true, "nvidia.com/gpu": true,
		"": false, "storage": false, "batch-cpu": false, "requests.cpu": false, "requests.nvidia.com/gpu": false,
		"a b/c": false, "/c": false, "a/b/c": false, "nvidia.com/": false, "Nvidia.com/gpu": false,
	} {
		require.Equal(t, want, counts(name), "%q", name)
	}
}

// FuzzCountOf compares with the order of quantities: the count is the smallest whole number that is not below the quantity.
func FuzzCountOf(f *testing.F) {
	for _, s := range []string{"0", "1", "250m", "1n", "1.5Ki", "1e3", "9e18", "1e30", "8Ei", "9223372036854775807", "0.0000000001", "1000000000000000.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, err := quantity.Parse(s) // it refuses exponents that would need too much memory
		if err != nil || q.Sign() < 0 {
			return
		}
		n, err := countOf("memory", s)
		if err != nil {
			require.Positive(t, q.Cmp(*resource.NewQuantity(math.MaxInt64, resource.DecimalSI)), "%s: %s", s, err)
			return
		}
		require.LessOrEqual(t, q.Cmp(*resource.NewQuantity(n, resource.DecimalSI)), 0, s)
		require.True(t, n == 0 || q.Cmp(*resource.NewQuantity(n-1, resource.DecimalSI)) > 0, s)
	})
}
