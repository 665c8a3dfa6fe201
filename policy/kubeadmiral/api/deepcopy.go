package api

import (
	"maps"
	"slices"

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

func (c FederatedCluster) deepCopy() FederatedCluster {
	c.ObjectMeta = *c.ObjectMeta.DeepCopy()
	return c
}

func (s OverrideSpec) deepCopy() OverrideSpec {
	return OverrideSpec{dialect.CopyEach(s.OverrideRules, func(r OverrideRule) OverrideRule {
		return OverrideRule{dialect.CopyTo(r.TargetClusters, TargetClusters.deepCopy), dialect.CopyTo(r.Overriders, Overriders.deepCopy)}
	})}
}

func (t TargetClusters) deepCopy() TargetClusters {
	requirement := func(r ClusterSelectorRequirement) ClusterSelectorRequirement {
		r.Values = slices.Clone(r.Values)
		return r
	}
	t.Clusters, t.ClusterSelector = slices.Clone(t.Clusters), maps.Clone(t.ClusterSelector)
	t.ClusterAffinity = dialect.CopyEach(t.ClusterAffinity, func(t ClusterSelectorTerm) ClusterSelectorTerm {
		return ClusterSelectorTerm{dialect.CopyEach(t.MatchExpressions, requirement), dialect.CopyEach(t.MatchFields, requirement)}
	})
	return t
}

func (o Overriders) deepCopy() Overriders {
	o.Image = dialect.CopyEach(o.Image, func(i ImageOverrider) ImageOverrider {
		i.ContainerNames, i.Operations = slices.Clone(i.ContainerNames), slices.Clone(i.Operations)
		return i
	})
	entrypoint := func(e EntrypointOverrider) EntrypointOverrider {
		e.Value = slices.Clone(e.Value)
		return e
	}
	o.Command, o.Args = dialect.CopyEach(o.Command, entrypoint), dialect.CopyEach(o.Args, entrypoint)
	o.Envs = dialect.CopyEach(o.Envs, func(e EnvOverrider) EnvOverrider {
		e.Value = dialect.CopyEach(e.Value, JSON.DeepCopy)
		return e
	})
	stringMap := func(m StringMapOverrider) StringMapOverrider {
		m.Value = maps.Clone(m.Value)
		return m
	}
	o.Annotations, o.Labels = dialect.CopyEach(o.Annotations, stringMap), dialect.CopyEach(o.Labels, stringMap)
	o.JSONPatch = dialect.CopyEach(o.JSONPatch, func(p JSONPatchOverrider) JSONPatchOverrider {
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
func (c *FederatedCluster) DeepCopy() *FederatedCluster {
	return dialect.CopyTo(c, FederatedCluster.deepCopy)
}

// DeepCopy returns a copy that shares nothing, and nil for nil.
func (s *OverrideSpec) DeepCopy() *OverrideSpec { return dialect.CopyTo(s, OverrideSpec.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (p *OverridePolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (p *ClusterOverridePolicy) DeepCopyObject() runtime.Object { return dialect.Object(p.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (c *FederatedCluster) DeepCopyObject() runtime.Object { return dialect.Object(c.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *OverridePolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &OverridePolicyList{l.TypeMeta, *l.ListMeta.DeepCopy(), dialect.CopyEach(l.Items, OverridePolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *ClusterOverridePolicyList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &ClusterOverridePolicyList{l.TypeMeta, *l.ListMeta.DeepCopy(), dialect.CopyEach(l.Items, ClusterOverridePolicy.deepCopy)}
}

// DeepCopyObject implements [runtime.Object].
func (l *FederatedClusterList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &FederatedClusterList{l.TypeMeta, *l.ListMeta.DeepCopy(), dialect.CopyEach(l.Items, FederatedCluster.deepCopy)}
}
