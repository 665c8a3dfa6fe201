package cluster

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Taints returns the taints of a cluster that follow from its condition Ready, and reports whether they differ from those it has. Both taints
// have the effect NoSchedule:
//
//  1. False: not-ready is added and unreachable removed.
//  2. Unknown: unreachable is added and not-ready removed.
//  3. True: both are removed.
//  4. Without the condition not-ready is added. With another status nothing changes.
//
// A taint is identified by its key and its effect. An existing one is not changed; a new one is appended, with now as the time it was added. All
// other taints stay in their order. The result shares nothing with the cluster.
func Taints(c *api.Cluster, now time.Time) (taints []api.Taint, changed bool) {
	if c == nil {
		return nil, false
	}
	taints = copyTaints(c.Spec.Taints)
	add, remove := taintsFor(c)
	kept := slices.DeleteFunc(taints, func(t api.Taint) bool {
		return t.Effect == api.TaintNoSchedule && slices.Contains(remove, t.Key)
	})
	changed = len(kept) < len(c.Spec.Taints)
	if add != "" && !slices.ContainsFunc(kept, func(t api.Taint) bool { return t.Key == add && t.Effect == api.TaintNoSchedule }) {
		at := metav1.NewTime(now)
		kept, changed = append(kept, api.Taint{Key: add, Effect: api.TaintNoSchedule, TimeAdded: &at}), true
	}
	return kept, changed
}

// taintsFor returns the keys of the taints that a cluster must have and must not have.
func taintsFor(c *api.Cluster) (add string, remove []string) {
	ready := meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady)
	if ready == nil {
		return api.TaintClusterNotReady, nil
	}
	switch ready.Status {
	case metav1.ConditionFalse:
		return api.TaintClusterNotReady, []string{api.TaintClusterUnreachable}
	case metav1.ConditionUnknown:
		return api.TaintClusterUnreachable, []string{api.TaintClusterNotReady}
	case metav1.ConditionTrue:
		return "", []string{api.TaintClusterNotReady, api.TaintClusterUnreachable}
	}
	return "", nil
}
