package api

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (b ResourceBinding) deepCopy() ResourceBinding {
	b.ObjectMeta, b.Spec, b.Status = *b.ObjectMeta.DeepCopy(), b.Spec.deepCopy(), b.Status.deepCopy()
	return b
}

func (b ClusterResourceBinding) deepCopy() ClusterResourceBinding {
	b.ObjectMeta, b.Spec, b.Status = *b.ObjectMeta.DeepCopy(), b.Spec.deepCopy(), b.Status.deepCopy()
	return b
}

func (s ResourceBindingSpec) deepCopy() ResourceBindingSpec {
	s.ReplicaRequirements = dialect.CopyTo(s.ReplicaRequirements, copyRequirements)
	s.Components = dialect.CopyEach(s.Components, func(c interpreter.Component) interpreter.Component {
		c.Requirements = dialect.CopyTo(c.Requirements, copyRequirements)
		return c
	})
	s.Clusters = dialect.CopyEach(s.Clusters, TargetCluster.deepCopy)
	s.Placement = dialect.CopyTo(s.Placement, Placement.deepCopy)
	s.GracefulEvictionTasks = dialect.CopyEach(s.GracefulEvictionTasks, GracefulEvictionTask.deepCopy)
	s.RequiredBy = dialect.CopyEach(s.RequiredBy, func(b BindingSnapshot) BindingSnapshot {
		b.Clusters = dialect.CopyEach(b.Clusters, TargetCluster.deepCopy)
		return b
	})
	s.Failover = dialect.CopyTo(s.Failover, FailoverBehavior.deepCopy)
	s.RescheduleTriggeredAt = s.RescheduleTriggeredAt.DeepCopy()
	s.Suspension = dialect.CopyTo(s.Suspension, func(b BindingSuspension) BindingSuspension {
		return BindingSuspension{b.Suspension.deepCopy(), dialect.CopyTo(b.Scheduling, plain)}
	})
	s.PreserveResourcesOnDeletion = dialect.CopyTo(s.PreserveResourcesOnDeletion, plain)
	s.SchedulePriority = dialect.CopyTo(s.SchedulePriority, plain)
	s.WorkloadAffinityGroups = dialect.CopyTo(s.WorkloadAffinityGroups, plain)
	return s
}

func (c TargetCluster) deepCopy() TargetCluster {
	c.Components = slices.Clone(c.Components)
	return c
}

func (t GracefulEvictionTask) deepCopy() GracefulEvictionTask {
	t.Replicas, t.GracePeriodSeconds = dialect.CopyTo(t.Replicas, plain), dialect.CopyTo(t.GracePeriodSeconds, plain)
	t.SuppressDeletion, t.PreservedLabelState = dialect.CopyTo(t.SuppressDeletion, plain), maps.Clone(t.PreservedLabelState)
	t.CreationTimestamp, t.ClustersBeforeFailover = t.CreationTimestamp.DeepCopy(), slices.Clone(t.ClustersBeforeFailover)
	return t
}

func (s ResourceBindingStatus) deepCopy() ResourceBindingStatus {
	s.LastScheduledTime, s.Conditions = s.LastScheduledTime.DeepCopy(), slices.Clone(s.Conditions)
	s.AggregatedStatus = dialect.CopyEach(s.AggregatedStatus, func(i AggregatedStatusItem) AggregatedStatusItem {
		i.Status = dialect.CopyTo(i.Status, JSON.DeepCopy)
		return i
	})
	return s
}

func copyRequirements(r interpreter.ReplicaRequirements) interpreter.ReplicaRequirements {
	r.NodeClaim = dialect.CopyTo(r.NodeClaim, func(n interpreter.NodeClaim) interpreter.NodeClaim {
		n.HardNodeAffinity, n.NodeSelector = dialect.CopyObject(n.HardNodeAffinity), maps.Clone(n.NodeSelector)
		n.Tolerations = dialect.CopyEach(n.Tolerations, dialect.CopyAny)
		return n
	})
	r.ResourceRequest = r.ResourceRequest.DeepCopy()
	return r
}

// DeepCopy returns a copy that shares only JSON beyond the limits, see the package comment, and nil for nil.
func (b *ResourceBinding) DeepCopy() *ResourceBinding {
	return dialect.CopyTo(b, ResourceBinding.deepCopy)
}

// DeepCopy returns a copy that shares only JSON beyond the limits, see the package comment, and nil for nil.
func (b *ClusterResourceBinding) DeepCopy() *ClusterResourceBinding {
	return dialect.CopyTo(b, ClusterResourceBinding.deepCopy)
}

// DeepCopy returns a copy that shares only JSON beyond the limits, see the package comment, and nil for nil.
func (s *ResourceBindingSpec) DeepCopy() *ResourceBindingSpec {
	return dialect.CopyTo(s, ResourceBindingSpec.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (s *ResourceBindingStatus) DeepCopy() *ResourceBindingStatus {
	return dialect.CopyTo(s, ResourceBindingStatus.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (t *GracefulEvictionTask) DeepCopy() *GracefulEvictionTask {
	return dialect.CopyTo(t, GracefulEvictionTask.deepCopy)
}

// DeepCopyObject implements [runtime.Object].
func (b *ResourceBinding) DeepCopyObject() runtime.Object { return dialect.Object(b.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (b *ClusterResourceBinding) DeepCopyObject() runtime.Object { return dialect.Object(b.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *ResourceBindingList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ResourceBindingList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, ResourceBinding.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterResourceBindingList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterResourceBindingList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, ClusterResourceBinding.deepCopy)}
}
