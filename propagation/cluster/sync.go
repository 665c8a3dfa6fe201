package cluster

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
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

// SyncInput is the input of [Sync], which does not modify it.
type SyncInput struct {
	Cluster   *api.Cluster
	Namespace *unstructured.Unstructured // the stored execution namespace of the cluster, or nil; one with another name counts as nil

	// These are read only if the cluster is being deleted. Works must have at least those of the execution namespace, and Bindings those
	// that have the cluster in their spec. All others are ignored.
	Works    []*api.Work
	Bindings []api.Binding

	Now time.Time // for new taints
}

// SyncResult is what must be done for a cluster. The objects share nothing with the input.
type SyncResult struct {
	Namespace       *unstructured.Unstructured // to create, or nil
	DeleteNamespace bool
	Works           []*api.Work  // to update, sorted by name
	Cluster         *api.Cluster // to update, or nil

	// Wait is the reason why a cluster that is being deleted keeps its finalizer, or empty. Sync it again when this may have changed.
	Wait string
}

// Sync returns what must be done for a cluster in the control plane. Call it again after the status of the cluster has changed, because the taints
// follow it. For a cluster that is not being deleted:
//
//  1. Its execution namespace is created. An existing one does not change.
//  2. It gets the taints of [Taints] and the finalizer karmada.io/cluster-controller.
//
// For a cluster that is being deleted:
//
//  3. If it has an agent (Pull) and is not ready, its Works lose their execution finalizer, which a lost agent would never remove.
//  4. The execution namespace is deleted, and with it the Works.
//  5. When the namespace is gone, and no binding has the cluster in its spec.clusters, the finalizer of the cluster is removed. A cluster
//     without it has nothing to wait for.
func Sync(in SyncInput) SyncResult {
	if in.Cluster == nil {
		return SyncResult{}
	}
	if in.Cluster.DeletionTimestamp != nil {
		return in.delete()
	}
	var r SyncResult
	if !in.hasNamespace() {
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
	hasFinalizer := slices.Contains(in.Cluster.Finalizers, api.ClusterFinalizer)
	space := api.ExecutionNamespace(in.Cluster.Name)
	if in.Cluster.Spec.SyncMode == api.Pull && !meta.IsStatusConditionTrue(in.Cluster.Status.Conditions, api.ClusterReady) {
		r.Works = released(in.Works, space)
	}
	hasNamespace := in.hasNamespace()
	r.DeleteNamespace = hasNamespace && !content.Deleting(in.Namespace)
	if !hasFinalizer {
		return r
	}
	if hasNamespace {
		r.Wait = fmt.Sprintf("the namespace %s must be gone first", space)
	} else if b := in.using(); b != nil {
		r.Wait = fmt.Sprintf("%s still has the cluster %s", b.Ref(), in.Cluster.Name)
	} else {
		r.Cluster = in.Cluster.DeepCopy()
		r.Cluster.Finalizers = content.Without(r.Cluster.Finalizers, api.ClusterFinalizer)
	}
	return r
}

// hasNamespace reports whether the execution namespace exists.
func (in SyncInput) hasNamespace() bool {
	return override.RefOf(in.Namespace).Name == api.ExecutionNamespace(in.Cluster.Name)
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
			w.Finalizers = content.Without(w.Finalizers, api.ExecutionFinalizer)
			all = append(all, w)
		}
	}
	slices.SortFunc(all, content.CompareObjects[*api.Work])
	return all
}
