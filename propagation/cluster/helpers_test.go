package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// objects are nodes or pods in YAML.
type objects []string

// summary adds nodes and pods.
func summary(t testing.TB, nodes, pods objects) *cluster.Summary {
	t.Helper()
	s := &cluster.Summary{}
	for _, text := range nodes {
		require.NoError(t, s.AddNode(casetest.Object(t, text)))
	}
	for _, text := range pods {
		require.NoError(t, s.AddPod(casetest.Object(t, text)))
	}
	return s
}

// texts returns quantities as strings.
func texts(list quantity.List) map[string]string {
	all := map[string]string{}
	for name, q := range list {
		all[name] = q.String()
	}
	return all
}

// models decodes resource models.
func models(t testing.TB, text string) []api.ResourceModel {
	t.Helper()
	return casetest.Decode[api.ClusterSpec](t, "resourceModels: "+text).ResourceModels
}

// counted returns the counts of the grades, in the order of the models.
func counted(counts []api.AllocatableModeling) []int64 {
	all := make([]int64, len(counts))
	for i, c := range counts {
		all[i] = c.Count
	}
	return all
}
