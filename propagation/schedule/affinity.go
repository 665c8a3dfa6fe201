package schedule

import (
	"math"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/selector"
)

// Matches tells whether an affinity takes a cluster; nil takes every one, and one with an invalid selector takes none. It compiles the affinity:
// for many clusters use selector.NewClusters(a.Selector()) once, of which this is a short form.
func Matches(a *karmada.ClusterAffinity, c *karmada.Cluster) bool {
	compiled := compile(a)
	if c == nil {
		return compiled.Match(nil)
	}
	facts := c.Facts()
	return compiled.Match(&facts)
}

// compile leaves out the error: an invalid affinity takes no cluster, as in Karmada.
func compile(a *karmada.ClusterAffinity) selector.Clusters {
	compiled, _ := selector.NewClusters(a.Selector())
	return compiled
}

// place is which clusters a run may choose: those of an affinity, and behind them, tier after tier, those of its overflow affinities.
type place struct {
	own      selector.Clusters
	overflow []selector.Clusters
	tiered   bool // replicas go to tier after tier, even if there is but one
}

// noTier is the tier of what no affinity takes; it comes after all others.
const noTier = math.MaxInt

// newPlace has the clusterAffinity of a placement, if there is one, and else a term of its clusterAffinities. With neither, it takes every
// cluster.
func newPlace(p *karmada.Placement, term *karmada.ClusterAffinityTerm) place {
	if p.ClusterAffinity != nil || term == nil {
		return place{own: compile(p.ClusterAffinity)}
	}
	out := place{own: compile(&term.ClusterAffinity), tiered: term.OverflowAffinities != nil}
	for i := range term.OverflowAffinities {
		out.overflow = append(out.overflow, compile(&term.OverflowAffinities[i].ClusterAffinity))
	}
	return out
}

// termOf is the first term of a name.
func termOf(p *karmada.Placement, name string) *karmada.ClusterAffinityTerm {
	for i := range p.ClusterAffinities {
		if p.ClusterAffinities[i].AffinityName == name {
			return &p.ClusterAffinities[i]
		}
	}
	return nil
}

// takes tells whether a cluster may be chosen. Only workloads overflow.
func (p *place) takes(c *selector.Cluster, workload bool) bool {
	tier := p.tier(c)
	return tier == 0 || workload && tier < noTier
}

// tier is 0 for the affinity itself, i+1 for the overflow affinity i, and noTier for what none takes.
func (p *place) tier(c *selector.Cluster) int {
	if p.own.Match(c) {
		return 0
	}
	for i := range p.overflow {
		if p.overflow[i].Match(c) {
			return i + 1
		}
	}
	return noTier
}
