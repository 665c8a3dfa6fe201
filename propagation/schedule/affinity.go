package schedule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Matches tells whether an affinity takes a cluster; nil takes every one, and one with an invalid selector takes none. It compiles the affinity:
// for many clusters use selector.NewClusters(a.Selector()) once, of which this is a short form.
func Matches(a *api.ClusterAffinity, c *api.Cluster) bool {
	compiled := compile(a)
	if c == nil {
		return compiled.Match(nil)
	}
	facts := c.Facts()
	return compiled.Match(&facts)
}

// compile leaves out the error: an invalid affinity takes no cluster, as in Karmada.
func compile(a *api.ClusterAffinity) selector.Clusters {
	compiled, _ := selector.NewClusters(a.Selector())
	return compiled
}

// place is which clusters a run may choose: those of an affinity, and behind them, tier after tier, those of its overflow affinities.
type term struct {
	own      selector.Clusters
	overflow []selector.Clusters
	tiered   bool // replicas go to tier after tier, even if there is but one
}

// newTerm has the clusterAffinity of a placement, if there is one, and else a term of its clusterAffinities. With neither, it takes every
// cluster.
func newTerm(p *api.Placement, of *api.ClusterAffinityTerm) term {
	if p.ClusterAffinity != nil || of == nil {
		return term{own: compile(p.ClusterAffinity)}
	}
	out := term{own: compile(&of.ClusterAffinity), tiered: of.OverflowAffinities != nil}
	for i := range of.OverflowAffinities {
		out.overflow = append(out.overflow, compile(&of.OverflowAffinities[i].ClusterAffinity))
	}
	return out
}

// termOf is the first term of a name.
func termOf(p *api.Placement, name string) *api.ClusterAffinityTerm {
	for i := range p.ClusterAffinities {
		if p.ClusterAffinities[i].AffinityName == name {
			return &p.ClusterAffinities[i]
		}
	}
	return nil
}

// reached is a candidate that an affinity takes: its number, and the tier, which is 0 for the affinity itself and i+1 for the overflow
// affinity i.
type reached struct{ at, tier int }

// reach lists the candidates that may be chosen, in order, each with the first tier that takes it. Only workloads overflow.
func (p *term) reach(index *selector.ClusterIndex, workload bool) []reached {
	own := index.Match(p.own)
	taken := make([]reached, len(own))
	for i, at := range own {
		taken[i].at = at
	}
	if !workload || len(p.overflow) == 0 {
		return taken
	}
	known := make(map[int]bool, len(own))
	for _, at := range own {
		known[at] = true
	}
	for i := range p.overflow {
		for _, at := range index.Match(p.overflow[i]) {
			if !known[at] {
				known[at] = true
				taken = append(taken, reached{at, i + 1})
			}
		}
	}
	slices.SortFunc(taken, func(a, b reached) int { return cmp.Compare(a.at, b.at) })
	return taken
}

// key is the same for two places exactly if they take the same clusters for the same reasons.
func (p *term) key() string {
	keys := []string{p.own.Key()}
	if p.tiered {
		keys = append(keys, "")
	}
	for i := range p.overflow {
		keys = append(keys, p.overflow[i].Key())
	}
	return strings.Join(keys, "+")
}
