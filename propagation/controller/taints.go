package controller

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// taints has the ClusterTaintPolicies of the hub, which must not be written, and the queue of the Clusters that they may taint.
type taints struct {
	all   sync.Map // *api.ClusterTaintPolicy by name
	queue kindQueue
}

// policies returns the policies in any order, which does not matter to cluster.PolicyTaints.
func (t *taints) policies() (policies []*api.ClusterTaintPolicy) {
	t.all.Range(func(_, policy any) bool {
		policies = append(policies, policy.(*api.ClusterTaintPolicy))
		return true
	})
	return policies
}

// setupTaints adds the controller that writes the taints of policies.
func (h *Hub) setupTaints(mgr ctrl.Manager) error {
	if !h.FeatureGates.Enabled(api.GateFailover) {
		return nil
	}
	return h.setupQueue(mgr, "hub-taints", &h.taints.queue, h.reconcileTaints)
}

// taintPolicyEvents handles a ClusterTaintPolicy. A new one, or one with another spec, concerns all Clusters. The taints of a deleted one stay.
func (h *Hub) taintPolicyEvents() cache.ResourceEventHandler {
	return informer.Events(func(before, after *api.ClusterTaintPolicy, _ bool) {
		if after == nil {
			h.taints.all.Delete(before.Name)
			return
		}
		h.taints.all.Store(after.Name, after)
		if before == nil || !equality.Semantic.DeepEqual(before.Spec, after.Spec) {
			h.resyncTaints()
		}
	})
}

// taintLater enqueues a Cluster that has appeared or whose conditions have changed.
func (h *Hub) taintLater(before, after *api.Cluster) {
	if h.FeatureGates.Enabled(api.GateFailover) && after != nil &&
		(before == nil || !equality.Semantic.DeepEqual(before.Status.Conditions, after.Status.Conditions)) {
		h.taints.queue.add(after.Ref())
	}
}

func (h *Hub) resyncTaints() {
	for _, c := range h.Index.Fleet().All() {
		h.taintLater(nil, c)
	}
}

// reconcileTaints writes the taints of policies to a Cluster. Taints that Karmada's API server would refuse are not written.
func (h *Hub) reconcileTaints(ctx context.Context, ref override.Ref) (result reconcile.Result, err error) {
	if !h.ownsKey(shard.OfCluster(ref.Name)) {
		return result, nil
	}
	ctx, release := h.fence(ctx)
	defer release()
	stored := &api.Cluster{}
	if err := h.client.Get(ctx, nameOf(ref), stored); err != nil {
		return result, client.IgnoreNotFound(err)
	}
	list, changed := cluster.PolicyTaints(stored, h.taints.policies(), time.Now())
	if !changed {
		return result, nil
	}
	if faults := validation.ValidateTaints(list); len(faults) > 0 {
		h.event(stored, corev1.EventTypeWarning, "InvalidTaints", "Taint", faults.ToAggregate().Error())
		return result, nil
	}
	updated := stored.DeepCopy()
	updated.Spec.Taints = list
	metricWrites.WithLabelValues("cluster", "update").Inc()
	err = h.client.Patch(ctx, updated, client.MergeFromWithOptions(stored, client.MergeFromWithOptimisticLock{}))
	if err == nil {
		h.event(stored, corev1.EventTypeNormal, "Tainted", "Taint", "policies have changed the taints to "+taintsText(list))
	}
	return settleConflict(result, client.IgnoreNotFound(err))
}

// taintsText returns taints in the form key=value:effect.
func taintsText(list []api.Taint) string {
	if len(list) == 0 {
		return "none"
	}
	texts := make([]string, len(list))
	for i, t := range list {
		texts[i] = fmt.Sprintf("%s=%s:%s", t.Key, t.Value, t.Effect)
	}
	return strings.Join(texts, ", ")
}
