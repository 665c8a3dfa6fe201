package quantity_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, wantErr string }{
		{"whole", "the usual form", "5", ""},
		{"zero", "with the text that it had", "0", ""},
		{"thousandths", "the usual form", "250m", ""},
		{"binary", "the usual form", "1.5Gi", ""},
		{"signs", "both are allowed", "-1e+3", ""},
		{"not canonical", "it is another text of the same amount", "1000m", ""},
		{"many digits", "a pointer leads to them", "123456789012345678901234567890.123456789", ""},
		{"exa", "the suffix E is not an exponent", "7E", ""},
		{"exbi", "the suffix Ei is not an exponent", "7Ei", ""},
		{"the largest exponent", "three digits", "1e999", ""},
		{"the smallest exponent", "three digits and a sign", "1E-999", ""},
		{"the longest", "as many bytes as there may be", strings.Repeat("9", 997) + "e99", ""},
		{"nothing after the point of many zeros", "zero keeps its power of ten", "0." + strings.Repeat("0", 990) + "e-999", ""},
		{"empty", "it is not a quantity", "", `"" is not a quantity: quantities must match`},
		{"words", "an e alone is not an exponent", "hello", `"hello" is not a quantity: quantities must match`},
		{"two exponents", "there is one at most", "1e5e2000000000", `"1e5e2000000000" is not a quantity`},
		{"two letters", "there is one at most", "1eE2000000000", `"1eE2000000000" is not a quantity`},
		{"small", "the power of ten would be computed", "1e-2000000000", `a quantity has an exponent of more than 3 digits: "1e-2000000000"`},
		{"large", "the power of ten would be computed", "1e2000000000", "more than 3 digits"},
		{"zeros before", "they are digits, too", "1E+0000000002000000000", "more than 3 digits"},
		{"zeros alone", "they are digits, too", "1e0001", "more than 3 digits"},
		{"wrapped", "apimachinery keeps 32 bits of it and reads 10", "1e4294967297", "more than 3 digits"},
		{"zero of a large power", "apimachinery counts up to it", "0e2000000000", "more than 3 digits"},
		{"many digits of a large power", "the power of ten would be computed", "12345678901234567890e2000000000", "more than 3 digits"},
		{"beyond 64 bits", "it has too many digits before it is out of range", "1e99999999999999999999", "more than 3 digits"},
		{"long", "digits are computed, too", strings.Repeat("1", 1001), `a quantity has 1001 bytes, expected at most 1000: "1111111111111111111111111111111111111111"…`},
		{"very long exponent", "the text is cut in the error", "1e" + strings.Repeat("9", 5000), "a quantity has 5002 bytes"},
		{"long and odd", "the text is cut between runes", strings.Repeat("é", 1000), `"éééééééééééééééééééé"…`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := quantity.Parse(c.text)
			if c.wantErr != "" {
				require.ErrorContains(t, err, c.wantErr, c.reason)
				require.Less(t, len(err.Error()), 250, "the text is cut")
				return
			}
			require.NoError(t, err, c.reason)
			want, err := resource.ParseQuantity(c.text)
			require.NoError(t, err)
			require.Equal(t, want, got, c.reason)
			require.NoError(t, quantity.Check(got), "what is read can be computed with")
		})
	}
	_, err := quantity.Parse("x")
	require.ErrorIs(t, err, resource.ErrFormatWrong)
}

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		v            any
		want         string // its canonical form; empty: an error
	}{
		{"null", "zero", nil, "0"},
		{"string", "the usual form", "250m", "250m"},
		{"space", "it does not matter", " 1Gi\n", "1Gi"},
		{"integer", "no quotes are needed", int64(-7), "-7"},
		{"number", "no quotes are needed", 0.5, "500m"},
		{"small number", "it is rounded up", 1e-320, "1e-9"},
		{"large number", "it keeps the sign that JSON writes", 1e300, "1e+300"},
		{"number as text", "a decoder may keep the text", json.Number("1e3"), "1e3"},
		{"large number as text", "the limits hold", json.Number("1e-2000000000"), ""},
		{"boolean", "it is not a quantity", true, ""},
		{"list", "it is not a quantity", []any{"1"}, ""},
		{"infinity", "JSON has none", math.Inf(1), ""},
		{"large exponent", "the limits hold", "1e-2000000000", ""},
		{"nothing but space", "it is not a quantity", "  ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := quantity.Of(c.v)
			if c.want == "" {
				require.Error(t, err, c.reason)
				return
			}
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want, got.String(), c.reason)
		})
	}
}
