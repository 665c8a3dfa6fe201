package api

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (p PropagationPolicy) deepCopy() PropagationPolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (p ClusterPropagationPolicy) deepCopy() ClusterPropagationPolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (s PropagationSpec) deepCopy() PropagationSpec {
	s.ResourceSelectors = dialect.CopyEach(s.ResourceSelectors, ResourceSelector.deepCopy)
	s.Placement = s.Placement.deepCopy()
	s.Priority = dialect.CopyTo(s.Priority, plain)
	s.DependentOverrides = slices.Clone(s.DependentOverrides)
	s.Failover = dialect.CopyTo(s.Failover, FailoverBehavior.deepCopy)
	s.Suspension = dialect.CopyTo(s.Suspension, Suspension.deepCopy)
	s.PreserveResourcesOnDeletion = dialect.CopyTo(s.PreserveResourcesOnDeletion, plain)
	s.SchedulePriority = dialect.CopyTo(s.SchedulePriority, plain)
	return s
}

func (p Placement) deepCopy() Placement {
	p.ClusterAffinity = dialect.CopyTo(p.ClusterAffinity, ClusterAffinity.deepCopy)
	p.ClusterAffinities = dialect.CopyEach(p.ClusterAffinities, func(t ClusterAffinityTerm) ClusterAffinityTerm {
		t.ClusterAffinity = t.ClusterAffinity.deepCopy()
		t.OverflowAffinities = dialect.CopyEach(t.OverflowAffinities, func(o OverflowAffinity) OverflowAffinity {
			o.ClusterAffinity = o.ClusterAffinity.deepCopy()
			return o
		})
		return t
	})
	p.ClusterTolerations = dialect.CopyEach(p.ClusterTolerations, func(t Toleration) Toleration {
		t.TolerationSeconds = dialect.CopyTo(t.TolerationSeconds, plain)
		return t
	})
	p.SpreadConstraints = slices.Clone(p.SpreadConstraints)
	p.ReplicaScheduling = dialect.CopyTo(p.ReplicaScheduling, func(r ReplicaSchedulingStrategy) ReplicaSchedulingStrategy {
		r.WeightPreference = dialect.CopyTo(r.WeightPreference, ClusterPreferences.deepCopy)
		return r
	})
	p.WorkloadAffinity = dialect.CopyTo(p.WorkloadAffinity, func(w WorkloadAffinity) WorkloadAffinity {
		return WorkloadAffinity{dialect.CopyTo(w.Affinity, plain), dialect.CopyTo(w.AntiAffinity, plain)}
	})
	return p
}

func (p ClusterPreferences) deepCopy() ClusterPreferences {
	p.StaticWeightList = dialect.CopyEach(p.StaticWeightList, func(w StaticClusterWeight) StaticClusterWeight {
		w.TargetCluster = w.TargetCluster.deepCopy()
		return w
	})
	return p
}

func (f FailoverBehavior) deepCopy() FailoverBehavior {
	f.Application = dialect.CopyTo(f.Application, func(a ApplicationFailoverBehavior) ApplicationFailoverBehavior {
		a.DecisionConditions.TolerationSeconds = dialect.CopyTo(a.DecisionConditions.TolerationSeconds, plain)
		a.GracePeriodSeconds = dialect.CopyTo(a.GracePeriodSeconds, plain)
		a.StatePreservation = dialect.CopyTo(a.StatePreservation, StatePreservation.deepCopy)
		return a
	})
	f.Cluster = dialect.CopyTo(f.Cluster, func(c ClusterFailoverBehavior) ClusterFailoverBehavior {
		c.StatePreservation = dialect.CopyTo(c.StatePreservation, StatePreservation.deepCopy)
		return c
	})
	return f
}

func (p StatePreservation) deepCopy() StatePreservation {
	return StatePreservation{slices.Clone(p.Rules)}
}

func (s Suspension) deepCopy() Suspension {
	return Suspension{dialect.CopyTo(s.Dispatching, plain), dialect.CopyTo(s.DispatchingOnClusters, func(c SuspendClusters) SuspendClusters {
		return SuspendClusters{slices.Clone(c.ClusterNames)}
	})}
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *PropagationPolicy) DeepCopy() *PropagationPolicy {
	return dialect.CopyTo(p, PropagationPolicy.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *ClusterPropagationPolicy) DeepCopy() *ClusterPropagationPolicy {
	return dialect.CopyTo(p, ClusterPropagationPolicy.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (s *PropagationSpec) DeepCopy() *PropagationSpec {
	return dialect.CopyTo(s, PropagationSpec.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *Placement) DeepCopy() *Placement { return dialect.CopyTo(p, Placement.deepCopy) }

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (f *FailoverBehavior) DeepCopy() *FailoverBehavior {
	return dialect.CopyTo(f, FailoverBehavior.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (s *Suspension) DeepCopy() *Suspension { return dialect.CopyTo(s, Suspension.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (p *PropagationPolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (p *ClusterPropagationPolicy) DeepCopyObject() runtime.Object {
	return dialect.Object(p.DeepCopy())
}

// DeepCopyObject implements [runtime.Object].
func (l *PropagationPolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &PropagationPolicyList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, PropagationPolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterPropagationPolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterPropagationPolicyList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, ClusterPropagationPolicy.deepCopy)}
}
