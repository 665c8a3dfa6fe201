package policy_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

// mayBeLarge matches a text that can have a number beyond float64. A regular expression has a state for each digit, so it is slow for many digits.
var mayBeLarge = regexp.MustCompile(`[0-9.][eE][+]?[0-9]{3}|[0-9]{308}`)

func TestMayBeLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       bool
		reason     string
	}{
		{"nothing", "", false, "there is no digit"},
		{"three digits", "1e308", true, "it has an exponent"},
		{"a sign", "1.E+999", true, "an exponent may have one"},
		{"two signs", "1e++999", false, "it is a string"},
		{"a minus", "1e-999", false, "it is small"},
		{"two digits", "1e99", false, "it fits float64"},
		{"a word", "he308", false, "no digit is before the e"},
		{"only the exponent", "e308", false, "nothing is before the e"},
		{"two exponents", "1e1e308", true, "the second is one too"},
		{"a break in the exponent", "1e30.8", false, "its digits are not in a row"},
		{"a plus among digits", "1e30+800", false, "its digits are not in a row"},
		{"307 digits", strings.Repeat("9", 307), false, "they fit float64"},
		{"308 digits", "x" + strings.Repeat("9", 308), true, "it may be too large"},
		{"308 digits in two rows", strings.Repeat("9", 307) + ".9", false, "a number of 307 digits fits float64"},
	} {
		require.Equal(t, c.want, policy.MayBeLarge([]byte(c.text)), "%s: %s", c.name, c.reason)
		require.Equal(t, c.want, mayBeLarge.MatchString(c.text), "%s: %s", c.name, c.reason)
	}
}

func TestMayBeLargeRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	found := map[bool]int{}
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteByte("0123456789..eeEE++- "[r.IntN(20)])
		}
		if r.IntN(40) == 0 {
			b.WriteString(strings.Repeat("7", 300+r.IntN(12)))
		}
		for range r.IntN(9) {
			b.WriteByte("0159.eE++x"[r.IntN(10)])
		}
		want := mayBeLarge.MatchString(b.String())
		require.Equal(t, want, policy.MayBeLarge([]byte(b.String())), "%q", b.String())
		found[want]++
	}
	require.Greater(t, found[true], 300)
	require.Greater(t, found[false], 300)
}
