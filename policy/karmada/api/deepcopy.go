package api

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (p OverridePolicy) deepCopy() OverridePolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (p ClusterOverridePolicy) deepCopy() ClusterOverridePolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (s OverrideSpec) deepCopy() OverrideSpec {
	s.ResourceSelectors = dialect.CopyEach(s.ResourceSelectors, ResourceSelector.deepCopy)
	s.OverrideRules = dialect.CopyEach(s.OverrideRules, func(r RuleWithCluster) RuleWithCluster {
		return RuleWithCluster{dialect.CopyTo(r.TargetCluster, ClusterAffinity.deepCopy), r.Overriders.deepCopy()}
	})
	s.TargetCluster, s.Overriders = dialect.CopyTo(s.TargetCluster, ClusterAffinity.deepCopy), s.Overriders.deepCopy()
	return s
}

func (r ResourceSelector) deepCopy() ResourceSelector {
	r.LabelSelector = r.LabelSelector.DeepCopy()
	return r
}

func (a ClusterAffinity) deepCopy() ClusterAffinity {
	a.LabelSelector = a.LabelSelector.DeepCopy()
	a.FieldSelector = dialect.CopyTo(a.FieldSelector, func(f FieldSelector) FieldSelector {
		return FieldSelector{dialect.CopyEach(f.MatchExpressions, func(r NodeSelectorRequirement) NodeSelectorRequirement {
			r.Values = slices.Clone(r.Values)
			return r
		})}
	})
	a.ClusterNames, a.ExcludeClusters = slices.Clone(a.ClusterNames), slices.Clone(a.ExcludeClusters)
	return a
}

func (o Overriders) deepCopy() Overriders {
	o.ImageOverrider = dialect.CopyEach(o.ImageOverrider, func(i ImageOverrider) ImageOverrider {
		i.Predicate = dialect.CopyTo(i.Predicate, plain)
		return i
	})
	copyValues := func(c CommandArgsOverrider) CommandArgsOverrider {
		c.Value = slices.Clone(c.Value)
		return c
	}
	o.CommandOverrider, o.ArgsOverrider = dialect.CopyEach(o.CommandOverrider, copyValues), dialect.CopyEach(o.ArgsOverrider, copyValues)
	copyOperation := func(op JSONPatchOperation) JSONPatchOperation {
		op.Value = op.Value.DeepCopy()
		return op
	}
	o.FieldOverrider = dialect.CopyEach(o.FieldOverrider, func(f FieldOverrider) FieldOverrider {
		f.JSON, f.YAML = dialect.CopyEach(f.JSON, copyOperation), dialect.CopyEach(f.YAML, copyOperation)
		return f
	})
	copyValue := func(l LabelAnnotationOverrider) LabelAnnotationOverrider {
		l.Value = maps.Clone(l.Value)
		return l
	}
	o.LabelsOverrider, o.AnnotationsOverrider = dialect.CopyEach(o.LabelsOverrider, copyValue), dialect.CopyEach(o.AnnotationsOverrider, copyValue)
	o.Plaintext = dialect.CopyEach(o.Plaintext, func(p PlaintextOverrider) PlaintextOverrider {
		p.Value = p.Value.DeepCopy()
		return p
	})
	return o
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *OverridePolicy) DeepCopy() *OverridePolicy {
	return dialect.CopyTo(p, OverridePolicy.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (p *ClusterOverridePolicy) DeepCopy() *ClusterOverridePolicy {
	return dialect.CopyTo(p, ClusterOverridePolicy.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (s *OverrideSpec) DeepCopy() *OverrideSpec { return dialect.CopyTo(s, OverrideSpec.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (p *OverridePolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (p *ClusterOverridePolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *OverridePolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &OverridePolicyList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, OverridePolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterOverridePolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterOverridePolicyList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, ClusterOverridePolicy.deepCopy)}
}

func copyListMeta(m metav1.ListMeta) metav1.ListMeta { return *m.DeepCopy() }

// plain copies a value that has no pointers, lists or maps.
func plain[T any](v T) T { return v }
