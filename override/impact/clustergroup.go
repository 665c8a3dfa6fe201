package impact

import (
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// ClusterGroup is a set of clusters that change together. No cluster is in two groups of one split:
//
//  1. [ByName] and [ByLabel] put each of the given clusters into a group. [Impact.ByPercent] and [Impact.OneOfEachRegion] do so with the
//     clusters in which the impact has pairs that are not removed, and leave out the others.
//  2. Requested groups may be empty. The number of a [Wave] counts them, so it does not depend on which groups are empty.
//  3. Clusters that are in no requested group follow as the group "others". It is never empty.
//  4. Among clusters with the same name, the last one counts.
type ClusterGroup struct {
	Name     string
	Clusters []string // sorted
}

// others is the name of the last group.
const others = "others"

// ByName returns the groups as given. The clusters that no group names follow as the group "others". It is an error if a group names a cluster
// that does not exist or that another group has, or if a group has the name "others".
func ByName(clusters []selector.Cluster, groups ...ClusterGroup) ([]ClusterGroup, error) {
	s := newSplit(clusters)
	for _, g := range groups {
		if g.Name == others {
			return nil, fmt.Errorf("group %q: the name is that of the clusters in no group", others)
		}
		for _, name := range g.Clusters {
			if _, exists := s.clusters[name]; !exists {
				return nil, fmt.Errorf("group %.200q: there is no cluster %.200q", g.Name, name)
			}
			if other, taken := s.group[name]; taken && other != len(s.groups) {
				return nil, fmt.Errorf("group %.200q: cluster %.200q is in group %.200q, too", g.Name, name, s.groups[other].Name)
			}
			s.group[name] = len(s.groups)
		}
		s.groups = append(s.groups, ClusterGroup{Name: g.Name})
	}
	return s.finish(), nil
}

// ByLabel returns a group for each value of a label: first the given values, in that order, then the other ones, sorted. The clusters without the
// label follow as the group "others".
func ByLabel(clusters []selector.Cluster, key string, values ...string) []ClusterGroup {
	s := newSplit(clusters)
	at := map[string]int{}
	for _, c := range s.clusters {
		if value, has := c.Labels[key]; has && !slices.Contains(values, value) {
			at[value] = 0
		}
	}
	found := slices.Sorted(maps.Keys(at))
	clear(at)
	for _, value := range slices.Concat(values, found) {
		if _, repeated := at[value]; repeated {
			continue
		}
		at[value] = len(s.groups)
		s.groups = append(s.groups, ClusterGroup{Name: key + "=" + value})
	}
	for name, c := range s.clusters {
		if value, has := c.Labels[key]; has {
			s.group[name] = at[value]
		}
	}
	return s.finish()
}

// ByPercent returns groups with shares of the clusters in which the impact has pairs, by name: 5, 20 is first 5 percent, then 20 more, then
// the others. With n clusters and p percent in the groups up to here, these have n*p/100 clusters together, rounded up. So a group may have no
// cluster. Each share must be from 1 to 100, and the sum at most 100.
func (i *Impact) ByPercent(shares ...int) ([]ClusterGroup, error) {
	clusters := i.withPairs()
	s := newSplit(clusters)
	sum, done := 0, 0
	for _, share := range shares {
		if share < 1 || share > 100 {
			return nil, fmt.Errorf("a share of %d percent, expected 1 to 100", share)
		}
		if sum += share; sum > 100 {
			return nil, fmt.Errorf("the shares are %d percent or more, expected at most 100", sum)
		}
		for end := (len(clusters)*sum + 99) / 100; done < end; done++ {
			s.group[clusters[done].Name] = len(s.groups)
		}
		s.groups = append(s.groups, ClusterGroup{Name: fmt.Sprintf("up to %d%%", sum)})
	}
	return s.finish(), nil
}

// OneOfEachRegion returns the first cluster of each region in which the impact has pairs, by name, and then the others with pairs. The clusters
// have the regions. Those without a region, or without facts, count as one region.
func (i *Impact) OneOfEachRegion(clusters []selector.Cluster) []ClusterGroup {
	s := newSplit(i.withPairs())
	facts := newSplit(clusters).clusters
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.clusters)) {
		region := ""
		if c := facts[name]; c != nil {
			region = c.Region
		}
		if !seen[region] {
			seen[region], s.group[name] = true, 0
		}
	}
	s.groups = []ClusterGroup{{Name: "one of each region"}}
	return s.finish()
}

// withPairs returns the names of the clusters in which the impact has pairs that are not removed, sorted.
func (i *Impact) withPairs() []selector.Cluster {
	var all []selector.Cluster
	for _, c := range i.Clusters {
		if c.Pairs > c.Removed {
			all = append(all, selector.Cluster{Name: c.Name})
		}
	}
	return all
}

// split assigns clusters to groups.
type split struct {
	clusters map[string]*selector.Cluster
	groups   []ClusterGroup
	group    map[string]int // by cluster
}

func newSplit(clusters []selector.Cluster) *split {
	s := &split{clusters: make(map[string]*selector.Cluster, len(clusters)), group: map[string]int{}}
	for i := range clusters {
		s.clusters[clusters[i].Name] = &clusters[i]
	}
	return s
}

// finish fills the groups, and adds the group "others".
func (s *split) finish() []ClusterGroup {
	rest := ClusterGroup{Name: others}
	for _, name := range slices.Sorted(maps.Keys(s.clusters)) {
		into := &rest
		if at, grouped := s.group[name]; grouped {
			into = &s.groups[at]
		}
		into.Clusters = append(into.Clusters, name)
	}
	if len(rest.Clusters) > 0 {
		s.groups = append(s.groups, rest)
	}
	return s.groups
}
