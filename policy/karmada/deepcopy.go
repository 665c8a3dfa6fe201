package karmada

import (
	"bytes"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// copyEach is a list of deep copies; nil stays nil.
func copyEach[T any](list []T, deep func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = deep(out[i])
	}
	return out
}

// copyTo is a pointer to a deep copy; nil stays nil.
func copyTo[T any](p *T, deep func(T) T) *T {
	if p == nil {
		return nil
	}
	c := deep(*p)
	return &c
}

func (p OverridePolicy) deepCopy() OverridePolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (p ClusterOverridePolicy) deepCopy() ClusterOverridePolicy {
	p.ObjectMeta, p.Spec = *p.ObjectMeta.DeepCopy(), p.Spec.deepCopy()
	return p
}

func (c Cluster) deepCopy() Cluster {
	c.ObjectMeta, c.Spec.Zones = *c.ObjectMeta.DeepCopy(), slices.Clone(c.Spec.Zones)
	return c
}

func (s OverrideSpec) deepCopy() OverrideSpec {
	s.ResourceSelectors = copyEach(s.ResourceSelectors, func(r ResourceSelector) ResourceSelector {
		r.LabelSelector = r.LabelSelector.DeepCopy()
		return r
	})
	s.OverrideRules = copyEach(s.OverrideRules, func(r RuleWithCluster) RuleWithCluster {
		return RuleWithCluster{copyTo(r.TargetCluster, ClusterAffinity.deepCopy), r.Overriders.deepCopy()}
	})
	s.TargetCluster, s.Overriders = copyTo(s.TargetCluster, ClusterAffinity.deepCopy), s.Overriders.deepCopy()
	return s
}

func (a ClusterAffinity) deepCopy() ClusterAffinity {
	a.LabelSelector = a.LabelSelector.DeepCopy()
	a.FieldSelector = copyTo(a.FieldSelector, func(f FieldSelector) FieldSelector {
		return FieldSelector{copyEach(f.MatchExpressions, func(r NodeSelectorRequirement) NodeSelectorRequirement {
			r.Values = slices.Clone(r.Values)
			return r
		})}
	})
	a.ClusterNames, a.ExcludeClusters = slices.Clone(a.ClusterNames), slices.Clone(a.ExcludeClusters)
	return a
}

func (o Overriders) deepCopy() Overriders {
	o.ImageOverrider = copyEach(o.ImageOverrider, func(i ImageOverrider) ImageOverrider {
		i.Predicate = copyTo(i.Predicate, func(p ImagePredicate) ImagePredicate { return p })
		return i
	})
	copyValues := func(c CommandArgsOverrider) CommandArgsOverrider {
		c.Value = slices.Clone(c.Value)
		return c
	}
	o.CommandOverrider, o.ArgsOverrider = copyEach(o.CommandOverrider, copyValues), copyEach(o.ArgsOverrider, copyValues)
	copyOperation := func(op JSONPatchOperation) JSONPatchOperation {
		op.Value.Raw = bytes.Clone(op.Value.Raw)
		return op
	}
	o.FieldOverrider = copyEach(o.FieldOverrider, func(f FieldOverrider) FieldOverrider {
		f.JSON, f.YAML = copyEach(f.JSON, copyOperation), copyEach(f.YAML, copyOperation)
		return f
	})
	copyValue := func(l LabelAnnotationOverrider) LabelAnnotationOverrider {
		l.Value = maps.Clone(l.Value)
		return l
	}
	o.LabelsOverrider, o.AnnotationsOverrider = copyEach(o.LabelsOverrider, copyValue), copyEach(o.AnnotationsOverrider, copyValue)
	o.Plaintext = copyEach(o.Plaintext, func(p PlaintextOverrider) PlaintextOverrider {
		p.Value.Raw = bytes.Clone(p.Value.Raw)
		return p
	})
	return o
}

// DeepCopy is a copy that shares nothing; a nil pointer stays nil.
func (p *OverridePolicy) DeepCopy() *OverridePolicy { return copyTo(p, OverridePolicy.deepCopy) }

// DeepCopy is a copy that shares nothing; a nil pointer stays nil.
func (p *ClusterOverridePolicy) DeepCopy() *ClusterOverridePolicy {
	return copyTo(p, ClusterOverridePolicy.deepCopy)
}

// DeepCopy is a copy that shares nothing; a nil pointer stays nil.
func (c *Cluster) DeepCopy() *Cluster { return copyTo(c, Cluster.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (p *OverridePolicy) DeepCopyObject() runtime.Object { return p.DeepCopy() }

// DeepCopyObject implements [runtime.Object].
func (p *ClusterOverridePolicy) DeepCopyObject() runtime.Object { return p.DeepCopy() }

// DeepCopyObject implements [runtime.Object].
func (c *Cluster) DeepCopyObject() runtime.Object { return c.DeepCopy() }

// DeepCopyObject implements [runtime.Object].
func (l *OverridePolicyList) DeepCopyObject() runtime.Object {
	return &OverridePolicyList{l.TypeMeta, copyListMeta(l.ListMeta), copyEach(l.Items, OverridePolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterOverridePolicyList) DeepCopyObject() runtime.Object {
	return &ClusterOverridePolicyList{l.TypeMeta, copyListMeta(l.ListMeta), copyEach(l.Items, ClusterOverridePolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterList) DeepCopyObject() runtime.Object {
	return &ClusterList{l.TypeMeta, copyListMeta(l.ListMeta), copyEach(l.Items, Cluster.deepCopy)}
}

func copyListMeta(m metav1.ListMeta) metav1.ListMeta { return *m.DeepCopy() }
