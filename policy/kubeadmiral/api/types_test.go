package api_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// kinds returns an empty value of every kind of the api package.
var kinds = dialecttest.Kinds{
	"OverridePolicy":            func() runtime.Object { return &api.OverridePolicy{} },
	"OverridePolicyList":        func() runtime.Object { return &api.OverridePolicyList{} },
	"ClusterOverridePolicy":     func() runtime.Object { return &api.ClusterOverridePolicy{} },
	"ClusterOverridePolicyList": func() runtime.Object { return &api.ClusterOverridePolicyList{} },
	"FederatedCluster":          func() runtime.Object { return &api.FederatedCluster{} },
	"FederatedClusterList":      func() runtime.Object { return &api.FederatedClusterList{} },
}

func TestDeepCopy(t *testing.T) { kinds.CopyDeeply(t) }

// TestDeepCopyTyped compares typed copies with those of DeepCopyObject.
func TestDeepCopyTyped(t *testing.T) {
	t.Parallel()
	p := dialecttest.Filled(t, &api.OverridePolicy{}, 0).(*api.OverridePolicy)
	q := dialecttest.Filled(t, &api.ClusterOverridePolicy{}, 0).(*api.ClusterOverridePolicy)
	c := dialecttest.Filled(t, &api.FederatedCluster{}, 0).(*api.FederatedCluster)
	for _, pair := range [][2]runtime.Object{{p, p.DeepCopy()}, {q, q.DeepCopy()}, {c, c.DeepCopy()}} {
		require.Equal(t, pair[0], pair[1], "equal to the original")
		require.NotSame(t, pair[0], pair[1], "and not the original")
	}
	require.Nil(t, (*api.OverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
	require.Nil(t, (*api.ClusterOverridePolicy)(nil).DeepCopy(), "there is nothing to copy")
	require.Nil(t, (*api.FederatedCluster)(nil).DeepCopy(), "there is nothing to copy")
}

// TestDeepCopyEmpty copies empty lists and maps.
func TestDeepCopyEmpty(t *testing.T) {
	t.Parallel()
	p := &api.OverridePolicy{}
	p.Spec.OverrideRules = []api.OverrideRule{{
		TargetClusters: &api.TargetClusters{Clusters: []string{}, ClusterSelector: map[string]string{}},
		Overriders:     &api.Overriders{Args: []api.EntrypointOverrider{{Value: []string{}}}},
	}}
	require.Equal(t, p, p.DeepCopy(), "what is empty stays empty")
}

func TestRoundTrip(t *testing.T) { kinds.RoundTrip(t) }

// TestFieldNames compares the names of the fields with KubeAdmiral's API.
func TestFieldNames(t *testing.T) {
	t.Parallel()
	const requirement = `{"key": "k", "operator": "In", "values": ["v"]}`
	const entrypoint = `{"containerName": "c", "operator": "append", "value": ["v"]}`
	const stringMap = `{"operator": "delete", "value": {"a": "b"}}`
	const spec = `{"overrideRules": [{
		"targetClusters": {"clusters": ["n"], "clusterSelector": {"a": "b"}, "clusterAffinity": [{"matchExpressions": [` + requirement + `], "matchFields": [` + requirement + `]}]},
		"overriders": {
			"image": [{"containerNames": ["c"], "imagePath": "/p", "operations": [{"imageComponent": "Tag", "operator": "overwrite", "value": "v"}]}],
			"command": [` + entrypoint + `], "args": [` + entrypoint + `],
			"envs": [{"containerName": "c", "operator": "addIfAbsent", "value": [{"name": "A", "value": "b"}]}],
			"annotations": [` + stringMap + `], "labels": [` + stringMap + `],
			"jsonpatch": [{"operator": "add", "path": "/p", "value": {"a": [1.50, null]}}]}}]}`
	for kind, text := range map[string]string{
		"OverridePolicy":        `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, "spec": ` + spec + `}`,
		"ClusterOverridePolicy": `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, "spec": ` + spec + `}`,
		"FederatedCluster":      `{"apiVersion": "v", "kind": "k", "metadata": {"name": "c", "labels": {"a": "b"}}}`,
		"OverridePolicyList":    `{"apiVersion": "v", "kind": "k", "metadata": {"resourceVersion": "1"}, "items": []}`,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			v := kinds[kind]()
			require.NoError(t, json.Unmarshal([]byte(text), v))
			require.JSONEq(t, text, dialecttest.AsJSON(t, v), "what is read is written by the same names, and nothing besides")
		})
	}
}

func TestAddToScheme(t *testing.T) {
	t.Parallel()
	scheme := runtime.NewScheme()
	require.NoError(t, api.AddToScheme(scheme))
	require.NoError(t, api.AddToScheme(scheme), "adding them again changes nothing")
	kinds.AreIn(t, scheme, func(string) schema.GroupVersion { return api.GroupVersion })

	decoder := serializer.NewCodecFactory(scheme).UniversalDeserializer()
	got, _, err := decoder.Decode([]byte("apiVersion: core.kubeadmiral.io/v1alpha1\nkind: FederatedClusterList\nitems: [{metadata: {name: c}, spec: {apiEndpoint: x}}]\n"), nil, nil)
	require.NoError(t, err)
	require.Equal(t, "c", got.(*api.FederatedClusterList).Items[0].Name, "a program that decodes by a scheme reads them")
	_, _, err = decoder.Decode([]byte(`{"apiVersion": "core.kubeadmiral.io/v1alpha1", "kind": "PropagationPolicy"}`), nil, nil)
	require.True(t, runtime.IsNotRegisteredError(err), "other kinds of the group are not known: %v", err)
}

// TestFacts tests the selector-visible fields of a cluster.
func TestFacts(t *testing.T) {
	t.Parallel()
	c := &api.FederatedCluster{}
	c.Name, c.Labels = "c", map[string]string{"region": "beijing"}
	facts := c.Facts()
	require.Equal(t, "c", facts.Name)
	require.Equal(t, c.Labels, facts.Labels)
	require.Empty(t, facts.Provider+facts.Region, "a FederatedCluster has no such fields: they are labels, if anything")
}
