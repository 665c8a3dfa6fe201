package lint

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// evicts reports whether any taint of the bundle evicts.
func (c *checker) evicts() bool {
	return slices.ContainsFunc(c.bundle.TaintPolicies, func(p *api.ClusterTaintPolicy) bool {
		return p != nil && slices.ContainsFunc(p.Spec.Taints, func(t api.PolicyTaint) bool { return t.Effect == api.TaintNoExecute })
	}) || slices.ContainsFunc(c.bundle.ClusterObjects, func(cluster *api.Cluster) bool {
		return cluster != nil && slices.ContainsFunc(cluster.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute })
	})
}

// checkFailover reports what is surprising when the objects of a propagation policy are evicted.
func (s *subject) checkFailover(spec *api.PropagationSpec) {
	r := spec.Placement.ReplicaScheduling
	divided := r != nil && r.ReplicaSchedulingType != api.Duplicated
	if !divided {
		s.checkTolerations(spec.Placement.ClusterTolerations)
	}
	if spec.Failover == nil {
		return
	}
	at := jsontree.Pointer{"spec", "failover"}
	graceful := jsontree.Pointer(nil)
	if f := spec.Failover.Cluster; f != nil {
		s.checkState(at.Child("cluster"), f.PurgeMode, f.StatePreservation)
		if f.PurgeMode != api.PurgeDirectly {
			graceful = at.Child("cluster")
		}
	}
	if f := spec.Failover.Application; f != nil {
		s.checkState(at.Child("application"), f.PurgeMode, f.StatePreservation)
		if f.PurgeMode == api.PurgeGracefully {
			graceful = at.Child("application")
		}
		if !divided && len(spec.Placement.ClusterAffinities) == 0 {
			s.report(FailoverUndone, at.Child("application"), nil,
				"the replicas are duplicated: when the object is healthy in all other clusters, the cluster that it has left is chosen again at once")
		}
	}
	switch {
	case graceful == nil:
	case divided:
		s.report(StaleHealth, graceful, nil,
			"the replicas are divided: the object may leave before its new replicas run, because it is healthy already in the clusters that get them")
	}
	if graceful != nil && spec.PropagateDeps {
		s.report(DependencyLeaves, jsontree.Pointer{"spec", "propagateDeps"}, nil,
			"an eviction keeps the object until it runs elsewhere, but its dependencies leave the cluster at once")
	}
}

// checkTolerations reports tolerations that end, of replicas that are duplicated.
func (s *subject) checkTolerations(tolerations []api.Toleration) {
	for i := range tolerations {
		if t := &tolerations[i]; t.TolerationSeconds != nil && (t.Effect == "" || t.Effect == api.TaintNoExecute) {
			s.report(EvictionLoop, jsontree.Pointer{"spec", "placement", "clusterTolerations", strconv.Itoa(i), "tolerationSeconds"}, nil,
				"after %d seconds the object is evicted every 10 seconds, and scheduled to the cluster again: the scheduler ignores tolerationSeconds", *t.TolerationSeconds)
		}
	}
}

// checkState reports a preserved state that no cluster gets.
func (s *subject) checkState(at jsontree.Pointer, mode api.PurgeMode, state *api.StatePreservation) {
	if state != nil && len(state.Rules) > 0 && mode != api.PurgeDirectly {
		if mode == "" {
			mode = api.PurgeGracefully
		}
		s.report(StateLost, at.Child("statePreservation"), nil, "the state is lost: the purge mode is %s, and only Directly brings it to another cluster", quote(string(mode)))
	}
}
