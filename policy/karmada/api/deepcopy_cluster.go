package api

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (c Cluster) deepCopy() Cluster {
	c.ObjectMeta, c.Spec, c.Status = *c.ObjectMeta.DeepCopy(), c.Spec.deepCopy(), c.Status.deepCopy()
	return c
}

func (s ClusterSpec) deepCopy() ClusterSpec {
	s.SecretRef, s.ImpersonatorSecretRef = dialect.CopyTo(s.SecretRef, plain), dialect.CopyTo(s.ImpersonatorSecretRef, plain)
	s.ProxyHeader, s.Zones = maps.Clone(s.ProxyHeader), slices.Clone(s.Zones)
	s.Taints = dialect.CopyEach(s.Taints, Taint.deepCopy)
	s.ResourceModels = dialect.CopyEach(s.ResourceModels, func(m ResourceModel) ResourceModel {
		m.Ranges = dialect.CopyEach(m.Ranges, func(r ResourceModelRange) ResourceModelRange {
			r.Min, r.Max = r.Min.DeepCopy(), r.Max.DeepCopy()
			return r
		})
		return m
	})
	return s
}

func (t Taint) deepCopy() Taint {
	t.TimeAdded = t.TimeAdded.DeepCopy()
	return t
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (t *Taint) DeepCopy() *Taint { return dialect.CopyTo(t, Taint.deepCopy) }

func (s ClusterStatus) deepCopy() ClusterStatus {
	s.APIEnablements = dialect.CopyEach(s.APIEnablements, func(a APIEnablement) APIEnablement {
		a.Resources = slices.Clone(a.Resources)
		return a
	})
	s.Conditions, s.NodeSummary = slices.Clone(s.Conditions), dialect.CopyTo(s.NodeSummary, plain)
	s.ResourceSummary = dialect.CopyTo(s.ResourceSummary, func(r ResourceSummary) ResourceSummary {
		return ResourceSummary{r.Allocatable.DeepCopy(), r.Allocating.DeepCopy(), r.Allocated.DeepCopy(), slices.Clone(r.AllocatableModelings)}
	})
	s.RemedyActions = slices.Clone(s.RemedyActions)
	return s
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (c *Cluster) DeepCopy() *Cluster { return dialect.CopyTo(c, Cluster.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (c *Cluster) DeepCopyObject() runtime.Object { return dialect.Object(c.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *ClusterList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, Cluster.deepCopy)}
}
