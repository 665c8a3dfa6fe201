package typed_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
)

func TestUnknown(t *testing.T) {
	t.Parallel()
	deployment := typed.Of("apps/v1", "Deployment")
	content := map[string]any{
		"kind": "Deployment", "x": 1, "metadata": map[string]any{"labels": map[string]any{"any": "key"}, "lables": nil},
		"spec": map[string]any{
			"Replicas": int64(1), "replicas": "3",
			"template": map[string]any{"spec": map[string]any{
				"containers": []any{
					map[string]any{"name": "a", "resources": map[string]any{"limits": map[string]any{"any/key": "1"}}},
					map[string]any{"imagePullPolcy": map[string]any{"deep": "er"}, "env": []any{map[string]any{"valu": "x"}}},
					"not a container",
				},
				"volumes": "not a list",
			}},
		},
	}
	unknown := func(most int) (all []string) {
		for _, p := range deployment.Unknown(content, most) {
			all = append(all, p.String())
		}
		return all
	}
	require.Equal(t, []string{
		"/metadata/lables", "/spec/Replicas", "/spec/template/spec/containers/1/env/0/valu", "/spec/template/spec/containers/1/imagePullPolcy", "/x",
	}, unknown(10))
	require.Equal(t, []string{"/metadata/lables", "/spec/Replicas"}, unknown(2))
	require.Empty(t, deployment.Unknown("text", 10))
	require.Empty(t, deployment.Unknown(nil, 10))
	var none *typed.Type
	require.Empty(t, none.Unknown(content, 10))
}
