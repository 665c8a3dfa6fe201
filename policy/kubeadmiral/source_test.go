package kubeadmiral_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// TestFrom reads a policy from every supported type.
func TestFrom(t *testing.T) {
	t.Parallel()
	const text = `{"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "p", "namespace": "team", "generation": 3},
		"spec": {"overrideRules": [{"targetClusters": {"clusters": ["c"]}, "overriders": {"jsonpatch": [{"path": "/spec/replicas", "value": 3}], "novelty": [1]}}]}, "status": {"refCount": 1}}`
	want := &api.OverridePolicy{}
	want.APIVersion, want.Kind, want.Name, want.Namespace, want.Generation = "core.kubeadmiral.io/v1alpha1", "OverridePolicy", "p", "team", 3
	want.Spec.OverrideRules = []api.OverrideRule{{
		TargetClusters: &api.TargetClusters{Clusters: []string{"c"}},
		Overriders:     &api.Overriders{JSONPatch: []api.JSONPatchOverrider{{Path: "/spec/replicas", Value: api.JSON{Raw: []byte("3")}}}},
	}}
	content := dialecttest.Decode(t, text).(map[string]any)
	for _, c := range []struct {
		name, reason string
		in           any
	}{
		{"text", "JSON; unknown fields are ignored", []byte(text)},
		{"raw message", "JSON inside other JSON", json.RawMessage(text)},
		{"map", "decoded JSON", content},
		{"unstructured", "the type of a dynamic client", &unstructured.Unstructured{Object: content}},
		{"struct", "a type of another module that encodes to the same JSON", struct {
			APIVersion string         `json:"apiVersion"`
			Kind       string         `json:"kind"`
			Metadata   any            `json:"metadata"`
			Spec       map[string]any `json:"spec"`
		}{"core.kubeadmiral.io/v1alpha1", "OverridePolicy", content["metadata"], content["spec"].(map[string]any)}},
		{"source", "a policy itself", want},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := kubeadmiral.From(c.in)
			require.NoError(t, err, c.reason)
			require.Equal(t, api.OverrideSource(want), got, c.reason)
		})
	}
	t.Run("identity", func(t *testing.T) {
		t.Parallel()
		got, err := kubeadmiral.From(want)
		require.NoError(t, err)
		require.Same(t, want, got, "a source is returned unchanged, not copied")
	})
	t.Run("cluster-wide", func(t *testing.T) {
		t.Parallel()
		got, err := kubeadmiral.From([]byte(strings.ReplaceAll(text, "OverridePolicy", "ClusterOverridePolicy")))
		require.NoError(t, err)
		require.IsType(t, &api.ClusterOverridePolicy{}, got, "the kind says which of the two it is")
		require.Equal(t, want.Spec, got.(*api.ClusterOverridePolicy).Spec, "the rest is the same")
	})
}

// TestFromRefuses has values that are not policies of KubeAdmiral.
func TestFromRefuses(t *testing.T) {
	t.Parallel()
	const known = "expected OverridePolicy or ClusterOverridePolicy of core.kubeadmiral.io/v1alpha1"
	for _, c := range []struct {
		name, reason string
		in           any
		want         string // the beginning of the error
	}{
		{"nil", "there is no policy", nil, `apiVersion "" and kind "" are not of a policy, ` + known},
		{"nil policy", "there is no policy", (*api.OverridePolicy)(nil), `apiVersion "" and kind "" are not of a policy, ` + known},
		{"nil object", "there is no policy", (*unstructured.Unstructured)(nil), `*unstructured.Unstructured is not a policy: `},
		{"incomplete JSON", "the rest is missing", []byte(`{"kind": "OverridePolicy"`), `[]uint8 is not a policy: `},
		{"a list", "a policy is an object", []byte(`[]`), `[]uint8 is not a policy: `},
		{"a list of policies", "it is not one policy", &api.OverridePolicyList{}, `apiVersion "" and kind "" are not of a policy, ` + known},
		{"another kind", "of the same group", []byte(`{"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "PropagationPolicy"}`), `apiVersion "core.kubeadmiral.io/v1alpha1" and kind "PropagationPolicy" are not of a policy, ` + known},
		{"another version", "its fields may mean something else", []byte(`{"apiVersion": "core.kubeadmiral.io/v1", "kind": "OverridePolicy"}`), `apiVersion "core.kubeadmiral.io/v1" and kind "OverridePolicy" are not of a policy, ` + known},
		{"another group", "Karmada has the same kinds", []byte(`{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy"}`), `apiVersion "policy.karmada.io/v1alpha1" and kind "OverridePolicy" are not of a policy, ` + known},
		{"a field of another type", "the kind is in the error", map[string]any{"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "OverridePolicy", "spec": map[string]any{"overrideRules": "x"}}, `OverridePolicy: `},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := kubeadmiral.From(c.in)
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
			_, err := kubeadmiral.From(object)
			require.ErrorContains(t, err, " is not a policy: found more than 10000 levels or more than 10000000 values, counted once per reference, expected at most that", reason)
		}
	}
}
