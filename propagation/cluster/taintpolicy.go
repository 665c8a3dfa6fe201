package cluster

import (
	"cmp"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// PolicyTaints returns the taints of a cluster after ClusterTaintPolicies have acted, and reports whether they differ from those it has. Karmada
// calls it when a cluster appears, when any of its conditions changes, and when a policy is created or its spec changes, but not when labels or
// taints of the cluster change or a policy is deleted. It needs the gate Failover.
//
// The policies act by the second of their creation, from the oldest to the newest. Policies of the same second act in the order of their names; Karmada
// has no order there. For each policy:
//
//  1. If targetClusters is set and does not match the cluster, the policy does nothing. Taints that it added before stay.
//  2. If addOnConditions matches, each taint is appended whose key and effect the cluster does not have, with now in whole seconds as its time.
//     A taint with another value stays as it is.
//  3. If removeOnConditions matches, the first taint with the key and the effect of each taint is removed, even if the policy did not add it. If both
//     lists match, a taint is added and then removed.
//
// A list of conditions matches if it is not empty and each entry matches:
//
//  4. An entry matches no cluster that lacks a condition of its type, even if the operator is NotIn.
//  5. In matches if any condition of the type has one of the statuses. NotIn matches if the last one has no such status.
//  6. With any other operator the list does not match if the cluster has the condition.
//
// The result shares nothing with the cluster. Nil policies are ignored.
func PolicyTaints(c *api.Cluster, policies []*api.ClusterTaintPolicy, now time.Time) (taints []api.Taint, changed bool) {
	if c == nil {
		return nil, false
	}
	before := copyTaints(c.Spec.Taints)
	list, known := newTaintList(before), statusesOf(c.Status.Conditions)
	at, facts := metav1.NewTime(now.UTC().Truncate(time.Second)), c.Facts()
	for _, p := range byAge(policies) {
		if target := p.Spec.TargetClusters; target != nil {
			if compiled, err := selector.NewClusters(target.Selector()); err != nil || !compiled.Match(&facts) {
				continue
			}
		}
		if matchConditions(p.Spec.AddOnConditions, known) {
			for _, t := range p.Spec.Taints {
				list.add(t, at)
			}
		}
		if matchConditions(p.Spec.RemoveOnConditions, known) {
			for _, t := range p.Spec.Taints {
				list.remove(t)
			}
		}
	}
	taints = list.kept()
	return taints, !equality.Semantic.DeepEqual(before, taints)
}

func copyTaints(taints []api.Taint) []api.Taint {
	return (&api.Cluster{Spec: api.ClusterSpec{Taints: taints}}).DeepCopy().Spec.Taints
}

// byAge returns the policies that are not nil, by the second of their creation and their names.
func byAge(policies []*api.ClusterTaintPolicy) []*api.ClusterTaintPolicy {
	sorted := slices.DeleteFunc(slices.Clone(policies), func(p *api.ClusterTaintPolicy) bool { return p == nil })
	slices.SortStableFunc(sorted, func(a, b *api.ClusterTaintPolicy) int {
		return cmp.Or(a.CreationTimestamp.Truncate(time.Second).Compare(b.CreationTimestamp.Truncate(time.Second)), cmp.Compare(a.Name, b.Name))
	})
	return sorted
}

// statuses are those of the conditions of one type.
type statuses struct {
	all  map[metav1.ConditionStatus]bool
	last metav1.ConditionStatus
}

// statusesOf returns the statuses of conditions by their type. They are in maps, so that not each entry is compared with each condition.
func statusesOf(conditions []metav1.Condition) map[string]statuses {
	known := map[string]statuses{}
	for _, c := range conditions {
		s := known[c.Type]
		if s.all == nil {
			s.all = map[metav1.ConditionStatus]bool{}
		}
		s.all[c.Status], s.last = true, c.Status
		known[c.Type] = s
	}
	return known
}

// matchConditions implements rules 4 to 6 of [PolicyTaints].
func matchConditions(entries []api.MatchCondition, known map[string]statuses) bool {
	for _, entry := range entries {
		of, found := known[entry.ConditionType]
		switch {
		case !found:
			return false
		case entry.Operator == api.MatchConditionIn:
			if !slices.ContainsFunc(entry.StatusValues, func(s metav1.ConditionStatus) bool { return of.all[s] }) {
				return false
			}
		case entry.Operator != api.MatchConditionNotIn, slices.Contains(entry.StatusValues, of.last):
			return false
		}
	}
	return len(entries) > 0
}
