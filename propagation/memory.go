package propagation

import (
	"maps"
	"slices"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
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

	// Evicted is when an object was evicted. It is not evicted from the same cluster again within ten seconds, see [template.Memory].
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

// memoryOf returns what is remembered about the templates of bindings, sorted by binding and cluster.
func memoryOf(all map[override.Ref]template.Memory) (m Memory) {
	for _, ref := range slices.SortedFunc(maps.Keys(all), content.CompareRefs) {
		m.Unhealthy = append(m.Unhealthy, seenIn(ref, all[ref].Unhealthy)...)
		m.Evicted = append(m.Evicted, seenIn(ref, all[ref].Evicted)...)
	}
	return m
}

func seenIn(binding override.Ref, at map[string]time.Time) (all []Seen) {
	for _, cluster := range slices.Sorted(maps.Keys(at)) {
		all = append(all, Seen{binding, cluster, at[cluster]})
	}
	return all
}
