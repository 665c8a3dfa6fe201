package quantity_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/quantity"
)

// TestReread has integers, which are the only quantities with two notations that a control plane stores.
func TestReread(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, encoded, reread string }{
		{"bytes", "Go code makes binary quantities of bytes, and these have no suffix", `"700000000"`, "700000000", "700M"},
		{"decimal", "it has the suffix already", `"700M"`, "700M", "700M"},
		{"number", "JSON may have a number", `700000000`, "700000000", "700M"},
		{"spaces", "they are not part of the quantity", ` "700000000" `, "700000000", "700M"},
		{"binary", "the suffix keeps the notation", `"2Gi"`, "2Gi", "2Gi"},
		{"few", "below 1024 the binary form is decimal, so it is not stored like this", `"1000"`, "1k", "1k"},
		{"other digits", "the binary form has a suffix, so it is not stored like this", `"1024000"`, "1024k", "1024k"},
		{"odd digits", "no suffix is shorter", `"1536001"`, "1536001", "1536001"},
		{"negative", "a request is never negative", `"-700000000"`, "-700M", "-700M"},
		{"thousandths", "they have a suffix", `"1500m"`, "1500m", "1500m"},
		{"whole thousandths", "all else is in canonical form", `"1000m"`, "1", "1"},
		{"exponent", "it has its own notation", `"700e6"`, "700e6", "700e6"},
		{"large", "beyond int64", `"70000000000000000000"`, "70E", "70E"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var list quantity.List
			require.NoError(t, json.Unmarshal([]byte(`{"memory":`+c.text+`}`), &list))
			encoded := func(l quantity.List) string {
				text, err := json.Marshal(l)
				require.NoError(t, err)
				return strings.TrimSuffix(strings.TrimPrefix(string(text), `{"memory":"`), `"}`)
			}
			require.Equal(t, c.encoded, encoded(list), c.reason)
			require.Equal(t, c.reread, encoded(list.Reread()), c.reason)
			require.Equal(t, c.encoded, encoded(list), "Reread copies the list")
		})
	}
	require.Nil(t, quantity.List(nil).Reread())
	large := quantity.List{"cpu": power(1, math.MaxInt32)}
	require.Equal(t, large, large.Reread(), "what cannot be encoded stays")
}
