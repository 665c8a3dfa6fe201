package textedit

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSameNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, a, b string
		want               bool
	}{
		{"digits", "the literals are equal", "12", "12", true},
		{"exponents", "the exponent moves the point", "1.50", "15e-1", true},
		{"zeros", "both are zero", "0.00", "0e7", true},
		{"signs", "the signs differ", "-1", "1", false},
		{"plus", "a plus sign does not matter", "1e+3", "1000", true},
		{"beyond 32 bits", "exponents may be large", "1e3000000000", "10e2999999999", true},
		{"beyond 64 bits", "the exponent must not overflow", "0.1e-9223372036854775808", "1e9223372036854775807", false},
		{"far beyond 64 bits", "the literals are compared", "1e99999999999999999999", "1e99999999999999999999", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, sameNumber(c.a, c.b), c.reason)
			require.Equal(t, c.want, sameNumber(c.b, c.a), c.reason)
		})
	}
}
