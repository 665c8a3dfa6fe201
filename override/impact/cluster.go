package impact

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// cluster is a cluster before and after a change; nil where it does not exist.
type cluster struct {
	name          string
	before, after *selector.Cluster
	changed       bool // it exists on both sides, and its facts differ
}

// stays reports whether the cluster exists on both sides.
func (c *cluster) stays() bool { return c.before != nil && c.after != nil }

// matchClusters returns the clusters of both sides, by name.
func matchClusters(before, after []selector.Cluster) []cluster {
	byName := make(map[string]*cluster, len(before))
	at := func(name string) *cluster {
		if byName[name] == nil {
			byName[name] = &cluster{name: name}
		}
		return byName[name]
	}
	for i := range before {
		at(before[i].Name).before = &before[i]
	}
	for i := range after {
		at(after[i].Name).after = &after[i]
	}
	clusters := make([]cluster, 0, len(byName))
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		c := *byName[name]
		c.changed = c.stays() && !sameFacts(c.before, c.after)
		clusters = append(clusters, c)
	}
	return clusters
}

// sameFacts reports whether two clusters are equal. The order of zones is a fact, because a step may read it.
func sameFacts(a, b *selector.Cluster) bool {
	return a == b || a.Name == b.Name && a.Provider == b.Provider && a.Region == b.Region && maps.Equal(a.Labels, b.Labels) && slices.Equal(a.Zones, b.Zones)
}

// effect is how much a change of a cluster's facts matters to a policy.
type effect int

const (
	none  effect = iota
	reads        // the same rules match, and a step of them may read the cluster
	rules        // other rules match, or fail
)

// effectOf returns how much a change of a cluster's facts matters to a policy.
func effectOf(p *override.Policy, before, after *selector.Cluster) effect {
	found, spec := none, p.Spec()
	for i := range spec.Rules {
		condition := &spec.Rules[i].Clusters
		match := condition.Match(before)
		switch {
		case match != condition.Match(after), !sameFault(condition.Fault(before), condition.Fault(after)):
			return rules
		case match && p.Scope().Has(override.ScopeCluster):
			found = reads
		}
	}
	return found
}

// sameFault reports whether two faults are equal, or both nil.
func sameFault(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

// reaches reports whether a rule acts or fails in a cluster.
func reaches(r *override.Rule, c *selector.Cluster) bool {
	return r.Clusters.Match(c) || r.Clusters.Fault(c) != nil
}
