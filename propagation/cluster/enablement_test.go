package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestEnablements(t *testing.T) {
	t.Parallel()
	lists := []*metav1.APIResourceList{
		{GroupVersion: "v1", APIResources: []metav1.APIResource{
			{Name: "pods", Kind: "Pod"}, {Name: "pods/log", Kind: "Pod"}, {Name: "bindings", Kind: "Binding"}, {Name: "/", Kind: "X"}, {Name: "pods", Kind: "Again"},
		}},
		nil,
		{GroupVersion: "apps/v1", APIResources: []metav1.APIResource{{Name: "deployments/scale", Kind: "Scale"}}},
		{GroupVersion: "apps/v1", APIResources: []metav1.APIResource{{Name: "deployments", Kind: "Deployment"}}},
	}
	before := casetest.Frozen(t, lists)
	got := cluster.Enablements(lists)
	require.Equal(t, []api.APIEnablement{
		{GroupVersion: "apps/v1"}, // all of its resources are subresources; it stays before the second list
		{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "deployments", Kind: "Deployment"}}},
		{GroupVersion: "v1", Resources: []api.APIResource{{Name: "bindings", Kind: "Binding"}, {Name: "pods", Kind: "Pod"}, {Name: "pods", Kind: "Again"}}},
	}, got)
	require.Equal(t, before, casetest.Frozen(t, lists), "the input has not changed")
}

func TestAPIStateOf(t *testing.T) {
	t.Parallel()
	const listed = "apiEnablements: [{groupVersion: v1, resources: [{name: pods, kind: Pod}]}, {groupVersion: apps/v1}, {groupVersion: apps/v1, resources: [{name: deployments, kind: Deployment}]}]"
	for _, c := range []struct {
		name, reason, status, apiVersion, kind string
		want                                   cluster.APIState
	}{
		{"listed", "rule 1", "{" + listed + "}", "v1", "Pod", cluster.APIEnabled},
		{"listed twice", "rule 1: all entries count", "{" + listed + "}", "apps/v1", "Deployment", cluster.APIEnabled},
		{"listed, incomplete", "rule 1: the condition does not matter", "{" + listed + ", conditions: [{type: CompleteAPIEnablements, status: 'False'}]}", "v1", "Pod", cluster.APIEnabled},
		{"other version", "rule 2", "{" + listed + ", conditions: [{type: CompleteAPIEnablements, status: 'True'}]}", "v2", "Pod", cluster.APIDisabled},
		{"other kind", "rule 2: the name of the resource does not count", "{" + listed + ", conditions: [{type: CompleteAPIEnablements, status: 'True'}]}", "v1", "pods", cluster.APIDisabled},
		{"nothing listed", "rule 2: the condition counts even then", "{conditions: [{type: CompleteAPIEnablements, status: 'True'}]}", "v1", "Pod", cluster.APIDisabled},
		{"incomplete", "rule 3", "{" + listed + ", conditions: [{type: CompleteAPIEnablements, status: 'False'}]}", "v1", "Node", cluster.APIUnknown},
		{"no condition", "rule 3", "{" + listed + ", conditions: [{type: Ready, status: 'True'}]}", "v1", "Node", cluster.APIUnknown},
		{"two conditions", "rule 2: the first counts", "{conditions: [{type: CompleteAPIEnablements, status: Unknown}, {type: CompleteAPIEnablements, status: 'True'}]}", "v1", "Node", cluster.APIUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := casetest.Decode[api.Cluster](t, "status: "+c.status)
			require.Equal(t, c.want, cluster.APIStateOf(in, c.apiVersion, c.kind), c.reason)
		})
	}
}
