package typed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExact(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	template := Named("PodTemplateSpec")
	container := func(c object) object { return object{"spec": object{"containers": []any{c}}} }
	for _, test := range []struct {
		name string
		v    any
		want bool
	}{
		{"exact", container(object{"name": "a", "resources": object{"requests": object{"CPU": "1"}}}), true},
		{"unknown keys", container(object{"name": "a", "x": object{"NAME": 1.5}}), true},
		{"another case", container(object{"Name": "a"}), false},
		{"another case at the top", object{"Spec": nil}, false},
		{"a wrong type", container(object{"name": int64(1)}), false},
		{"a float", object{"spec": object{"priority": 3.0}}, false},
		{"null", nil, true},
	} {
		require.Equal(t, test.want, template.Exact(test.v), test.name)
	}
	require.False(t, (*Type)(nil).Exact(object{}))
}
