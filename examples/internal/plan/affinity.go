package plan

import (
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// noAffinity is the reason of a rejection by the affinity of a placement, in Karmada's words, which do not say what did not match.
const noAffinity = "cluster(s) did not match the placement cluster affinity constraint"

// maxTerms limits the names and values of an affinity whose reasons are printed, because each cluster has such a reason.
const maxTerms = 10

// affinities has the affinities of propagation policies.
type affinities struct {
	of       map[override.Ref][]affinity
	clusters map[string]*selector.Cluster
}

// affinity is a clusterAffinity, or one of the clusterAffinities, whose name it has.
type affinity struct {
	name     string
	clusters selector.Clusters
}

func newAffinities(bundle *input.Bundle) affinities {
	a := affinities{map[override.Ref][]affinity{}, map[string]*selector.Cluster{}}
	for i := range bundle.Clusters {
		a.clusters[bundle.Clusters[i].Name] = &bundle.Clusters[i]
	}
	for _, p := range bundle.Propagation {
		placement := &p.PropagationSpec().Placement
		add := func(name string, given *api.ClusterAffinity) {
			if compiled, err := selector.NewClusters(given.Selector()); err == nil && terms(given) <= maxTerms {
				a.of[p.Ref()] = append(a.of[p.Ref()], affinity{name, compiled})
			}
		}
		if placement.ClusterAffinity != nil {
			add("", placement.ClusterAffinity)
			continue
		}
		if len(placement.ClusterAffinities) > maxTerms {
			continue
		}
		for i := range placement.ClusterAffinities {
			term := &placement.ClusterAffinities[i]
			add(term.AffinityName, &term.ClusterAffinity)
		}
	}
	return a
}

// terms returns the number of names and values in an affinity.
func terms(a *api.ClusterAffinity) int {
	n := len(a.ClusterNames) + len(a.ExcludeClusters)
	if a.LabelSelector != nil {
		n += len(a.LabelSelector.MatchLabels)
		for _, e := range a.LabelSelector.MatchExpressions {
			n += 1 + len(e.Values)
		}
	}
	if a.FieldSelector != nil {
		for _, e := range a.FieldSelector.MatchExpressions {
			n += 1 + len(e.Values)
		}
	}
	return n
}

// explained returns the reasons against a cluster. That of the affinity also has what did not match.
func (a affinities) explained(policy override.Ref, cluster string, reasons []string) string {
	text := strings.Join(reasons, "; ")
	facts := a.clusters[cluster]
	if facts == nil || !strings.Contains(text, noAffinity) {
		return text
	}
	var all []string
	for _, term := range a.of[policy] {
		why := term.clusters.Why(facts)
		switch {
		case why == "":
		case term.name != "":
			all = append(all, "affinity "+term.name+": "+why)
		default:
			all = append(all, why)
		}
	}
	if len(all) == 0 {
		return text
	}
	return strings.Replace(text, noAffinity, noAffinity+" ("+cli.Cut(strings.Join(all, "; "))+")", 1)
}
