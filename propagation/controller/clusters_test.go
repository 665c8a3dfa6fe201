package controller

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// during is an interpreter of ConfigMaps that does something while a template is placed.
type during func()

var _ interpreter.ReplicaInterpreter = during(nil)

func (during) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Version: "v1", Kind: "ConfigMap"}}
}

func (d during) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	d()
	return 0, nil, nil
}

// TestClusterThatJoinsMeanwhile: a cluster joins while a new template is placed. Its event cannot know that the template may go there, so the call must see it.
func TestClusterThatJoinsMeanwhile(t *testing.T) {
	h, calls := &Hub{Policies: &Policies{}, Inventory: &Inventory{}}, 0
	var concerned []override.Ref
	h.Registry = interpreter.NewRegistry(during(func() {
		calls++
		c := &api.Cluster{}
		c.Name = "m1"
		c.Status.APIEnablements = []api.APIEnablement{{GroupVersion: "v1", Resources: []api.APIResource{{Name: "configmaps", Kind: "ConfigMap"}}}}
		if h.clusters.fleet().Get(c.Name) == nil {
			h.clusters.set(c.Name, c)
			concerned = h.concernedByCluster(nil, c)
		}
	}))
	policy, object := claimed()
	h.propagation.put(policy.Ref(), policy)
	p, err := h.place(t.Context(), object, nil)
	require.NoError(t, err)
	require.Empty(t, concerned)
	require.Equal(t, []api.TargetCluster{{Name: "m1"}}, p.Binding.BindingSpec().Clusters)
	require.Equal(t, 2, calls)
	require.True(t, h.bound.targets(override.RefOf(object), "m1"), "before the Works are written")
}
