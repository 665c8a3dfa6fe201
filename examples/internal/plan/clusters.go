package plan

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// unknownClusters returns a message for each name in a placement that is not the name of a cluster.
func unknownClusters(bundle *input.Bundle) []problem {
	if len(bundle.ClusterObjects) == 0 {
		return nil
	}
	names := clusterNames(bundle)
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = true
	}
	var problems []problem
	check := func(policy override.Ref, at string, list []string) {
		for i, name := range list {
			switch {
			case known[name]:
			case len(problems) < most:
				problems = append(problems, problem{policy, fmt.Sprintf("spec.placement.%s[%d]", at, i), fmt.Sprintf("there is no cluster %q%s", name, didYouMean(name, names))})
			default:
				problems = append(problems, problem{}) // only counted
			}
		}
	}
	for _, p := range bundle.Propagation {
		eachAffinity(&p.PropagationSpec().Placement, func(at string, a *api.ClusterAffinity) {
			check(p.Ref(), at+".clusterNames", a.ClusterNames)
			check(p.Ref(), at+".exclude", a.ExcludeClusters)
		})
	}
	return problems
}

// didYouMean proposes the name of a cluster, unless only the number after the name differs: member2 is hardly a misspelt member1.
func didYouMean(name string, names []string) string {
	const digits = "0123456789"
	if strings.TrimRight(input.Nearest(name, names), digits) == strings.TrimRight(name, digits) {
		return ""
	}
	return input.DidYouMean(name, names)
}

// eachAffinity calls visit for each affinity of a placement, with its path.
func eachAffinity(p *api.Placement, visit func(at string, a *api.ClusterAffinity)) {
	if p.ClusterAffinity != nil {
		visit("clusterAffinity", p.ClusterAffinity)
	}
	for i := range p.ClusterAffinities {
		term := &p.ClusterAffinities[i]
		at := fmt.Sprintf("clusterAffinities[%d]", i)
		visit(at, &term.ClusterAffinity)
		for j := range term.OverflowAffinities {
			visit(fmt.Sprintf("%s.overflowAffinities[%d]", at, j), &term.OverflowAffinities[j].ClusterAffinity)
		}
	}
	if s := p.ReplicaScheduling; s != nil && s.WeightPreference != nil {
		for i := range s.WeightPreference.StaticWeightList {
			visit(fmt.Sprintf("replicaScheduling.weightPreference.staticWeightList[%d].targetCluster", i), &s.WeightPreference.StaticWeightList[i].TargetCluster)
		}
	}
}
