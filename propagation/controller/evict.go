package controller

import (
	"cmp"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// evictionPeriod is the time between two looks at evictions if nothing else happens. A template does not leave another cluster before that: an
// object that the scheduler brings back at once would move without end.
const evictionPeriod = 10 * time.Second

// evicting is what one call does to the clusters of a template. Nothing of it is remembered or reported before the binding is stored.
type evicting struct {
	past    past
	reports []evictionReport
	now     time.Time
}

type evictionReport struct{ kind, reason, message string }

func (e *evicting) report(kind, reason, message string) {
	e.reports = append(e.reports, evictionReport{kind, reason, message})
}

// evict takes clusters out of a binding: those with a taint that it does not tolerate, and those in which the object has been unhealthy for too
// long.
func (h *Hub) evict(template *unstructured.Unstructured, b api.Binding) *evicting {
	e := &evicting{past: h.evictions.of(override.RefOf(template)), now: time.Now()}
	h.evictTainted(e, b)
	h.failOver(e, b)
	return e
}

// taintOptions returns the options of the taint manager, which needs GateFailover.
func (h *Hub) taintOptions() eviction.TaintOptions {
	options := h.Eviction
	options.NoExecute = options.NoExecute && h.FeatureGates.Enabled(api.GateFailover)
	return options
}

// tainted calls yield for each target whose taints the binding does not tolerate forever.
func (h *Hub) tainted(b api.Binding, now time.Time, yield func(*api.Cluster, eviction.Queued)) {
	options := h.taintOptions()
	if !options.NoExecute {
		return
	}
	for _, target := range slices.Clone(b.BindingSpec().Clusters) {
		c := h.Index.Fleet().Get(target.Name)
		for _, queued := range eviction.TaintQueue(c, []api.Binding{b}, options, now).Queued {
			yield(c, queued)
		}
	}
}

func (h *Hub) evictTainted(e *evicting, b api.Binding) {
	var clusters []*api.Cluster
	seen := map[string]bool{} // a cluster that is a target twice leaves once
	h.tainted(b, e.now, func(c *api.Cluster, queued eviction.Queued) {
		if queued.After == 0 && e.past.wait(c.Name, e.now) == 0 && !seen[c.Name] {
			seen[c.Name], clusters = true, append(clusters, c)
		}
	})
	moved, decided := eviction.TaintEvictions(eviction.TaintInput{Binding: b, Options: h.taintOptions(), FeatureGates: h.FeatureGates, Now: e.now}, clusters)
	var left []string
	for i, d := range decided {
		switch {
		case d.Err != nil:
			e.report(corev1.EventTypeWarning, "EvictionFailed", d.Err.Error())
		case d.Decision.Kind == eviction.Evicted:
			left = append(left, clusters[i].Name)
			e.report(corev1.EventTypeWarning, eviction.ReasonTaintUntolerated, d.Decision.String())
		}
	}
	if moved.Evicted {
		e.move(b, moved, left...)
	}
}

// failOver evicts an unhealthy application. One that comes back to a cluster that it has just left must wait, see evictionPeriod.
func (h *Hub) failOver(e *evicting, b api.Binding) {
	result, err := eviction.ApplicationFailover(eviction.FailoverInput{
		Binding: b, Since: e.past.since, HasHook: h.Registry.Enabled(kindOf(resourceOf(b)), interpreter.InterpretHealth), FeatureGates: h.FeatureGates, Now: e.now,
	})
	if err != nil {
		e.report(corev1.EventTypeWarning, "EvictionFailed", err.Error())
		e.past.again(evictionPeriod)
	}
	wait := time.Duration(0)
	for _, d := range result.Decisions {
		if d.Kind == eviction.Evicted {
			wait = max(wait, e.past.wait(d.Cluster, e.now))
		}
	}
	if wait > 0 {
		e.past.again(wait)
		return
	}
	for _, d := range result.Decisions {
		_, known := e.past.since[d.Cluster]
		switch {
		case d.Kind == eviction.Evicted && result.Evicted:
			e.past.leave(d.Cluster, e.now)
			e.report(corev1.EventTypeWarning, eviction.ReasonApplicationFailure, d.String())
		case d.Kind == eviction.Tolerated && !known:
			e.report(corev1.EventTypeWarning, "Unhealthy", d.String())
		}
	}
	if err == nil && result.Evicted {
		e.move(b, result.Moved)
	}
	e.past.since = result.Since
	if result.RetryAfter > 0 {
		e.past.again(result.RetryAfter + time.Second)
	}
}

// move writes the clusters and tasks after an eviction.
func (e *evicting) move(b api.Binding, moved eviction.Moved, left ...string) {
	b.BindingSpec().Clusters, b.BindingSpec().GracefulEvictionTasks = moved.Clusters, moved.Tasks
	for _, name := range left {
		e.past.leave(name, e.now)
	}
}

// assess drops the eviction tasks of a binding that are over, and returns when to look at its evictions again. The spec that is about to be written
// is only scheduled if the scheduler has succeeded with it.
func (h *Hub) assess(e *evicting, stored, b api.Binding, succeeded bool) reconcile.Result {
	if len(b.BindingSpec().GracefulEvictionTasks) > 0 {
		h.assessTasks(e, stored, b, succeeded)
	}
	h.tainted(b, e.now, func(c *api.Cluster, queued eviction.Queued) {
		if queued.After == 0 { // chosen again, or its tolerations cannot be read
			queued.After = cmp.Or(e.past.wait(c.Name, e.now), evictionPeriod)
		}
		e.past.again(queued.After)
	})
	return reconcile.Result{RequeueAfter: e.past.next}
}

func (h *Hub) assessTasks(e *evicting, stored, b api.Binding, succeeded bool) {
	look := copyBinding(b)
	switch {
	case succeeded:
		look.BindingStatus().SchedulerObservedGeneration = look.GetGeneration()
	case stored == nil || !equality.Semantic.DeepEqual(stored.BindingSpec(), b.BindingSpec()):
		look.BindingStatus().SchedulerObservedGeneration = look.GetGeneration() - 1
	}
	assessed := eviction.AssessBinding(look, e.now, h.EvictionGracePeriod)
	if assessed.Changed {
		b.BindingSpec().GracefulEvictionTasks = assessed.Tasks
		e.past.again(evictionPeriod) // a new task may be over, and without a task the cluster may be chosen again
	}
	for _, d := range assessed.Decisions {
		if d.Dropped {
			e.report(corev1.EventTypeNormal, "EvictionEnded", d.String())
		}
	}
	if assessed.RetryAfter > 0 {
		e.past.again(assessed.RetryAfter + time.Second)
	}
}

// evicted remembers and reports evictions whose binding is stored.
func (h *Hub) evicted(template *unstructured.Unstructured, e *evicting) {
	h.evictions.set(override.RefOf(template), e.past)
	for _, r := range e.reports {
		h.event(template, r.kind, r.reason, "Evict", r.message)
	}
}

// healthMatters reports whether the health of an object has changed in a way that may evict it or end an eviction.
func healthMatters(before, after api.Binding) bool {
	spec := after.BindingSpec()
	if before == nil || len(spec.GracefulEvictionTasks) == 0 && (spec.Failover == nil || spec.Failover.Application == nil) {
		return false
	}
	return !slices.EqualFunc(before.BindingStatus().AggregatedStatus, after.BindingStatus().AggregatedStatus, func(a, b api.AggregatedStatusItem) bool {
		return a.ClusterName == b.ClusterName && a.Health == b.Health
	})
}
