package work_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
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

// binding returns a binding in the namespace shop with a spec in YAML.
func binding(t testing.TB, spec string) *api.ResourceBinding {
	t.Helper()
	return &api.ResourceBinding{
		ObjectMeta: decode[api.ResourceBinding](t, "metadata: {namespace: shop, name: web-deployment, labels: {resourcebinding.karmada.io/permanent-id: id-1}}").ObjectMeta,
		Spec:       *decode[api.ResourceBindingSpec](t, spec),
	}
}

// clusters returns clusters that have only a name.
func clusters(names ...string) map[string]*api.Cluster {
	all := map[string]*api.Cluster{}
	for _, name := range names {
		all[name] = &api.Cluster{}
		all[name].Name = name
	}
	return all
}

// overrides compiles policies of the namespace shop from their specs.
func overrides(t testing.TB, specs ...string) work.Overrides {
	t.Helper()
	var policies []api.OverrideSource
	for i, spec := range specs {
		policy := &api.OverridePolicy{Spec: *decode[api.OverrideSpec](t, spec)}
		policy.Namespace, policy.Name = "shop", string(rune('a'+i))
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

const web = `
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: shop, name: web, uid: u-1, generation: 3}
spec:
  replicas: 5
  template: {spec: {containers: [{name: app, image: nginx}]}}
`

// frozen returns a value as a string, to compare it later.
func frozen(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// lean returns a value as decoded JSON without empty values.
func lean(t *testing.T, v any) any {
	text, ok := v.(json.RawMessage)
	if !ok {
		text = json.RawMessage(frozen(t, v))
	}
	var decoded any
	if len(text) > 0 {
		require.NoError(t, utiljson.Unmarshal(text, &decoded))
	}
	return trim(decoded)
}

// worksIn returns the Works of a result.
func worksIn(t *testing.T, v any) []any {
	answer, _ := lean(t, v).(map[string]any)
	works, _ := answer["works"].([]any)
	return works
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
