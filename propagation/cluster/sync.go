package cluster

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ExecutionNamespace returns the Namespace for the Works of a cluster, as Karmada creates it.
func ExecutionNamespace(cluster string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace",
		"metadata": map[string]any{"name": api.ExecutionNamespace(cluster), "labels": map[string]any{api.SystemLabel: "true"}},
	}}
}

// SyncInput is the input of [Sync]. It is never written.
type SyncInput struct {
	Cluster   *api.Cluster
	Namespace *unstructured.Unstructured // the stored execution namespace of the cluster; nil if it does not exist

	// These are read only if the cluster is being deleted. Works must have at least those of the execution namespace, and Bindings those
	// that have the cluster in their spec. All others are ignored.
	Works    []*api.Work
	Bindings []api.Binding

	Now time.Time // for new taints
}

// SyncResult is what must be done for a cluster. The objects share nothing with the input.
type SyncResult struct {
	Namespace       *unstructured.Unstructured // to create; nil: nothing
	DeleteNamespace bool
	Works           []*api.Work  // to update, sorted by name
	Cluster         *api.Cluster // to update; nil: it does not change

	// Wait is why a cluster that is being deleted keeps its finalizer, or empty. Sync it again when this may have changed.
	Wait string
}

// Sync returns what must be done for a cluster in the control plane. For a cluster that exists:
//
//  1. Its execution namespace is created. An existing one is left as it is.
//  2. It gets the taints of [Taints] and the finalizer karmada.io/cluster-controller.
//
// For a cluster that is being deleted:
//
//  3. If it has an agent (Pull) and is not ready, its Works lose their execution finalizer, which a lost agent would never remove.
//  4. The execution namespace is deleted, and with it the Works.
//  5. When the namespace is gone, and no binding has the cluster in its spec.clusters, the finalizer of the cluster is removed.
func Sync(in SyncInput) SyncResult {
	if in.Cluster == nil {
		return SyncResult{}
	}
	if in.Cluster.DeletionTimestamp != nil {
		return in.delete()
	}
	var r SyncResult
	if in.Namespace == nil {
		r.Namespace = ExecutionNamespace(in.Cluster.Name)
	}
	taints, changed := Taints(in.Cluster, in.Now)
	if changed || !slices.Contains(in.Cluster.Finalizers, api.ClusterFinalizer) {
		r.Cluster = in.Cluster.DeepCopy()
		r.Cluster.Spec.Taints = taints
		if !slices.Contains(r.Cluster.Finalizers, api.ClusterFinalizer) {
			r.Cluster.Finalizers = append(r.Cluster.Finalizers, api.ClusterFinalizer)
		}
	}
	return r
}

func (in SyncInput) delete() SyncResult {
	var r SyncResult
	space := api.ExecutionNamespace(in.Cluster.Name)
	if in.Cluster.Spec.SyncMode == api.Pull && !meta.IsStatusConditionTrue(in.Cluster.Status.Conditions, api.ClusterReady) {
		r.Works = released(in.Works, space)
	}
	if in.Namespace != nil {
		r.DeleteNamespace = !content.Deleting(in.Namespace)
		r.Wait = fmt.Sprintf("the namespace %s must be gone first", space)
		return r
	}
	if b := in.using(); b != nil {
		r.Wait = fmt.Sprintf("%s still has the cluster %s", b.Ref(), in.Cluster.Name)
		return r
	}
	if slices.Contains(in.Cluster.Finalizers, api.ClusterFinalizer) {
		r.Cluster = in.Cluster.DeepCopy()
		r.Cluster.Finalizers = without(r.Cluster.Finalizers, api.ClusterFinalizer)
	}
	return r
}

// using returns the first binding by namespace and name that has the cluster in its spec, or nil.
func (in SyncInput) using() api.Binding {
	var first api.Binding
	for _, b := range in.Bindings {
		if content.NoBinding(b) || first != nil && content.CompareObjects(b, first) >= 0 {
			continue
		}
		if slices.ContainsFunc(b.BindingSpec().Clusters, func(t api.TargetCluster) bool { return t.Name == in.Cluster.Name }) {
			first = b
		}
	}
	return first
}

// released returns copies of the Works in a namespace that have the execution finalizer, without it.
func released(works []*api.Work, namespace string) []*api.Work {
	var all []*api.Work
	for _, w := range works {
		if w != nil && w.Namespace == namespace && slices.Contains(w.Finalizers, api.ExecutionFinalizer) {
			w = w.DeepCopy()
			w.Finalizers = without(w.Finalizers, api.ExecutionFinalizer)
			all = append(all, w)
		}
	}
	slices.SortFunc(all, content.CompareObjects[*api.Work])
	return all
}

func without(finalizers []string, finalizer string) []string {
	return slices.DeleteFunc(finalizers, func(f string) bool { return f == finalizer })
}
