package propagation

import (
	"cmp"
	"slices"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// FailoverOptions configures which failures evict objects. They need [PlanOptions].Now.
type FailoverOptions struct {
	// Taints are the flags of the taint manager. It also needs the feature gate Failover.
	Taints eviction.TaintOptions

	// Memory is that of the last plan, see [Plan].Memory. Without it the times of all unhealthy applications begin now.
	Memory Memory
}

// Memory is what the controllers of failover remember between two plans. Karmada keeps it in memory only, and loses it with a restart.
type Memory struct {
	Unhealthy []Seen `json:"unhealthy,omitempty"` // since when an object is unhealthy in a cluster

	// Evicted is when taints have evicted an object. They do so again after ten seconds, when Karmada looks at the cluster again.
	Evicted []Seen `json:"evicted,omitempty"`
}

// Seen is the time of something in a cluster.
type Seen struct {
	Binding override.Ref `json:"binding"`
	Cluster string       `json:"cluster"`
	At      time.Time    `json:"at"`
}

// seen is a list of Seen by binding and cluster.
type seen map[override.Ref]map[string]time.Time

func newSeen(list []Seen) seen {
	all := seen{}
	for _, s := range list {
		all.put(s.Binding, s.Cluster, s.At)
	}
	return all
}

func (s seen) put(binding override.Ref, cluster string, at time.Time) {
	if s[binding] == nil {
		s[binding] = map[string]time.Time{}
	}
	s[binding][cluster] = at
}

// list returns the times sorted by binding and cluster.
func (s seen) list() (all []Seen) {
	for binding, clusters := range s {
		for cluster, at := range clusters {
			all = append(all, Seen{binding, cluster, at})
		}
	}
	slices.SortFunc(all, func(a, b Seen) int {
		return cmp.Or(content.CompareRefs(a.Binding, b.Binding), cmp.Compare(a.Cluster, b.Cluster))
	})
	return all
}
