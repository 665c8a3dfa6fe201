package karmada_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Types of another module, with the JSON of Karmada's API. They encode a missing value as null.
type (
	foreignPolicy struct {
		APIVersion string          `json:"apiVersion"`
		Kind       string          `json:"kind"`
		Metadata   foreignMeta     `json:"metadata"`
		Spec       foreignSpec     `json:"spec"`
		Status     map[string]bool `json:"status,omitempty"`
	}
	foreignMeta struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace,omitempty"`
	}
	foreignSpec struct {
		OverrideRules []foreignRule `json:"overrideRules"`
		Overriders    struct{}      `json:"overriders"`
	}
	foreignRule struct {
		Overriders foreignOverriders `json:"overriders"`
	}
	foreignOverriders struct {
		Plaintext []foreignOperation `json:"plaintext,omitempty"`
	}
	foreignOperation struct {
		Path     string       `json:"path"`
		Operator string       `json:"operator"`
		Value    foreignValue `json:"value,omitempty"`
	}
	foreignValue struct{ raw string }
)

func (v foreignValue) MarshalJSON() ([]byte, error) {
	if v.raw == "" {
		return []byte("null"), nil
	}
	return []byte(v.raw), nil
}

func TestFrom(t *testing.T) {
	t.Parallel()
	const text = `{
		"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "p", "namespace": "team"},
		"spec": {"overrideRules": [{"overriders": {"plaintext": [{"path": "/spec/replicas", "operator": "replace", "value": 3}]}}]}}`
	want := &api.OverridePolicy{}
	want.APIVersion, want.Kind, want.Name, want.Namespace = "policy.karmada.io/v1alpha1", "OverridePolicy", "p", "team"
	want.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{
		Plaintext: []api.PlaintextOverrider{{Path: "/spec/replicas", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte("3")}}},
	}}}
	content := dialecttest.Decode(t, text).(map[string]any)
	operations := []foreignOperation{{"/spec/replicas", "replace", foreignValue{"3"}}}
	foreign := foreignPolicy{
		"policy.karmada.io/v1alpha1", "OverridePolicy", foreignMeta{"p", "team"},
		foreignSpec{OverrideRules: []foreignRule{{foreignOverriders{operations}}}}, map[string]bool{"ready": true},
	}
	for _, c := range []struct {
		name, reason string
		in           any
	}{
		{"text", "JSON", []byte(text)},
		{"raw message", "JSON inside other JSON", json.RawMessage(text)},
		{"map", "decoded JSON", content},
		{"unstructured", "the type of a dynamic client", &unstructured.Unstructured{Object: content}},
		{"foreign value", "another module's type that encodes to the same JSON", foreign},
		{"foreign pointer", "the same", &foreign},
		{"source", "a policy itself", want},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := karmada.From(c.in)
			require.NoError(t, err, c.reason)
			require.Equal(t, api.OverrideSource(want), got, c.reason)
		})
	}
	t.Run("identity", func(t *testing.T) {
		t.Parallel()
		got, err := karmada.From(want)
		require.NoError(t, err)
		require.Same(t, want, got, "a source is returned unchanged, not copied")
	})
	t.Run("copy", func(t *testing.T) {
		t.Parallel()
		bytes := []byte(text)
		got, err := karmada.From(bytes)
		require.NoError(t, err)
		clear(bytes)
		require.Equal(t, api.OverrideSource(want), got, "the text may be changed afterwards")
	})
}

// TestFromForeignRemove has the null that types of other modules write for a missing value.
func TestFromForeignRemove(t *testing.T) {
	t.Parallel()
	s, err := karmada.From(foreignPolicy{
		"policy.karmada.io/v1alpha1", "ClusterOverridePolicy", foreignMeta{Name: "p"},
		foreignSpec{OverrideRules: []foreignRule{{foreignOverriders{[]foreignOperation{{Path: "/spec/replicas", Operator: "remove"}}}}}}, nil,
	})
	require.NoError(t, err)
	require.IsType(t, &api.ClusterOverridePolicy{}, s)
	require.Empty(t, karmada.Lint(s), "null is not a value for a remove operation")
}

func TestFromTolerates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text string }{
		{"unknown fields", "a newer Karmada may have them, anywhere", `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "p", "color": "red"}, "status": {},
			"spec": {"priority": 3, "overrideRules": [{"if": "x", "overriders": {"envOverrider": [{"name": "A"}], "plaintext": [{"path": "/a", "operator": "remove", "force": true}]}}]}}`},
		{"fields of another case", "they are unknown fields, as for an API server", `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "p"}, "Kind": "Pod",
			"spec": {"overriderules": [], "resourceselectors": [{"kind": "Pod"}], "overrideRules": [{"overriders": {"plaintext": [{"path": "/a", "operator": "remove"}]}}]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := karmada.From([]byte(c.text))
			require.NoError(t, err, c.reason)
			want := &api.OverridePolicy{}
			want.APIVersion, want.Kind, want.Name = "policy.karmada.io/v1alpha1", "OverridePolicy", "p"
			want.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/a", Operator: "remove"}}}}}
			require.Equal(t, api.OverrideSource(want), s, c.reason)
		})
	}
}

func TestFromRefuses(t *testing.T) {
	t.Parallel()
	var nilObject *unstructured.Unstructured
	for _, c := range []struct {
		name, reason string
		in           any
		want         string // the beginning of the error
	}{
		{"nil", "there is no policy", nil, `apiVersion "" and kind "" are not of a policy, expected OverridePolicy or ClusterOverridePolicy of policy.karmada.io/v1alpha1`},
		{"nil object", "there is no policy", nilObject, `*unstructured.Unstructured is not a policy: `},
		{"no text", "an empty text is not JSON", []byte{}, `[]uint8 is not a policy: `},
		{"incomplete JSON", "the rest is missing", []byte(`{"kind": "OverridePolicy"`), `[]uint8 is not a policy: `},
		{"YAML", "only JSON is read", []byte("kind: OverridePolicy\n"), `[]uint8 is not a policy: `},
		{"a string", "a Go string is JSON text of a string", `{"kind": "OverridePolicy"}`, `string is not a policy: `},
		{"a list", "a policy is an object", []byte(`[]`), `[]uint8 is not a policy: `},
		{"kind of a number", "a kind is a string", []byte(`{"kind": 5}`), `[]uint8 is not a policy: `},
		{"no kind", "it could be anything", []byte(`{"apiVersion": "policy.karmada.io/v1alpha1"}`), `apiVersion "policy.karmada.io/v1alpha1" and kind "" are not of a policy, expected `},
		{"another kind", "of the same group", []byte(`{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "PropagationPolicy"}`), `apiVersion "policy.karmada.io/v1alpha1" and kind "PropagationPolicy" are not of a policy, expected `},
		{"a list of policies", "it is not one policy", &api.OverridePolicyList{}, `apiVersion "" and kind "" are not of a policy, expected `},
		{"another version", "its fields may mean something else", []byte(`{"apiVersion": "policy.karmada.io/v1beta1", "kind": "OverridePolicy"}`), `apiVersion "policy.karmada.io/v1beta1" and kind "OverridePolicy" are not of a policy, expected `},
		{"another group", "KubeAdmiral has the same kinds", []byte(`{"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "OverridePolicy"}`), `apiVersion "core.kubeadmiral.io/v1alpha1" and kind "OverridePolicy" are not of a policy, expected `},
		{"no JSON", "a Go value that does not encode", map[string]any{"kind": func() {}}, `map[string]interface {} is not a policy: `},
		{"a field of another type", "the path is in the error", map[string]any{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "spec": map[string]any{"overrideRules": "x"}}, `OverridePolicy: `},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := karmada.From(c.in)
			require.Nil(t, s, c.reason)
			require.Error(t, err, c.reason)
			require.Equal(t, c.want, err.Error()[:min(len(c.want), len(err.Error()))], c.reason)
		})
	}
}

// TestFromUnbounded refuses objects that cannot be encoded within the limits.
func TestFromUnbounded(t *testing.T) {
	t.Parallel()
	for reason, objects := range dialecttest.Unbounded("OverridePolicy") {
		for _, object := range objects {
			_, err := karmada.From(object)
			require.ErrorContains(t, err, " is not a policy: found more than 10000 levels or more than 10000000 values, counted once per reference, expected at most that", reason)
		}
	}
}
