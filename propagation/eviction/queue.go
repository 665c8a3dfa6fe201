package eviction

import (
	"slices"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// resync is how often Karmada looks at a cluster with a taint NoExecute.
const resync = 10 * time.Second

// Queued is a binding to call [TaintEviction] or [TaintEvictions] for.
type Queued struct {
	Binding  override.Ref
	After    time.Duration // 0: now
	Decision Decision      // Evicted or Tolerated; without a kind if Err is set
	Err      error         // why the tolerations cannot be read; these functions return an error, too
}

// Queue is the result of [TaintQueue].
type Queue struct {
	Queued []Queued // sorted by namespace, kind and name

	// LookAgain is the time after which the cluster must be looked at again, even without an event. 0: it need not.
	LookAgain time.Duration
}

// TaintQueue returns the bindings that the taints of a cluster evict, and when. Karmada calls it on each event of a cluster that has a taint with the effect
// NoExecute, and every ten seconds.
//
//  1. Bindings that have the cluster in spec.clusters count, unless they are being deleted.
//  2. One whose tolerations cannot be read is queued now.
//  3. One that tolerates the taints forever is not queued, see [Tolerate].
//
// After each binding that has left its queue a worker of Karmada sleeps for the inverse of --resource-eviction-rate, two seconds by default. Both kinds of
// binding have three workers, so ten thousand bindings take about two hours. Time here is proportional to the bindings.
func TaintQueue(cluster *api.Cluster, bindings []api.Binding, options TaintOptions, now time.Time) Queue {
	if cluster == nil || !options.NoExecute || !hasNoExecute(cluster.Spec.Taints) {
		return Queue{}
	}
	q, tolerances := Queue{LookAgain: resync}, &ToleranceCache{Now: now}
	for _, b := range bindings {
		if content.NoBinding(b) || !concerns(b, cluster.Name) {
			continue
		}
		t, err := tolerances.Of(b, cluster)
		switch {
		case err != nil:
			q.Queued = append(q.Queued, Queued{Binding: b.Ref(), Err: err})
		case t.Evict || t.Left > 0:
			q.Queued = append(q.Queued, Queued{Binding: b.Ref(), After: t.Left, Decision: t.decision(cluster.Name, now)})
		}
	}
	slices.SortFunc(q.Queued, func(a, b Queued) int { return content.CompareRefs(a.Binding, b.Binding) })
	return q
}
