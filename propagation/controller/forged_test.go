package controller_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// forgedWork returns a Work with the name of another one, and with all that names the binding of that.
func forgedWork(namespace string, of *api.Work) *api.Work {
	return &api.Work{ObjectMeta: *mergedMeta(named(namespace, of.Name), of), Spec: of.DeepCopy().Spec}
}

// bindingOf returns the binding of a ConfigMap.
func bindingOf(t *testing.T, namespace, name string) *api.ResourceBinding {
	t.Helper()
	b := &api.ResourceBinding{}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name + "-configmap"}, b))
	return b
}

// TestForgedWorks: whoever may write Works in one namespace cannot hold up the object of another one.
func TestForgedWorks(t *testing.T) {
	for _, name := range []string{"works-victim", "works-forger"} {
		createNamespace(t, name)
	}
	createCluster(t, "works1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("works-victim", "a", ""), propagate("works-victim", "all", configMaps, "works1", ""))
	eventually(t, hasLabel("works1", "works-victim", "a", api.ManagedLabel, "true"))
	own, err := getWork("works1", "ConfigMap", "works-victim", "a")
	require.NoError(t, err)
	space, err := getWork("works1", "Namespace", "", "works-victim")
	require.NoError(t, err)
	for _, w := range []*api.Work{forgedWork("works-forger", own), forgedWork("works-forger", space)} {
		require.NoError(t, hub.Create(t.Context(), w))
		t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), w)) })
	}
	time.Sleep(300 * time.Millisecond)
	apply(t, overridePolicy("OverridePolicy", "works-victim", "red", "name: a", "labelsOverrider: [{operator: add, value: {color: red}}]"))
	eventually(t, hasLabel("works1", "works-victim", "a", "color", "red"))
	require.NoError(t, hub.Delete(t.Context(), decode(t, configMap("works-victim", "a", ""))))
	eventually(t, noWork("works1", "ConfigMap", "works-victim", "a"))
	var forged api.Work
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "works-forger", Name: own.Name}, &forged), "it is nobody's, so nobody deletes it")
}

// TestWorkOfAnother: a Work that has the name of the Work of a template, and belongs to something else, is reported. It is not overwritten.
func TestWorkOfAnother(t *testing.T) {
	createNamespace(t, "taken")
	createCluster(t, "taken1", nil)
	startHub(t, controller.Options{})
	other := &api.Work{ObjectMeta: named(api.ExecutionNamespace("taken1"), api.WorkName("ConfigMap", "taken", "a"))}
	require.NoError(t, hub.Create(t.Context(), other))
	t.Cleanup(func() { require.NoError(t, client.IgnoreNotFound(hub.Delete(context.Background(), other))) })
	apply(t, configMap("taken", "a", ""), propagate("taken", "all", configMaps, "taken1", ""))
	eventually(t, func() error { return hasEvent("taken", "a", "WriteFailed") })
	require.Contains(t, renderedMessage(t, "taken", "a"), "belongs to no binding")
	require.NoError(t, hub.Delete(t.Context(), other))
	eventually(t, hasLabel("taken1", "taken", "a", api.ManagedLabel, "true"))
}

// TestUnknownBindings: whoever may write bindings in a namespace, but no policies, sends nothing to a cluster.
func TestUnknownBindings(t *testing.T) {
	for _, name := range []string{"unknown-victim", "unknown-forger"} {
		createNamespace(t, name)
	}
	createCluster(t, "unknown1", nil)
	createCluster(t, "unknown2", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("unknown-victim", "a", ""), propagate("unknown-victim", "all", configMaps, "unknown1", ""))
	eventually(t, hasLabel("unknown1", "unknown-victim", "a", api.ManagedLabel, "true"))
	genuine := bindingOf(t, "unknown-victim", "a")
	forge := func(name string, change func(*api.ResourceBinding)) {
		apply(t, configMap("unknown-forger", name, ""))
		b := &api.ResourceBinding{ObjectMeta: *mergedMeta(named("unknown-forger", name+"-configmap"), genuine), Spec: genuine.DeepCopy().Spec}
		b.Spec.Resource.Namespace, b.Spec.Resource.Name = "unknown-forger", name
		b.Spec.Clusters = []api.TargetCluster{{Name: "unknown1"}, {Name: "unknown2"}}
		b.Status = genuine.DeepCopy().Status // the API server does not take it
		change(b)
		require.NoError(t, hub.Create(t.Context(), b))
	}
	forge("copied", func(*api.ResourceBinding) {})
	forge("plain", func(b *api.ResourceBinding) { b.Labels, b.Annotations, b.Spec.Placement = nil, nil, nil })
	forge("required", func(b *api.ResourceBinding) {
		b.Spec.RequiredBy = []api.BindingSnapshot{
			{Namespace: "unknown-victim", Name: genuine.Name, Clusters: b.Spec.Clusters}, {Namespace: "unknown-forger", Name: "copied-configmap", Clusters: b.Spec.Clusters},
		}
		b.Spec.Clusters = nil
	})
	forge("requiring", func(b *api.ResourceBinding) {
		b.Spec.PropagateDeps = true
		b.Annotations[api.DependenciesAnnotation] = `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"unknown-forger","name":"needed"}]`
	})
	forge("needed", func(b *api.ResourceBinding) {
		b.Spec.RequiredBy = []api.BindingSnapshot{{Namespace: "unknown-forger", Name: "requiring-configmap", Clusters: b.Spec.Clusters}}
	})
	all := []string{"copied", "plain", "required", "requiring", "needed"}
	for _, name := range all {
		eventually(t, func() error { return hasEvent("unknown-forger", name, "UnknownBinding") })
	}
	for _, cluster := range []string{"unknown1", "unknown2"} {
		for _, name := range all {
			require.NoError(t, noWork(cluster, "ConfigMap", "unknown-forger", name)())
		}
	}

	t.Log("a policy decides where the objects go, not what the bindings said before")
	apply(t, propagate("unknown-forger", "all", configMaps, "unknown2", ""))
	for _, name := range all {
		eventually(t, hasLabel("unknown2", "unknown-forger", name, api.ManagedLabel, "true"))
		require.NoError(t, noWork("unknown1", "ConfigMap", "unknown-forger", name)())
		require.NoError(t, hub.Delete(t.Context(), decode(t, configMap("unknown-forger", name, ""))))
		eventually(t, noWork("unknown2", "ConfigMap", "unknown-forger", name))
	}
	after, err := getWork("unknown1", "ConfigMap", "unknown-victim", "a")
	require.NoError(t, err)
	require.Nil(t, after.DeletionTimestamp, "the binding with the copied id had no Works of others")
}

// TestOrphanedWorks: what was sent is found again, even if its binding has gone without its finalizer, before or while the Hub runs.
func TestOrphanedWorks(t *testing.T) {
	createNamespace(t, "orphan")
	createCluster(t, "orphan1", nil)
	orphan := func(name string, change func(*api.Work)) *api.Work {
		w := &api.Work{ObjectMeta: named(api.ExecutionNamespace("orphan1"), name)}
		w.Labels = map[string]string{api.BindingIDLabel: "id"}
		w.Annotations = map[string]string{api.BindingNamespaceAnnotation: "orphan", api.BindingNameAnnotation: "gone-configmap"}
		change(w)
		require.NoError(t, hub.Create(t.Context(), w))
		t.Cleanup(func() { require.NoError(t, client.IgnoreNotFound(hub.Delete(context.Background(), w))) })
		return w
	}
	before := orphan("before", func(*api.Work) {})
	misnamed := &api.ResourceBinding{ObjectMeta: named("orphan", "any-name")}
	misnamed.Spec.Resource = api.ObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: "orphan", Name: "a"}
	require.NoError(t, hub.Create(t.Context(), misnamed))
	ofMisnamed := orphan("of-misnamed", func(w *api.Work) { w.Annotations[api.BindingNameAnnotation] = "any-name" })
	apply(t, configMap("orphan", "x", ""))
	unknown := &api.ResourceBinding{ObjectMeta: named("orphan", "x-configmap")} // no policy has made it
	unknown.Spec.Resource = api.ObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: "orphan", Name: "x"}
	require.NoError(t, hub.Create(t.Context(), unknown))
	ofEarlier := orphan("of-earlier", func(w *api.Work) { w.Annotations[api.BindingNameAnnotation] = unknown.Name })
	other := orphan("of-nobody", func(w *api.Work) { w.Annotations = nil })
	startHub(t, controller.Options{})
	for _, w := range []*api.Work{before, ofMisnamed, ofEarlier} {
		eventually(t, func() error { return isGone(w) })
	}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKeyFromObject(other), other), "a Work that names no binding belongs to something else")
	later := orphan("later", func(*api.Work) {})
	eventually(t, func() error { return isGone(later) })

	t.Log("a released template loses its binding by force")
	apply(t, configMap("orphan", "a", ""), propagate("orphan", "one", configMaps, "orphan1", ""))
	eventually(t, hasLabel("orphan1", "orphan", "a", api.ManagedLabel, "true"))
	require.NoError(t, hub.Delete(t.Context(), decode(t, propagate("orphan", "one", "{}", "", ""))))
	eventually(t, func() error {
		if id := bindingOf(t, "orphan", "a").Labels[api.PropagationPolicyIDLabel]; id != "" {
			return fmt.Errorf("found the claim %s, expected none", id)
		}
		return nil
	})
	require.NoError(t, hasLabel("orphan1", "orphan", "a", api.ManagedLabel, "true")(), "without a policy, it stays")
	eventually(t, func() error {
		b := bindingOf(t, "orphan", "a")
		b.Finalizers = nil
		return hub.Update(t.Context(), b)
	})
	require.NoError(t, client.IgnoreNotFound(hub.Delete(t.Context(), bindingOf(t, "orphan", "a"))))
	eventually(t, noWork("orphan1", "ConfigMap", "orphan", "a"))
}

func isGone(w *api.Work) error {
	if err := hub.Get(context.Background(), client.ObjectKeyFromObject(w), &api.Work{}); client.IgnoreNotFound(err) != nil || err == nil {
		return fmt.Errorf("the Work %s still exists: %v", w.Name, err)
	}
	return nil
}

// TestAnotherBindingOfTheSameName: a binding that is made again has another permanent id. It takes over the Works of the one before, and loses those in
// clusters that it no longer has.
func TestAnotherBindingOfTheSameName(t *testing.T) {
	createNamespace(t, "again")
	createCluster(t, "again1", nil)
	createCluster(t, "again2", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("again", "a", ""), propagate("again", "one", configMaps, "again1", ""))
	eventually(t, hasLabel("again1", "again", "a", api.ManagedLabel, "true"))
	b := bindingOf(t, "again", "a")
	left := &api.Work{ObjectMeta: named(api.ExecutionNamespace("again2"), api.WorkName("ConfigMap", "again", "a"))}
	left.Labels = map[string]string{api.BindingIDLabel: "earlier"}
	left.Annotations = map[string]string{api.BindingNamespaceAnnotation: "again", api.BindingNameAnnotation: b.Name}
	require.NoError(t, hub.Create(t.Context(), left))
	eventually(t, func() error { return isGone(left) })
	eventually(t, func() error {
		w, err := getWork("again1", "ConfigMap", "again", "a")
		if err != nil {
			return err
		}
		w.Labels[api.BindingIDLabel], w.Spec.Workload.Manifests = "earlier", nil
		return hub.Update(t.Context(), w)
	})
	eventually(t, func() error {
		w, err := getWork("again1", "ConfigMap", "again", "a")
		if err == nil && w.Labels[api.BindingIDLabel] != b.Labels[api.BindingIDLabel] {
			err = fmt.Errorf("found the id %s, expected %s", w.Labels[api.BindingIDLabel], b.Labels[api.BindingIDLabel])
		}
		return err
	})
}
