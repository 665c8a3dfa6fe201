package schedule

import (
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Options configures a scheduler. The zero value schedules as Karmada does. Each of the last four options replaces a behavior of Karmada that
// surprises its users. It changes where bindings go, so a Karmada that schedules the same bindings would move them back.
type Options struct {
	// EmptyWorkloads: chosen clusters get a workload even if they get no replicas of it.
	EmptyWorkloads bool
	// Capacity returns how many more replicas fit into a cluster. Nil: [Estimate]. It is called once for each cluster that passes the filters.
	Capacity CapacityFunc
	// SchedulerName is the name of this scheduler, see [Accepted]. Empty: default-scheduler.
	SchedulerName string

	// UnboundedGroups: a spread constraint without a maximum (maxGroups 0) has no upper bound, and a minimum of at least 1. So does a missing
	// constraint by cluster beside one by region. Without this option the maximum is 0: no cluster or no region is chosen, or only
	// one cluster of each region.
	//
	// Benefit: an unset maximum means no limit. Cost: a constraint by cluster chooses every cluster. The number of regions is still the
	// smallest that has enough clusters, but all clusters in them are chosen.
	UnboundedGroups bool
	// GroupByAnyField: without a constraint by region, one by zone or else one by provider groups clusters, with or without one by
	// cluster. A cluster with several zones is in the first of its list. Without this option such a constraint is an error if no constraint by
	// cluster exists, and otherwise only rejects clusters that lack the field.
	//
	// Benefit: replicas spread over zones and providers. Cost: the number of clusters may exceed the maximum by cluster, as with regions,
	// and further zones of a cluster are ignored.
	GroupByAnyField bool
	// GroupsWithCapacity: where replicas are divided by capacity, and the clusters of the best regions do not have enough, the best regions
	// that do are chosen. If no region does, the minimum number of regions is raised one by one, up to the maximum. Without this option the
	// capacity of regions does not count, and the division fails.
	//
	// Benefit: a result instead of an error, so an affinity may succeed that would fail. What works without this option does not change.
	// Cost: time, if many regions have little capacity; and a binding may leave a full preferred region completely.
	GroupsWithCapacity bool
	// PreferredAffinityFirst: clusterAffinities are always tried from the first on, and a binding that is scheduled by a later one is always
	// scheduled again, see [Triggered]. Without this option affinities before the last successful one are only tried after a reschedule is
	// requested.
	//
	// Benefit: a binding returns when its preferred clusters do. Cost: all its replicas move at once each time these come or go, and bindings
	// on other clusters are scheduled again and again.
	PreferredAffinityFirst bool
}

// CapacityFunc returns how many more replicas with these requirements fit into a cluster. Nil requirements are unknown. replicas is the number
// for all clusters together. The result may be [Unknown] or [TooMany]. A CapacityFunc must not write to its arguments.
type CapacityFunc func(c *api.Cluster, requirements *interpreter.ReplicaRequirements, replicas int32) int32
