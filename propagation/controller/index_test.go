package controller_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/testdata/estate"
)

// driveIndex returns a Hub of one ConfigMap, one policy and the cluster m1, and what writes them.
func driveIndex(t *testing.T, refuse func(client.Object) error, more ...client.Object) (*memory, func() *controller.Driven) {
	t.Helper()
	server := &memory{objects: map[override.Ref]client.Object{}, refuse: refuse}
	p := &api.PropagationPolicy{ObjectMeta: named("shop", "p")}
	p.Spec = api.PropagationSpec{ResourceSelectors: []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap"}}, Placement: api.Placement{ClusterAffinity: &api.ClusterAffinity{}}}
	p.Spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{}}
	for _, o := range append([]client.Object{untyped(t, p), configMapOf("a"), memberOf("m1")}, more...) {
		o.SetUID(types.UID(fmt.Sprint("uid-", server.writes)))
		o.SetGeneration(1)
		server.write(estate.RefOf(o), o)
	}
	server.events = nil
	return server, func() *controller.Driven {
		hub, err := controller.Drive(t.Context(), server, controller.Options{}, server.of)
		require.NoError(t, err)
		return hub
	}
}

func runIndex(t *testing.T, server *memory, hub *controller.Driven) {
	t.Helper()
	require.NoError(t, hub.Run(t.Context(), func() int { return server.deliver(hub) }))
}

func configMapOf(name string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}}
	o.SetNamespace("shop")
	o.SetName(name)
	return o
}

func memberOf(name string) *api.Cluster {
	c := &api.Cluster{ObjectMeta: named("", name)}
	c.Status.APIEnablements = everyAPI
	return c
}

// TestIndexSpaces deletes a Work in a cluster that is being deleted: it is made again only while the execution namespace exists, and also if a Hub has started
// meanwhile.
func TestIndexSpaces(t *testing.T) {
	t.Parallel()
	space := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace"}}
	space.SetName(api.ExecutionNamespace("m1"))
	for name, c := range map[string]struct {
		stored  []client.Object
		restart bool
		works   int
	}{
		"the namespace exists":                  {[]client.Object{space}, false, 1},
		"the namespace exists, after a restart": {[]client.Object{space}, true, 1},
		"the namespace is gone":                 {nil, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stored []client.Object
			for _, o := range c.stored {
				stored = append(stored, copied(o))
			}
			server, drive := driveIndex(t, nil, stored...)
			hub := drive()
			runIndex(t, server, hub)
			works := func() []client.Object { return server.of(api.WorkGroupVersion.WithKind("Work")) }
			require.Len(t, works(), 1)
			kept := copied(server.of(api.BindingGroupVersion.WithKind("ResourceBinding"))[0]).(*api.ResourceBinding)
			suspended := true // so that it keeps the cluster
			kept.Spec.Suspension = &api.BindingSuspension{Scheduling: &suspended}
			server.write(kept.Ref(), kept)
			leaving := memberOf("m1")
			leaving.UID, leaving.DeletionTimestamp, leaving.Finalizers = "uid-2", estate.Deleted, []string{"x"}
			server.write(leaving.Ref(), leaving)
			runIndex(t, server, hub)
			for _, w := range works() {
				server.write(estate.RefOf(w), nil)
			}
			if c.restart {
				server.events = nil
				hub = drive()
			}
			runIndex(t, server, hub)
			found := 0
			for _, w := range works() {
				if w.GetAnnotations()[api.BindingNameAnnotation] == "a-configmap" {
					found++
				}
			}
			require.Equal(t, c.works, found)
		})
	}
}

// TestIndexForgets refuses the binding of a template: until it is tried again, the events of clusters do not concern the template.
func TestIndexForgets(t *testing.T) {
	t.Parallel()
	refused := 0
	server, drive := driveIndex(t, func(o client.Object) error {
		if _, isBinding := o.(api.Binding); isBinding {
			refused++
			return apierrors.NewInvalid(schema.GroupKind{Kind: "ResourceBinding"}, o.GetName(), nil)
		}
		return nil
	})
	hub := drive()
	runIndex(t, server, hub)
	require.Positive(t, refused)
	tainted := memberOf("m1")
	tainted.Spec.Taints = []api.Taint{{Key: "x", Effect: "NoExecute"}}
	require.Empty(t, hub.Index.PutCluster(tainted))
}

// TestIndexObserved changes only the generation that the scheduler has observed: a template that fails over is placed, even though this Hub has written the
// spec.
func TestIndexObserved(t *testing.T) {
	t.Parallel()
	server, drive := driveIndex(t, nil)
	hub := drive()
	runIndex(t, server, hub)
	bindings := server.of(api.BindingGroupVersion.WithKind("ResourceBinding"))
	require.Len(t, bindings, 1)
	require.NotNil(t, bindings[0].(*api.ResourceBinding).Spec.Failover)
	for _, c := range []struct {
		name   string
		change func(b *api.ResourceBinding)
		want   []override.Ref
	}{
		{"a condition", func(b *api.ResourceBinding) { b.Status.Conditions = nil }, nil},
		{"the observed generation", func(b *api.ResourceBinding) { b.Status.SchedulerObservedGeneration-- }, []override.Ref{override.RefOf(configMapOf("a"))}},
	} {
		after := copied(server.of(api.BindingGroupVersion.WithKind("ResourceBinding"))[0]).(*api.ResourceBinding)
		c.change(after)
		server.write(after.Ref(), after)
		server.deliver(hub)
		require.Equal(t, c.want, hub.Queued(), c.name)
	}
}
