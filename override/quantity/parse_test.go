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
		{"zero", "the usual form", "0", ""},
		{"thousandths", "the usual form", "250m", ""},
		{"binary", "the usual form", "1.5Gi", ""},
		{"signs", "both are allowed", "-1e+3", ""},
		{"not canonical", "it is the same amount as 1", "1000m", ""},
		{"many digits", "they are stored as a big number", "123456789012345678901234567890.123456789", ""},
		{"exa", "the suffix E is not an exponent", "7E", ""},
		{"exbi", "the suffix Ei is not an exponent", "7Ei", ""},
		{"the largest exponent", "three digits", "1e999", ""},
		{"the smallest exponent", "three digits and a sign", "1E-999", ""},
		{"the longest", "it has the maximum number of bytes", strings.Repeat("9", 997) + "e99", ""},
		{"many zeros after the point", "zero keeps its power of ten", "0." + strings.Repeat("0", 990) + "e-999", ""},
		{"empty", "it is not a quantity", "", `"" is not a quantity: quantities must match`},
		{"words", "an e alone is not an exponent", "hello", `"hello" is not a quantity: quantities must match`},
		{"two exponents", "only one exponent is allowed", "1e5e2000000000", `"1e5e2000000000" is not a quantity`},
		{"two letters", "only one exponent is allowed", "1eE2000000000", `"1eE2000000000" is not a quantity`},
		{"small", "ParseQuantity would compute the power of ten", "1e-2000000000", `a quantity has an exponent of more than 3 digits: "1e-2000000000"`},
		{"large", "ParseQuantity would compute the power of ten", "1e2000000000", "more than 3 digits"},
		{"leading zeros", "they count as digits", "1E+0000000002000000000", "more than 3 digits"},
		{"only zeros", "they count as digits", "1e0001", "more than 3 digits"},
		{"overflow", "apimachinery truncates the exponent to 32 bits and reads 10", "1e4294967297", "more than 3 digits"},
		{"zero of a large power", "apimachinery loops up to the power", "0e2000000000", "more than 3 digits"},
		{"many digits of a large power", "ParseQuantity would compute the power of ten", "12345678901234567890e2000000000", "more than 3 digits"},
		{"beyond 64 bits", "the number of digits is checked first", "1e99999999999999999999", "more than 3 digits"},
		{"long", "the number of digits is limited, too", strings.Repeat("1", 1001), `a quantity has 1001 bytes, expected at most 1000: "1111111111111111111111111111111111111111…"`},
		{"very long exponent", "the error shortens it", "1e" + strings.Repeat("9", 5000), "a quantity has 5002 bytes"},
		{"long and not ASCII", "the error shortens it between runes", strings.Repeat("é", 1000), `"éééééééééééééééééééééééééééééééééééééééé…"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := quantity.Parse(c.text)
			if c.wantErr != "" {
				require.ErrorContains(t, err, c.wantErr, c.reason)
				require.Less(t, len(err.Error()), 250, "the error is short")
				return
			}
			require.NoError(t, err, c.reason)
			want, err := resource.ParseQuantity(c.text)
			require.NoError(t, err)
			require.Equal(t, want, got, c.reason)
			require.NoError(t, quantity.Check(got), "the result is within the limits of Check")
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
		{"space", "it is trimmed", " 1Gi\n", "1Gi"},
		{"integer", "a number is allowed", int64(-7), "-7"},
		{"number", "a number is allowed", 0.5, "500m"},
		{"small number", "it is rounded up", 1e-320, "1e-9"},
		{"large number", "it keeps the sign of the JSON encoder", 1e300, "1e+300"},
		{"json.Number", "a decoder with UseNumber returns it", json.Number("1e3"), "1e3"},
		{"large json.Number", "the limits apply", json.Number("1e-2000000000"), ""},
		{"boolean", "it is not a quantity", true, ""},
		{"list", "it is not a quantity", []any{"1"}, ""},
		{"infinity", "JSON does not have it", math.Inf(1), ""},
		{"large exponent", "the limits apply", "1e-2000000000", ""},
		{"only space", "it is not a quantity", "  ", ""},
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
