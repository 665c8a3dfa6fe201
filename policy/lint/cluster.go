package lint

import (
	"encoding/json"
	"fmt"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// checkClusters compares the rules of all policies with the clusters. Each distinct selector is matched once, with an index.
func (c *checker) checkClusters() {
	if len(c.options.Clusters) == 0 {
		return
	}
	known := make(map[string]*selector.Cluster, len(c.options.Clusters))
	all := make([]*selector.Cluster, len(c.options.Clusters))
	for i := range c.options.Clusters {
		all[i] = &c.options.Clusters[i]
		if known[all[i].Name] == nil {
			known[all[i].Name] = all[i]
		}
	}
	index := selector.NewClusterIndex(all)
	reached := map[string]bool{}
	for _, s := range c.subjects {
		for i := range s.rules {
			r := &s.rules[i]
			c.checkNames(s, r, known)
			clusters, err := selector.NewClusters(r.clusters)
			if err != nil || !hasKnownName(clusters, known) {
				continue // it is already reported
			}
			if at := pathOf(r.at); s.broken[at+".targetCluster"] || s.broken[at+".targetClusters"] {
				continue // it is a consequence
			}
			key := clusters.Key()
			if _, done := reached[key]; !done {
				reached[key] = len(index.Match(clusters)) > 0
			}
			if !reached[key] {
				reason := ""
				if !s.isFull(UnreachedRule) {
					if reason = c.unknownValue(&r.clusters, all); reason == "" {
						reason = ": " + why(clusters, known, all[0])
					}
				}
				s.report(UnreachedRule, r.at, nil, "no cluster is selected (%d checked)%s", len(all), reason)
			}
		}
	}
}

// checkNames reports the names of clusters that do not exist.
func (c *checker) checkNames(s *subject, r *rule, known map[string]*selector.Cluster) {
	for _, name := range r.named {
		if known[name.text] != nil {
			continue
		}
		var meant string
		var fix json.RawMessage
		if !s.isFull(UnknownCluster) {
			meant = nearest(&c.spelling, name.text, known)
		}
		if meant != "" {
			fix = fixOf(replace(name.at, meant))
		}
		s.report(UnknownCluster, name.at, fix, "there is no cluster %s%s", quote(name.text), didYouMean(meant))
	}
}

// hasKnownName reports whether a selector names no clusters, or at least one that exists.
func hasKnownName(clusters selector.Clusters, known map[string]*selector.Cluster) bool {
	wanted, only := clusters.Named()
	for _, name := range wanted {
		if known[name] != nil {
			return true
		}
	}
	return !only
}

// why explains why a selector does not match: for the first cluster that it names, or else for other.
func why(clusters selector.Clusters, known map[string]*selector.Cluster, other *selector.Cluster) string {
	cluster := other
	if wanted, _ := clusters.Named(); len(wanted) > 0 && known[wanted[0]] != nil {
		cluster = known[wanted[0]]
	}
	return fmt.Sprintf("%s: %s", words.Clip(cluster.Name, maxQuoted), clusters.Why(cluster))
}
