package api_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func TestAddToScheme(t *testing.T) {
	t.Parallel()
	scheme := runtime.NewScheme()
	require.NoError(t, api.AddToScheme(scheme))
	require.NoError(t, api.AddToScheme(scheme), "adding them again changes nothing")
	kinds.AreIn(t, scheme, func(kind string) schema.GroupVersion {
		switch strings.TrimSuffix(kind, "List") {
		case "Cluster":
			return api.ClusterGroupVersion
		case "ResourceBinding", "ClusterResourceBinding":
			return api.BindingGroupVersion
		case "Work":
			return api.WorkGroupVersion
		}
		return api.PolicyGroupVersion
	})
}

// TestDecodeByScheme decodes documents with a scheme.
func TestDecodeByScheme(t *testing.T) {
	t.Parallel()
	scheme := runtime.NewScheme()
	require.NoError(t, api.AddToScheme(scheme))
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for _, c := range []struct {
		name, reason, text string
		want               string // the name that is read
	}{
		{"policy", "in YAML", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: a}\nspec: {overrideRules: []}\n", "a"},
		{"cluster-wide policy", "in JSON", `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "ClusterOverridePolicy", "metadata": {"name": "b"}, "spec": {}}`, "b"},
		{"cluster", "of a group of its own", "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: c}\nspec: {zones: [z]}\n", "c"},
		{"list of policies", "as an API server returns it", `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicyList", "items": [{"metadata": {"name": "d"}, "spec": {}}]}`, "d"},
		{"list of cluster-wide policies", "the same", `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "ClusterOverridePolicyList", "items": [{"metadata": {"name": "e"}, "spec": {}}]}`, "e"},
		{"list of clusters", "the same", `{"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "ClusterList", "items": [{"metadata": {"name": "f"}, "spec": {}}]}`, "f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := decoder.Decode([]byte(c.text), nil, nil)
			require.NoError(t, err, c.reason)
			var name string
			switch got := got.(type) {
			case *api.OverridePolicy:
				name = got.Name
			case *api.ClusterOverridePolicy:
				name = got.Name
			case *api.Cluster:
				name = got.Name
			case *api.OverridePolicyList:
				name = got.Items[0].Name
			case *api.ClusterOverridePolicyList:
				name = got.Items[0].Name
			case *api.ClusterList:
				name = got.Items[0].Name
			}
			require.Equal(t, c.want, name, c.reason)
		})
	}
	_, _, err := decoder.Decode([]byte(`{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "FederatedResourceQuota"}`), nil, nil)
	require.True(t, runtime.IsNotRegisteredError(err), "other kinds of the group are not known: %v", err)
}
