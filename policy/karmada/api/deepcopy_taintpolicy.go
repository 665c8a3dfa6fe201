package api

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (p ClusterTaintPolicy) deepCopy() ClusterTaintPolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (s ClusterTaintPolicySpec) deepCopy() ClusterTaintPolicySpec {
	s.TargetClusters = dialect.CopyTo(s.TargetClusters, ClusterAffinity.deepCopy)
	s.AddOnConditions = dialect.CopyEach(s.AddOnConditions, MatchCondition.deepCopy)
	s.RemoveOnConditions = dialect.CopyEach(s.RemoveOnConditions, MatchCondition.deepCopy)
	s.Taints = slices.Clone(s.Taints)
	return s
}

func (m MatchCondition) deepCopy() MatchCondition {
	m.StatusValues = slices.Clone(m.StatusValues)
	return m
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *ClusterTaintPolicy) DeepCopy() *ClusterTaintPolicy {
	return dialect.CopyTo(p, ClusterTaintPolicy.deepCopy)
}

// DeepCopyObject implements [runtime.Object].
func (p *ClusterTaintPolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *ClusterTaintPolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterTaintPolicyList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, ClusterTaintPolicy.deepCopy)}
}
