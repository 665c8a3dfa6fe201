package member

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// leavePeriod is how often a cluster that is leaving is looked at, unless its health is read more often: nothing reports that a namespace or a binding is gone.
const leavePeriod = time.Second

// reconcileCluster keeps what the control plane has for a cluster:
//
//  1. Every replica has a member for it, with the credentials of its Secret, which is read again in each period.
//  2. Its owner stores the result of [cluster.Sync]: the execution namespace, the taints and the finalizer, and the steps of a deletion.
//  3. The workers of a cluster end when the Cluster object is gone.
func (m *Members) reconcileCluster(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	c := &api.Cluster{}
	err := m.hub.Get(ctx, request.NamespacedName, c)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{}, m.follow(ctx, request.Name, nil)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := m.follow(ctx, request.Name, c); errors.Is(err, errNotRunning) {
		return ctrl.Result{RequeueAfter: 50 * time.Millisecond}, nil // the manager starts its parts in any order
	} else if err != nil {
		return ctrl.Result{}, err
	}
	result := ctrl.Result{RequeueAfter: m.options.SecretPeriod}
	if !m.options.owns(shard.OfCluster(c.Name)) {
		return result, nil
	}
	in, err := m.syncInput(ctx, c)
	if err != nil {
		return ctrl.Result{}, err
	}
	out := cluster.Sync(in)
	if err := m.store(ctx, in, out); err != nil {
		if apierrors.IsConflict(err) {
			return ctrl.Result{RequeueAfter: 50 * time.Millisecond}, nil
		}
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if out.Wait != "" {
		result.RequeueAfter = min(leavePeriod, m.options.Period)
	}
	return result, nil
}

// syncInput reads what cluster.Sync needs.
func (m *Members) syncInput(ctx context.Context, c *api.Cluster) (cluster.SyncInput, error) {
	in := cluster.SyncInput{Cluster: c, Now: time.Now()}
	space := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace"}}
	err := m.live.Get(ctx, client.ObjectKey{Name: api.ExecutionNamespace(c.Name)}, space)
	if client.IgnoreNotFound(err) != nil {
		return in, err
	}
	if err == nil {
		in.Namespace = space
	}
	if c.DeletionTimestamp == nil {
		return in, nil
	}
	if in.Works, err = listed[*api.Work](ctx, m.hub, &api.WorkList{}, client.InNamespace(api.ExecutionNamespace(c.Name))); err != nil {
		return in, err
	}
	for _, list := range []client.ObjectList{&api.ResourceBindingList{}, &api.ClusterResourceBindingList{}} {
		bindings, err := listed[api.Binding](ctx, m.hub, list)
		if err != nil {
			return in, err
		}
		in.Bindings = append(in.Bindings, bindings...)
	}
	return in, nil
}

// store stores a result. Only the parts that can change are sent.
func (m *Members) store(ctx context.Context, in cluster.SyncInput, out cluster.SyncResult) error {
	if out.Namespace != nil {
		if err := m.hub.Create(ctx, out.Namespace); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	stored := map[string]*api.Work{}
	for _, w := range in.Works {
		stored[w.Name] = w
	}
	for _, w := range out.Works {
		if err := m.patch(ctx, stored[w.Name], w); err != nil {
			return err
		}
	}
	if out.DeleteNamespace {
		if err := client.IgnoreNotFound(m.hub.Delete(ctx, in.Namespace)); err != nil {
			return err
		}
	}
	if out.Cluster != nil {
		return m.patch(ctx, in.Cluster, out.Cluster)
	}
	return nil
}

// patch sends the difference of two versions of an object, if the stored version is the latest one.
func (m *Members) patch(ctx context.Context, stored, updated client.Object) error {
	return m.hub.Patch(ctx, updated, client.MergeFromWithOptions(stored, client.MergeFromWithOptimisticLock{}))
}
