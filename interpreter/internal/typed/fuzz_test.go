package typed_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
)

// FuzzText compares what is parsed from a string with the types of apimachinery and Go.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "1", "0.5Gi", "1e3", "+", ".", "5.", ".5Ei", " 1 ", "\t1", "1\u0085", "007m", "-1E",
		"12345678901234567890Ki", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05,6+01:00", "YQ==", "Y\nQ==", "YR==", "Y===", "25%", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 50 {
			t.Skip("some are beyond the limits")
		}
		text, err := json.Marshal(s)
		require.NoError(t, err)
		var (
			q     resource.Quantity
			at    metav1.Time
			i     intstr.IntOrString
			bytes []byte
		)
		for _, c := range []struct {
			typ, field string
			into       any
		}{
			{"ResourceFieldSelector", "divisor", &q},
			{"ContainerStateRunning", "startedAt", &at},
			{"HTTPGetAction", "port", &i},
			{"Secret", "data", &bytes},
		} {
			var v any = s
			if c.field == "data" {
				v = map[string]any{"a": s}
			}
			object := map[string]any{c.field: v}
			wantErr := json.Unmarshal(text, c.into)
			encoded, err := typed.Named(c.typ).Encode(object)
			if c.field == "divisor" && wantErr == nil && err != nil {
				require.Regexp(t, `[eE].{4,}$`, s, "only an exponent may be too long")
				continue
			}
			require.Equal(t, wantErr == nil, err == nil, "%s %q: %v", c.field, s, wantErr)
			require.Equal(t, err, typed.Named(c.typ).Check(object))
			if err != nil {
				continue
			}
			want := show(t, c.into)
			have := encoded.(map[string]any)[c.field]
			if c.field == "data" {
				have = have.(map[string]any)["a"]
			}
			require.Equal(t, want, show(t, have), "%s %q", c.field, s)
		}
	})
}

// FuzzObject checks that nothing panics, that an encoded object is encoded as the same, and that an object that the
// converter reads without changes is the same to encoding/json.
func FuzzObject(f *testing.F) {
	types := []*typed.Type{typed.Named("Deployment"), typed.Named("Pod"), typed.Named("Secret"), typed.Named("Job"), typed.Named("HorizontalPodAutoscaler"), typed.Named("Service")}
	for i, seed := range []string{`{"spec":{"replicas":3.0,"Replicas":null}}`,
		`{"spec":{"containers":[{"resources":{"limits":{"cpu":"0.5"}}}]}}`, `{"data":{"a":"YQ=="},"DATA":[]}`, `{"status":{"startTime":"2024-01-02T03:04:05Z"}}`, `[]`, `{"metadata":{"managedFields":[{"fieldsV1":{"a":1.0}}]}}`} {
		f.Add(i, seed)
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		var object any
		if i < 0 || utiljson.Unmarshal([]byte(text), &object) != nil {
			t.Skip("no JSON")
		}
		typ := types[i%len(types)]
		encoded, err := typ.Encode(object)
		require.Equal(t, err, typ.Check(object))
		for at, v := range typ.Misfits(nil, object) {
			require.Error(t, err, "%s does not fit", at)
			require.NotNil(t, v)
		}
		if err == nil {
			if again, err := typ.Encode(encoded); err == nil { // in UTC a year may not have four digits
				require.Equal(t, encoded, again)
				decoded, err := typ.DecodeJSON(encoded)
				require.NoError(t, err)
				require.Equal(t, encoded, decoded)
			}
		}
		_, _ = typ.DecodeJSON(object)
	})
}
