package lint

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// clusterValues has the values that clusters have, by the name of the fact: "label KEY", "provider", "region" and "zone". The values of a fact
// are collected when they are needed first.
type clusterValues map[string]map[string]bool

// maxFacts limits the facts whose values are collected, because each takes all clusters.
const maxFacts = 100

// of returns the values of a fact, or nil if there are too many facts. A value is not empty.
func (known clusterValues) of(fact string, clusters []*selector.Cluster, values func(*selector.Cluster) []string) map[string]bool {
	if known[fact] == nil {
		if len(known) == maxFacts {
			return nil
		}
		known[fact] = map[string]bool{}
		for _, c := range clusters {
			for _, value := range values(c) {
				known[fact][value] = true
			}
		}
		delete(known[fact], "")
	}
	return known[fact]
}

// unknownValue explains why a selector selects no cluster, if it wants a value that no cluster has: with the nearest value, if there is one. Otherwise it
// returns "". Conditions inside terms are not compared.
func (c *checker) unknownValue(s *selector.ClusterSelector, clusters []*selector.Cluster) string {
	explain := func(fact string, wanted []string, values func(*selector.Cluster) []string) string {
		known := c.values.of(fact, clusters, values)
		if known == nil || len(wanted) == 0 || slices.ContainsFunc(wanted, func(value string) bool { return known[value] }) {
			return ""
		}
		for _, value := range wanted[:min(len(wanted), 5)] {
			if meant := nearest(&c.spelling, value, known); meant != "" {
				return ": none has the " + fact + " " + quote(value) + didYouMean(meant)
			}
		}
		return ": none has the " + fact + " " + quote(wanted[0])
	}
	label := func(key string, wanted ...string) string {
		return explain("label "+words.Clip(key, maxQuoted), wanted, func(c *selector.Cluster) []string { return []string{c.Labels[key]} })
	}
	if l := s.LabelSelector; l != nil {
		for _, key := range slices.Sorted(maps.Keys(l.MatchLabels)) {
			if why := label(key, l.MatchLabels[key]); l.MatchLabels[key] != "" && why != "" {
				return why
			}
		}
		for _, r := range l.MatchExpressions {
			if r.Operator != "In" || slices.Contains(r.Values, "") {
				continue
			}
			if why := label(r.Key, r.Values...); why != "" {
				return why
			}
		}
	}
	for _, f := range s.Fields {
		values := fieldValues[f.Key]
		if values == nil || f.Operator != "In" {
			continue
		}
		if why := explain(f.Key, f.Values, values); why != "" {
			return why
		}
	}
	return ""
}

// fieldValues reads the fields of clusters.
var fieldValues = map[string]func(*selector.Cluster) []string{
	"provider": func(c *selector.Cluster) []string { return []string{c.Provider} },
	"region":   func(c *selector.Cluster) []string { return []string{c.Region} },
	"zone":     func(c *selector.Cluster) []string { return c.Zones },
}
