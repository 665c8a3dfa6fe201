package quantity_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor/direct"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/quantity"
)

// original and ours are the same type with the quantities of apimachinery and of this package.
type original struct {
	Min  resource.Quantity            `json:"min"`
	Max  *resource.Quantity           `json:"max,omitempty"`
	List map[string]resource.Quantity `json:"list,omitempty"`
}

type ours struct {
	Min  quantity.Quantity  `json:"min"`
	Max  *quantity.Quantity `json:"max,omitempty"`
	List quantity.List      `json:"list,omitempty"`
}

// plain converts the value to the quantities of apimachinery.
func (o ours) plain() original {
	out := original{Min: o.Min.Quantity, List: o.List}
	if o.Max != nil {
		out.Max = &o.Max.Quantity
	}
	return out
}

// TestJSON compares decoding and encoding with the types of apimachinery.
func TestJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text string }{
		{"nothing", "zero is encoded", `{}`},
		{"numbers", "numbers are allowed", `{"min":1,"max":-0.5,"list":{"cpu":1e3,"memory":12345678901234567890}}`},
		{"strings", "canonical or not", `{"min":"1000m","max":" 1.5Gi ","list":{"cpu":"0.5","example.com/gpu":"1E"}}`},
		{"null", "null is zero", `{"min":null,"max":null,"list":null}`},
		{"null in a list", "null is zero", `{"list":{"cpu":null,"memory":"1"}}`},
		{"an empty list", "it is not nil", `{"list":{}}`},
		{"duplicate names", "the last one counts", `{"list":{"cpu":"1","cpu":"2"}}`},
		{"unusual names", "a key may be any string", `{"list":{"":"1","a\u0062\"":"2"}}`},
		{"words", "an error", `{"min":"many"}`},
		{"words in a list", "an error", `{"list":{"cpu":"many"}}`},
		{"an escape", "escapes are not decoded", `{"min":"\u0031"}`},
		{"a boolean", "an error", `{"min":true}`},
		{"an object", "an error", `{"max":{}}`},
		{"a list for a list", "an error", `{"list":["1"]}`},
		{"a string for a list", "an error", `{"list":"1"}`},
		{"a number for a list", "an error", `{"list":1}`},
		{"a boolean for a list", "an error", `{"list":false}`},
		{"a list in a list", "an error", `{"list":{"cpu":["1"]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var want original
			var got ours
			wantErr := kjson.UnmarshalCaseSensitivePreserveInts([]byte(c.text), &want)
			err := kjson.UnmarshalCaseSensitivePreserveInts([]byte(c.text), &got)
			require.Equal(t, wantErr == nil, err == nil, "%s: %v, apimachinery: %v", c.reason, err, wantErr)
			if err != nil {
				return
			}
			require.Equal(t, want, got.plain(), c.reason)
			wantText, err := json.Marshal(want)
			require.NoError(t, err)
			text, err := json.Marshal(got)
			require.NoError(t, err)
			require.Equal(t, string(wantText), string(text))
		})
	}
}

// TestJSONErrors checks errors and their fields, with the decoders of Kubernetes and of Go.
func TestJSONErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, field, want string }{
		{"string", "the power is not computed", `{"min":"1e-2000000000"}`, "min", `a quantity has an exponent of more than 3 digits: "1e-2000000000"`},
		{"number", "the power is not computed", `{"min":1E-2000000000}`, "min", `a quantity has an exponent of more than 3 digits: "1E-2000000000"`},
		{"pointer", "the power is not computed", `{"max":"1e2000000000"}`, "max", `a quantity has an exponent of more than 3 digits: "1e2000000000"`},
		{"list", "the field has the name", `{"list":{"a":"1","example.com/gpu":"1e2000000000"}}`, "list.example.com/gpu", `a quantity has an exponent of more than 3 digits: "1e2000000000"`},
		{"duplicate names", "the first one is decoded, too", `{"list":{"cpu":1e-2000000000,"cpu":1}}`, "list.cpu", `a quantity has an exponent of more than 3 digits: "1e-2000000000"`},
		{"words", "it is not a quantity", `{"list":{"cpu":"(x)"}}`, "list.cpu", `"(x)" is not a quantity: ` + resource.ErrFormatWrong.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, decode := range []func([]byte, any) error{json.Unmarshal, kjson.UnmarshalCaseSensitivePreserveInts} {
				err := decode([]byte(c.text), &ours{})
				field, reason, found := quantity.Reason(err)
				require.True(t, found, "%s: %v", c.reason, err)
				require.Equal(t, c.field, field)
				require.Equal(t, c.want, reason)
				require.ErrorContains(t, err, c.want)
			}
		})
	}
	for _, err := range []error{nil, errors.New("other"), json.Unmarshal([]byte(`{"list":5}`), &ours{})} {
		_, _, found := quantity.Reason(err)
		require.False(t, found, "%v", err)
	}
}

// TestStrict checks that strict decoding still reports unknown fields next to quantities.
func TestStrict(t *testing.T) {
	t.Parallel()
	var v struct {
		Items []ours `json:"items"`
	}
	strict, err := kjson.UnmarshalStrict([]byte(`{"items":[{"min":"1","list":{"cpu":"1"}},{"mim":"1","list":{"cpu":"1"}}]}`), &v)
	require.NoError(t, err)
	require.Len(t, strict, 1)
	require.EqualError(t, strict[0], `unknown field "items[1].mim"`)
}

func TestDeepCopy(t *testing.T) {
	t.Parallel()
	big := func() resource.Quantity { return parsed(t, "12345678901234567890.5") } // stored as a pointer
	q, l := quantity.Quantity{Quantity: big()}, quantity.List{"cpu": big()}
	copied, list := q.DeepCopy(), l.DeepCopy()
	require.Equal(t, q, copied)
	require.Equal(t, l, list)
	copied.AsDec().SetUnscaled(1)
	cpu := list["cpu"]
	cpu.AsDec().SetUnscaled(1)
	list["memory"] = big()
	require.Equal(t, quantity.Quantity{Quantity: big()}, q)
	require.Equal(t, quantity.List{"cpu": big()}, l)
	require.Nil(t, quantity.List(nil).DeepCopy())
}

// TestCBOR checks the limits for CBOR, the other encoding of Kubernetes.
func TestCBOR(t *testing.T) {
	t.Parallel()
	encoded := func(v any) []byte {
		text, err := direct.Marshal(v)
		require.NoError(t, err)
		return text
	}
	var q quantity.Quantity
	require.NoError(t, direct.Unmarshal(encoded(" 250m"), &q))
	require.Equal(t, parsed(t, "250m"), q.Quantity)
	require.ErrorContains(t, direct.Unmarshal(encoded("1e-2000000000"), &q), "more than 3 digits")
	require.Error(t, direct.Unmarshal(encoded(true), &q))
	require.NoError(t, direct.Unmarshal(encoded(nil), &q))
	require.True(t, q.IsZero())
	var l quantity.List
	require.NoError(t, direct.Unmarshal(encoded(map[string]string{"cpu": "1"}), &l))
	require.Equal(t, quantity.List{"cpu": parsed(t, "1")}, l)
	require.ErrorContains(t, direct.Unmarshal(encoded(map[string]string{"cpu": "1e-2000000000"}), &l), "more than 3 digits")
}

func parsed(t testing.TB, s string) resource.Quantity {
	t.Helper()
	q, err := resource.ParseQuantity(s)
	require.NoError(t, err)
	return q
}
