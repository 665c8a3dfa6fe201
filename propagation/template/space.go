package template

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// dropUnmade removes the Works that cannot be made, and returns their clusters, sorted. Karmada deletes the execution namespace of a cluster that is being
// deleted first. So a Work in it can only be made again if it is stored, or if the namespace still exists.
func (c *Control) dropUnmade(works *[]work.Prepared, stored func(override.Ref) *api.Work) (without []string) {
	*works = slices.DeleteFunc(*works, func(w work.Prepared) bool {
		cluster := c.Clusters.Get(w.Cluster())
		if cluster == nil || cluster.DeletionTimestamp == nil || c.Spaces[cluster.Name] || stored(w.Ref()) != nil {
			return false
		}
		without = append(without, cluster.Name)
		return true
	})
	slices.Sort(without)
	return without
}

// unmadeWarnings returns the warning about clusters without an execution namespace.
func unmadeWarnings(clusters []string) []string {
	if len(clusters) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("no Work can be made in %s: the cluster is being deleted, and its execution namespace is gone", content.ClipList(clusters))}
}
