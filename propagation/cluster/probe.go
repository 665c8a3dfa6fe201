package cluster

import (
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// The grace periods of Karmada (the flags --cluster-monitor-grace-period and --cluster-startup-grace-period).
const (
	DefaultMonitorGracePeriod = 40 * time.Second
	DefaultStartupGracePeriod = 60 * time.Second
)

// Lease is what the monitor knows of the lease that the agent of a cluster renews.
type Lease struct {
	RenewTime *metav1.MicroTime // nil: it was never renewed
}

// Probe is what the monitor remembers of a cluster between two calls of [Monitor.Observe].
type Probe struct {
	Time  time.Time         // when the cluster last reported
	Ready *metav1.Condition // the condition then; nil: the cluster had none
	Lease *Lease            // nil: none was seen
}

// Monitor decides when a cluster that no longer reports becomes Unknown. The zero value has no grace period.
type Monitor struct {
	GracePeriod        time.Duration // see [DefaultMonitorGracePeriod]
	StartupGracePeriod time.Duration // of a cluster without the condition Ready, see [DefaultStartupGracePeriod]
}

// Observation is the result of [Monitor.Observe].
type Observation struct {
	Conditions []metav1.Condition // of the cluster, a copy
	Written    bool               // Conditions differ from those of the cluster, so they must be stored
	Probe      Probe              // for the next call

	// Deadline is when the condition becomes Unknown without another report: look again after it. Zero: it never does, or is already Unknown.
	Deadline time.Time
}

// Observe returns the conditions of a cluster after its monitor has looked at it. last is the result of the call before, and nil after a restart.
// lease is the stored lease of the cluster, or nil. Karmada looks every five seconds.
//
//  1. Without a last probe the time of the probe is now. Without the condition Ready, it is the creation of the cluster.
//  2. If Ready is not that of the last probe, the time is now and the lease is forgotten. The loss of the condition does not count.
//  3. If there is a lease, and the last probe had no lease or an older one, the time is now. A remembered lease that was never renewed is not older
//     than any, so it hides all renewals until Ready changes.
//  4. If now is after the time of the probe and the grace period, Ready becomes Unknown, with now in whole seconds as its transition. One that is
//     Unknown already stays as it is. What was seen of the lease is remembered; a missing lease is remembered as one that was never renewed.
//
// The rules 3 and 4 are for clusters with the sync mode Pull only: the lease of any other cluster is never read. The inputs are not written, and the result shares nothing with them.
func (m Monitor) Observe(c *api.Cluster, last *Probe, lease *Lease, now time.Time) Observation {
	if c == nil {
		return Observation{}
	}
	ready := meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady)
	probe := nextProbe(c, ready, last, lease, now)
	out := Observation{Conditions: c.DeepCopy().Status.Conditions, Probe: probe}
	grace := m.GracePeriod
	if ready == nil {
		grace = m.StartupGracePeriod
	}
	deadline := probe.Time.Add(grace)
	if c.Spec.SyncMode != api.Pull || ready != nil && ready.Status == metav1.ConditionUnknown {
		return out
	}
	if !now.After(deadline) {
		out.Deadline = deadline
		return out
	}
	unknown := metav1.Condition{
		Type: api.ClusterReady, Status: metav1.ConditionUnknown, Reason: "ClusterStatusNeverUpdated", Message: "Cluster status controller never posted cluster status.",
	}
	if ready != nil {
		unknown.ObservedGeneration = ready.ObservedGeneration
		unknown.Reason, unknown.Message = "ClusterStatusUnknown", "Cluster status controller stopped posting cluster status."
	}
	out.Conditions = content.SetCondition(out.Conditions, unknown, now.UTC().Truncate(time.Second))
	out.Written = true
	out.Probe.Ready = meta.FindStatusCondition(out.Conditions, api.ClusterReady).DeepCopy()
	if out.Probe.Lease = copyLease(lease); lease == nil {
		out.Probe.Lease = &Lease{}
	}
	return out
}

// nextProbe implements rules 1 to 3 of [Monitor.Observe].
func nextProbe(c *api.Cluster, ready *metav1.Condition, last *Probe, lease *Lease, now time.Time) Probe {
	probe, known := Probe{Time: now, Ready: ready.DeepCopy()}, (*Lease)(nil)
	if last != nil {
		known = last.Lease
	}
	switch {
	case last == nil && ready == nil:
		probe.Time = c.CreationTimestamp.Time
	case last != nil && (ready == nil || equality.Semantic.DeepEqual(ready, last.Ready)):
		probe.Time, probe.Lease = last.Time, copyLease(last.Lease)
	}
	if c.Spec.SyncMode == api.Pull && lease != nil && (known == nil || known.RenewTime.Before(lease.RenewTime)) {
		probe.Time, probe.Lease = now, copyLease(lease)
	}
	return probe
}

func copyLease(l *Lease) *Lease {
	if l == nil {
		return nil
	}
	return &Lease{l.RenewTime.DeepCopy()}
}
