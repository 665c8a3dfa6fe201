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
		{"digits", "they are the same text", "12", "12", true},
		{"exponents", "the point is where the exponent puts it", "1.50", "15e-1", true},
		{"zeros", "they have no digits that count", "0.00", "0e7", true},
		{"signs", "a sign counts", "-1", "1", false},
		{"plus", "it says nothing", "1e+3", "1000", true},
		{"beyond 32 bits", "an exponent is no index", "1e3000000000", "10e2999999999", true},
		{"beyond 64 bits", "counting must not turn the least exponent into the greatest", "0.1e-9223372036854775808", "1e9223372036854775807", false},
		{"beyond all counting", "what cannot be counted is compared as it is written", "1e99999999999999999999", "1e99999999999999999999", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, sameNumber(c.a, c.b), c.reason)
			require.Equal(t, c.want, sameNumber(c.b, c.a), c.reason)
		})
	}
}
