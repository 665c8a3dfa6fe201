package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/native"
)

func TestDecodeJSON(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	for _, test := range []struct {
		name, typeName, reason string
		value                  any
		want                   object
		err                    string
	}{
		{
			name: "case", typeName: "Toleration", reason: "encoding/json matches keys without case",
			value: object{"KEY": "a", "tolerationseconds": int64(3)}, want: object{"key": "a", "tolerationSeconds": int64(3)},
		},
		{
			name: "unknown", typeName: "Toleration", reason: "a Go type has no place for it",
			value: object{"x": "a"}, want: object{},
		},
		{
			name: "null list", typeName: "NodeSelector", reason: "the list has no omitempty",
			value: object{"nodeSelectorTerms": nil}, want: object{"nodeSelectorTerms": nil},
		},
		{
			name: "quantity", typeName: "PodTemplateSpec", reason: "quantities are written in canonical form",
			value: object{"spec": object{"Containers": []any{object{"name": "a", "resources": object{"requests": object{"cpu": 0.5}}}}}},
			want: object{"metadata": object{}, "spec": object{"containers": []any{
				object{"name": "a", "resources": object{"requests": object{"cpu": "500m"}}},
			}}},
		},
		{
			name: "wrong type", typeName: "PodTemplateSpec", reason: "a field of a wrong type anywhere fails",
			value: object{"spec": int64(5)}, err: "/spec is the number 5, expected an object",
		},
		{
			name: "float", typeName: "Toleration", reason: "an integer field refuses a number with a dot",
			value: object{"tolerationSeconds": 1.5}, err: "/tolerationSeconds is the number 1.5, expected an integer of 64 bits",
		},
		{name: "null", typeName: "Toleration", reason: "null is the zero value", want: object{}},
		{name: "unknown type", typeName: "Pod", reason: "only three types are known", value: object{}, err: "the value is an object, expected a known type"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := native.DecodeJSON(test.typeName, test.value)
			if test.err != "" {
				require.EqualError(t, err, test.err, test.reason)
				return
			}
			require.NoError(t, err, test.reason)
			require.Equal(t, test.want, got, test.reason)
		})
	}
}

// DecodeTemplate reads a template in any case, and never as a pod spec.
func TestDecodeTemplate(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	containers := []any{object{"name": "a", "resources": object{"requests": object{"cpu": "1"}}}}
	for _, test := range []struct {
		name  string
		value any
		want  bool // whether it requests anything
	}{
		{"the exact case", object{"spec": object{"containers": containers}}, true},
		{"another case", object{"SPEC": object{"Containers": containers}}, true},
		{"no spec", object{"containers": containers}, false},
		{"a null spec", object{"spec": nil, "containers": containers}, false},
		{"null", nil, false},
	} {
		template, err := native.DecodeTemplate(test.value)
		require.NoError(t, err, test.name)
		needs, err := native.PodRequirements(template)
		require.NoError(t, err, test.name)
		require.Equal(t, test.want, needs != nil, test.name)
	}
	_, err := native.DecodeTemplate([]any{})
	require.ErrorContains(t, err, "is a list")
}
