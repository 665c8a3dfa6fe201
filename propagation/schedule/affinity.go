package schedule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Matches reports whether an affinity matches a cluster. A nil affinity matches every cluster, one with an invalid selector matches none. Matches
// compiles the affinity each time; for many clusters call selector.NewClusters(a.Selector()) once.
func Matches(a *api.ClusterAffinity, c *api.Cluster) bool {
	compiled := compile(a)
	if c == nil {
		return compiled.Match(nil)
	}
	facts := c.Facts()
	return compiled.Match(&facts)
}

// compile ignores the error: an invalid affinity matches no cluster, as in Karmada.
func compile(a *api.ClusterAffinity) selector.Clusters {
	compiled, _ := selector.NewClusters(a.Selector())
	return compiled
}

// term is a compiled affinity with its overflow affinities. A run may choose the clusters that one of them matches.
type term struct {
	own      selector.Clusters
	overflow []selector.Clusters
	tiered   bool // replicas are divided tier by tier, even if there is only one
}

// newTerm compiles the clusterAffinity of a placement or, if it has none, one of its clusterAffinities. With neither, the term matches every
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

// termOf returns the first term with a name, or nil.
func termOf(p *api.Placement, name string) *api.ClusterAffinityTerm {
	for i := range p.ClusterAffinities {
		if p.ClusterAffinities[i].AffinityName == name {
			return &p.ClusterAffinities[i]
		}
	}
	return nil
}

// reached is a candidate that a term matches: its index, and its tier, which is 0 for the affinity itself and i+1 for overflow affinity i.
type reached struct{ at, tier int }

// reach returns the candidates that match, sorted by index, each with its first tier. Only workloads overflow.
func (p *term) reach(index *selector.ClusterIndex, workload bool) []reached {
	if index == nil { // without clusters
		return nil
	}
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

// key returns a string that is equal for two terms if and only if they have the same selectors.
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
