package names_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/names"
)

// recorded is all names that Karmada f8fdd02df gives to one object and one cluster.
type recorded struct {
	Name                              string
	Kind, ObjectNamespace, ObjectName string
	GVK                               string
	ClusterName                       string
	ExecutionSpace                    string // to be read, which may fail
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
			got := c.Want // with every field written anew
			got.BindingName = names.Binding(c.Kind, c.ObjectName)
			got.BindingReferenceKey = names.Reference(c.ObjectNamespace, c.ObjectName)
			got.WorkName = names.Work(c.Kind, c.ObjectNamespace, c.ObjectName)
			got.PolicyName = names.Policy(c.ObjectNamespace, c.ObjectName, c.GVK)
			got.NamespacedKey = names.Key(c.ObjectNamespace, c.ObjectName)
			got.DerivedService = names.Derived(c.ObjectName)
			got.ImportedEndpointSlice = names.Imported(c.ObjectName, c.ClusterName)
			got.ImpersonationSecret = names.ImpersonationSecret(c.ClusterName)
			got.ExecutionSpace = names.ExecutionSpace(c.ClusterName)
			got.ReservedNamespace = names.Reserved(c.ObjectNamespace)
			cluster, err := names.ClusterOf(c.ExecutionSpace)
			got.ClusterOfExecutionSpace = cluster
			require.Equal(t, c.Want, got)
			require.Equal(t, c.Want.ClusterOfExecutionSpaceError != "", err != nil)
		})
	}
	require.Equal(t, 36, cases, "every recording is read")
}
