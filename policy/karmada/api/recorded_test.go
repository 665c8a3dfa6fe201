package api_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// recorded has all names that Karmada f8fdd02df derives for one object and one cluster.
type recorded struct {
	Name                              string
	Kind, ObjectNamespace, ObjectName string
	GVK                               string
	ClusterName                       string
	ExecutionSpace                    string // the input of ClusterOfNamespace, which may fail
	Want                              struct {
		BindingName, BindingReferenceKey, WorkName, PolicyName, NamespacedKey string
		DerivedService, ImportedEndpointSlice, ImpersonationSecret            string
		ExecutionSpace, ClusterOfExecutionSpace, ClusterOfExecutionSpaceError string
		ReservedNamespace                                                     bool
	}
}

func TestRecordedNames(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/names.jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	text, err := gzip.NewReader(file)
	require.NoError(t, err)
	cases := 0
	for lines := json.NewDecoder(text); lines.More(); cases++ {
		var c recorded
		require.NoError(t, lines.Decode(&c))
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			got := c.Want // with every field replaced
			got.BindingName = api.BindingName(c.Kind, c.ObjectName)
			got.BindingReferenceKey = api.BindingReference(c.ObjectNamespace, c.ObjectName)
			got.WorkName = api.WorkName(c.Kind, c.ObjectNamespace, c.ObjectName)
			got.PolicyName = api.PolicyName(c.ObjectNamespace, c.ObjectName, c.GVK)
			got.NamespacedKey = api.NamespacedKey(c.ObjectNamespace, c.ObjectName)
			got.DerivedService = api.DerivedServiceName(c.ObjectName)
			got.ImportedEndpointSlice = api.ImportedEndpointSliceName(c.ObjectName, c.ClusterName)
			got.ImpersonationSecret = api.ImpersonationSecretName(c.ClusterName)
			got.ExecutionSpace = api.ExecutionNamespace(c.ClusterName)
			got.ReservedNamespace = api.IsReservedNamespace(c.ObjectNamespace)
			cluster, err := api.ClusterOfNamespace(c.ExecutionSpace)
			got.ClusterOfExecutionSpace = cluster
			require.Equal(t, c.Want, got)
			require.Equal(t, c.Want.ClusterOfExecutionSpaceError != "", err != nil)
		})
	}
	require.Equal(t, 36, cases, "every recording is read")
}
