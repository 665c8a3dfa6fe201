package member_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/member"
)

// TestStoppedMember: the API server of a member stops. Its Works wait, and others go on. When it starts again, it gets what it has missed.
func TestStoppedMember(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "stopped")
	p := propagate(t, object(t, settings, newSpace(t, "stopped")), nil, clusters...)
	p.has(1, "red", "data", "color")
	fleet.Members[1].StopAPI()
	start := func() { require.NoError(t, fleet.Members[1].StartAPI(context.Background())) }
	defer start()
	eventually(t, "the cluster is not ready", func() error { return clusterIs(t, clusters[1], metav1.ConditionFalse) })
	p.edit(set("blue", "data", "color"))
	p.has(0, "blue", "data", "color")
	start()
	p.has(1, "blue", "data", "color")
	eventually(t, "the cluster is ready", func() error { return clusterIs(t, clusters[1], metav1.ConditionTrue) })
	p.change(1, set("green", "data", "color")) // it is watched again
	p.has(1, "blue", "data", "color")
}

// TestHangingMember: a member takes connections and does not answer. Others are not slower, because no worker is shared.
func TestHangingMember(t *testing.T) {
	startOperator(t, func(o *member.Options) { o.Workers, o.Timeout = 1, time.Hour })
	clusters := join(t, "hanging")
	space := newSpace(t, "hanging")
	p := propagate(t, object(t, settings, space), nil, clusters...)
	p.has(1, "red", "data", "color")
	require.NoError(t, fleet.Members[1].Suspend())
	resume := func() { require.NoError(t, fleet.Members[1].Resume()) }
	defer resume()
	for _, color := range []string{"blue", "green", "yellow"} {
		p.edit(set(color, "data", "color"))
		p.has(0, color, "data", "color")
	}
	startOperator(t, nil) // its calls have a timeout
	eventually(t, "the cluster is not ready", func() error { return clusterIs(t, clusters[1], metav1.ConditionFalse) })
	resume()
	p.has(1, "yellow", "data", "color")
}

// TestConflict: an object that is in the member already is not touched, unless the binding says so.
func TestConflict(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "conflict")
	space := newSpace(t, "conflict")
	own := object(t, settings, space)
	must(unstructured.SetNestedField(own.Object, "own", "data", "color"))
	require.NoError(t, clientOf(fleet.Members[0]).Create(t.Context(), own))
	p := propagate(t, object(t, settings, space), nil, clusters...)
	p.has(1, "red", "data", "color")
	p.applied(clusters[0], metav1.ConditionFalse, "is not managed by Karmada")
	p.has(0, "own", "data", "color")
	p.binding.Spec.ConflictResolution = api.ConflictOverwrite
	p.render()
	p.has(0, "red", "data", "color")
	p.applied(clusters[0], metav1.ConditionTrue, "")
}

// TestPreserve: the objects of a Work that preserves them stay, and no longer refer to the control plane.
func TestPreserve(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "preserve")
	keep := true
	p := propagate(t, object(t, settings, newSpace(t, "preserve")), func(b *api.ResourceBinding) { b.Spec.PreserveResourcesOnDeletion = &keep }, clusters...)
	p.has(0, "true", "metadata", "labels", api.ManagedLabel)
	p.delete(clusters...)
	eventually(t, "the Works are gone", func() error {
		if n := len(p.works()); n > 0 {
			return fmt.Errorf("found %d Works", n)
		}
		return nil
	})
	require.Empty(t, p.in(0).GetLabels())
	require.Empty(t, p.in(1).GetLabels())
}

// TestLeave: a Cluster object is deleted. When no binding has the cluster, its objects, Works and namespace are gone, and so is the Cluster.
func TestLeave(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "leave")
	p := propagate(t, object(t, settings, newSpace(t, "leave")), nil, clusters...)
	p.has(1, "red", "data", "color")
	c := &api.Cluster{}
	require.NoError(t, p.hub.Get(t.Context(), client.ObjectKey{Name: clusters[1]}, c))
	require.NoError(t, p.hub.Delete(t.Context(), c))
	p.gone(1)
	require.NoError(t, p.hub.Get(t.Context(), client.ObjectKeyFromObject(c), c), "a binding still has the cluster")
	require.NoError(t, retryConflict(func() error {
		if err := p.hub.Get(t.Context(), client.ObjectKeyFromObject(p.binding), p.binding); err != nil {
			return err
		}
		p.binding.Spec.Clusters = p.binding.Spec.Clusters[:1]
		return p.hub.Update(t.Context(), p.binding)
	}))
	eventually(t, "the cluster has left", func() error {
		if p.hub.Get(t.Context(), client.ObjectKeyFromObject(c), c) == nil {
			return errors.New("the Cluster exists")
		}
		if p.hub.Get(t.Context(), client.ObjectKey{Name: api.ExecutionNamespace(clusters[1])}, &corev1.Namespace{}) == nil {
			return errors.New("its namespace exists")
		}
		return nil
	})
	p.has(0, "red", "data", "color")
}

// TestForeignWork: an object in a member cannot write the status of a Work of another member.
func TestForeignWork(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "foreign")
	space := newSpace(t, "foreign")
	p := propagate(t, object(t, nginx, space), nil, clusters...)
	p.has(0, int64(2), "spec", "replicas")
	p.applied(clusters[0], metav1.ConditionTrue, "")
	p.change(1, func(u *unstructured.Unstructured) {
		annotations := u.GetAnnotations()
		annotations[api.WorkNamespaceAnnotation] = api.ExecutionNamespace(clusters[0])
		u.SetAnnotations(annotations)
	})
	p.has(1, api.ExecutionNamespace(clusters[1]), "metadata", "annotations", api.WorkNamespaceAnnotation)
	forged := p.in(1)
	forged.SetName("forged")
	forged.SetResourceVersion("")
	forged.SetAnnotations(map[string]string{api.WorkNamespaceAnnotation: api.ExecutionNamespace(clusters[0]), api.WorkNameAnnotation: p.works()[0].Name})
	before := p.reported(clusters[0])
	require.NoError(t, clientOf(fleet.Members[1]).Create(t.Context(), forged))
	p.change(1, set(int64(7), "spec", "replicas"))
	p.has(1, int64(2), "spec", "replicas") // this event came after that of the forged object
	require.Equal(t, before, p.reported(clusters[0]))
}

// TestSteady: when everything is in place, nothing is written, neither by a resync nor by a new process. A status that changes is one write.
func TestSteady(t *testing.T) {
	members := startOperator(t, nil)
	clusters := join(t, "steady")
	space := newSpace(t, "steady")
	var plans []*plan
	for i := range 20 {
		for _, text := range []string{settings, nginx} {
			o := object(t, text, space)
			o.SetName(fmt.Sprintf("%s-%d", o.GetName(), i))
			plans = append(plans, propagate(t, o, nil, clusters...))
		}
	}
	for _, p := range plans {
		for _, c := range clusters {
			p.applied(c, metav1.ConditionTrue, "")
		}
	}
	versions := func() map[string]string {
		all := map[string]string{}
		for _, p := range plans {
			for _, w := range p.works() {
				all[w.Namespace+"/"+w.Name] = w.ResourceVersion
			}
			for i := range clusters {
				all[fmt.Sprint(i, p.template.GetKind(), p.template.GetName())] = p.in(i).GetResourceVersion()
			}
			b := &api.ResourceBinding{}
			require.NoError(t, p.hub.Get(t.Context(), client.ObjectKeyFromObject(p.binding), b))
			all[b.Name] = b.ResourceVersion
		}
		return all
	}
	for _, p := range plans {
		for _, c := range clusters {
			p.reported(c)
		}
		p.aggregated(len(clusters))
	}
	var before map[string]string
	for after := versions(); !maps.Equal(before, after); after = versions() {
		before = after
		time.Sleep(500 * time.Millisecond)
	}
	require.Len(t, before, 40*5)
	members.Resync()
	startOperator(t, nil) // a second process that knows nothing
	time.Sleep(1500 * time.Millisecond)
	require.Equal(t, before, versions())
}

// TestResync: a replica that owns nothing writes nothing, and one that takes over does what was left.
func TestResync(t *testing.T) {
	startOperator(t, func(o *member.Options) { o.Owns = func(key string) bool { return !strings.HasPrefix(key, "resync/") } })
	var owns atomic.Bool
	members := startOperator(t, func(o *member.Options) { o.Owns = func(string) bool { return owns.Load() } })
	clusters := join(t, "resync")
	p := propagate(t, object(t, settings, newSpace(t, "resync")), nil, clusters...)
	time.Sleep(500 * time.Millisecond)
	require.Nil(t, p.in(0), "nobody owns the template")
	owns.Store(true)
	members.Resync()
	p.has(0, "red", "data", "color")
	p.has(1, "red", "data", "color")
	p.change(1, set("green", "data", "color"))
	p.has(1, "red", "data", "color")
}

// TestSecret: a cluster is not ready while its Secret is missing, unreadable or wrong, and the condition says why.
func TestSecret(t *testing.T) {
	startOperator(t, func(o *member.Options) { o.SecretPeriod = 200 * time.Millisecond })
	hub := clientOf(fleet.Hub)
	c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "secret"}}
	require.NoError(t, hub.Create(t.Context(), c))
	t.Cleanup(func() { deleteAll(hub, c) })
	says := func(status metav1.ConditionStatus, text string) {
		t.Helper()
		eventually(t, text, func() error {
			if err := hub.Get(t.Context(), client.ObjectKeyFromObject(c), c); err != nil {
				return err
			}
			ready := meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady)
			if ready == nil || ready.Status != status || !strings.Contains(ready.Message, text) {
				return fmt.Errorf("found %v, expected %s with %q", ready, status, text)
			}
			return nil
		})
	}
	says(metav1.ConditionFalse, "spec.secretRef is missing")
	require.NoError(t, retryConflict(func() error {
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(c), c); err != nil {
			return err
		}
		c.Spec.SecretRef = &api.LocalSecretReference{Namespace: "default", Name: "secret"}
		return hub.Update(t.Context(), c)
	}))
	says(metav1.ConditionFalse, "does not exist")
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "secret"}, Data: map[string][]byte{"kubeconfig": []byte("{")}}
	require.NoError(t, hub.Create(t.Context(), secret))
	t.Cleanup(func() { must(hub.Delete(context.Background(), secret)) })
	says(metav1.ConditionFalse, "kubeconfig cannot be read")
	var err error
	secret.Data["kubeconfig"], err = fleet.Members[0].Kubeconfig()
	require.NoError(t, err)
	require.NoError(t, hub.Update(t.Context(), secret))
	says(metav1.ConditionTrue, "healthy")
	eventually(t, "the Cluster has what was read", func() error {
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(c), c); err != nil {
			return err
		}
		if s := c.Status; s.KubernetesVersion == "" || len(s.APIEnablements) == 0 || s.NodeSummary == nil {
			return errors.New("the version, the APIs or the nodes are missing")
		}
		if slices.ContainsFunc(c.Spec.Taints, func(t api.Taint) bool { return t.Key == api.TaintClusterNotReady }) {
			return fmt.Errorf("found the taints %v", c.Spec.Taints)
		}
		return nil
	})
}
