package namespace_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

const (
	idLabel = "work.karmada.io/permanent-id"
	shop    = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: u-1}}"
)

// object reads YAML.
func object(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	var content map[string]any
	require.NoError(t, utiljson.Unmarshal(asJSON, &content))
	return &unstructured.Unstructured{Object: content}
}

// decode reads YAML into a type of package api.
func decode[T any](t testing.TB, text string) *T {
	t.Helper()
	v := new(T)
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), v))
	return v
}

// clusters returns clusters that have only a name.
func clusters(names ...string) []*api.Cluster {
	all := make([]*api.Cluster, len(names))
	for i, name := range names {
		all[i] = &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
	}
	return all
}

// overrides compiles cluster-wide policies from their specs.
func overrides(t testing.TB, specs ...string) work.Overrides {
	t.Helper()
	var policies []api.OverrideSource
	for i, spec := range specs {
		policy := &api.ClusterOverridePolicy{Spec: *decode[api.OverrideSpec](t, spec)}
		policy.Name = string(rune('a' + i))
		policies = append(policies, policy)
	}
	made, err := work.NewOverrides(policies...)
	require.NoError(t, err)
	return made
}

// text returns a value as YAML.
func text(t testing.TB, v any) string {
	t.Helper()
	out, err := yaml.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// frozen returns a value as a string, to compare it later.
func frozen(t testing.TB, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// trim drops null, {}, [] and "".
func trim(v any) any {
	switch v := v.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, e := range v {
			if e = trim(e); e != nil {
				kept[key] = e
			}
		}
		if len(kept) > 0 {
			return kept
		}
		return nil
	case []any:
		for i := range v {
			v[i] = trim(v[i])
		}
		if len(v) > 0 {
			return v
		}
		return nil
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}
