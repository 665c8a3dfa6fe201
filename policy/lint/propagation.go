package lint

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/selector"
)

// propagationSubjects returns the propagation policies of the bundle, with what is found about them.
func (c *checker) propagationSubjects() (all []*subject) {
	known := make(map[string]*selector.Cluster, len(c.options.Clusters))
	for i := range c.options.Clusters {
		known[c.options.Clusters[i].Name] = &c.options.Clusters[i]
	}
	for _, p := range c.bundle.Propagation {
		if p == nil {
			continue
		}
		s := &subject{ref: p.Ref(), annotations: p.GetAnnotations(), excused: map[Code]bool{}, found: map[foundAt]bool{}, counts: map[Code]int{}}
		s.checkPropagation(p)
		if len(known) > 0 {
			c.checkNames(s, &rule{named: placed(&p.PropagationSpec().Placement)}, known)
		}
		s.checkFailover(p.PropagationSpec())
		if f := p.PropagationSpec().Failover; f != nil && f.Cluster != nil && len(known) > 0 && !c.evicts() {
			s.report(NothingEvicts, jsontree.Pointer{"spec", "failover", "cluster"}, nil,
				"no cluster and no ClusterTaintPolicy has a taint with the effect NoExecute, so a cluster that fails keeps its objects")
		}
		all = append(all, s)
	}
	return all
}

// checkPropagation reports what an API server with Karmada's admission refuses. Both set their defaults first.
func (s *subject) checkPropagation(p api.PropagationSource) {
	report := func(faults field.ErrorList) {
		for _, fault := range faults {
			s.findings = append(s.findings, newFinding(Invalid, s.ref, fault.Field, nil, "%s", fault.ErrorBody()))
		}
	}
	report(validation.ValidatePropagationEnums(p))
	p = validation.DefaultPropagation(p, nil) // a copy
	defaultFailover(p.PropagationSpec().Failover)
	report(validation.ValidatePropagation(validation.DefaultPropagation(p, nil)))
}

// defaultFailover sets the defaults of the CustomResourceDefinitions without which admission refuses a failover.
func defaultFailover(f *api.FailoverBehavior) {
	if f == nil || f.Application == nil {
		return
	}
	if a := f.Application; a.PurgeMode == "" {
		a.PurgeMode = api.PurgeGracefully
	}
	if c := &f.Application.DecisionConditions; c.TolerationSeconds == nil {
		seconds := int32(300)
		c.TolerationSeconds = &seconds
	}
}

// placed returns the names of clusters in a placement.
func placed(p *api.Placement) (names []written) {
	add := func(at jsontree.Pointer, a *api.ClusterAffinity) {
		names = append(names, texts(at.Child("clusterNames"), a.ClusterNames)...)
		names = append(names, texts(at.Child("exclude"), a.ExcludeClusters)...)
	}
	at := specPointer.Child("placement")
	if p.ClusterAffinity != nil {
		add(at.Child("clusterAffinity"), p.ClusterAffinity)
	}
	for i := range p.ClusterAffinities {
		term, at := &p.ClusterAffinities[i], at.Child("clusterAffinities").Index(i)
		add(at, &term.ClusterAffinity)
		for j := range term.OverflowAffinities {
			add(at.Child("overflowAffinities").Index(j), &term.OverflowAffinities[j].ClusterAffinity)
		}
	}
	if r := p.ReplicaScheduling; r != nil && r.WeightPreference != nil {
		for i := range r.WeightPreference.StaticWeightList {
			add(at.Child("replicaScheduling", "weightPreference", "staticWeightList").Index(i).Child("targetCluster"), &r.WeightPreference.StaticWeightList[i].TargetCluster)
		}
	}
	return names
}
