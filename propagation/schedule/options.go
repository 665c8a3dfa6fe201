package schedule

import (
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Options is how a scheduler is set up. The zero value schedules as Karmada does. The last four are what its users wish where Karmada
// surprises them; each changes where bindings go, so a Karmada that schedules the same bindings would move them again.
type Options struct {
	// EmptyWorkloads: clusters that were chosen for a workload but get no replica of it get it all the same.
	EmptyWorkloads bool
	// Capacity tells how many more replicas fit into a cluster. nil: [Estimate].
	Capacity CapacityFunc
	// SchedulerName is the scheduler that [Accepted] speaks for. Empty: default-scheduler.
	SchedulerName string

	// UnboundedGroups: a spread constraint without a maximum (maxGroups 0) has no upper bound, and a minimum of 1 if it has none. One by
	// cluster that is missing beside one by region is such a one, too. Without this, 0 is the maximum: no cluster is taken,
	// no region is found, and beside regions it is one cluster of each.
	//
	// It buys that what is not set does not count. By cluster it costs that every cluster is taken; of regions there are still no more than it
	// takes to have enough, but all clusters in them.
	UnboundedGroups bool
	// GroupByAnyField: without a constraint by region, one by zone or else by provider groups clusters as regions do, whether there is one by
	// cluster beside it or not. A cluster with several zones is in the first of its list. Without this, such a constraint is refused if
	// there is none by cluster, and otherwise only leaves out clusters that lack the field.
	//
	// It buys spreading over zones and providers. It costs that the maximum by cluster may be exceeded, as with regions, and that further
	// zones of a cluster do not count: neither as spread to, nor as taken.
	GroupByAnyField bool
	// GroupsWithCapacity: where replicas are divided by room, and the clusters of the regions that are chosen have no room for all of them, the best regions
	// are chosen whose clusters have. If there are none, one region more is asked for, up to the maximum. Without this, room
	// does not count, and the division fails.
	//
	// It buys results where there would be an error, and so an affinity may be met that would be passed over; what works without it stays
	// as it is. It costs time, for many regions that have
	// little room, and that a binding may leave a preferred region as a whole when that is full.
	GroupsWithCapacity bool
	// PreferredAffinityFirst: clusterAffinities are tried from the first on, always, and a binding that met a later one always needs to be
	// scheduled, see [Triggered]. Without this, an affinity before the one that was met last is not tried until a reschedule is asked for.
	//
	// It buys that a binding returns when its preferred clusters do. It costs that its replicas move, all at once, each time they come or go,
	// and that bindings away from home are scheduled again and again.
	PreferredAffinityFirst bool
}

// CapacityFunc tells how many more replicas with these requirements (nil: nothing is known of them) fit into a cluster, of which
// replicas are wanted in all clusters together. It may answer [Unknown] and [TooMany]. It must not write.
type CapacityFunc func(c *api.Cluster, requirements *interpreter.ReplicaRequirements, replicas int32) int32
