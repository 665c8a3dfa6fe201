package cluster_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason          string
		readyz, healthz int
		online, healthy bool
	}{
		{"ready", 200, 0, true, true},
		{"the second endpoint is not read", 200, 500, true, true},
		{"an error does not count as an answer", 500, 200, false, false},
		{"the client may not read it", 403, 200, false, false},
		{"an old cluster", 404, 200, true, true},
		{"an old cluster that is broken", 404, 503, false, false},
		{"neither endpoint exists", 404, 404, false, false},
		{"no answer", 0, 200, false, false},
		{"success that is not OK", 204, 0, true, false},
		{"success that is not OK, of an old cluster", 404, 206, true, false},
		{"beyond partial content is an error", 207, 0, false, false},
		{"a redirect is an error", 302, 0, false, false},
	} {
		online, healthy := cluster.Health(c.readyz, c.healthz)
		require.Equal(t, []bool{c.online, c.healthy}, []bool{online, healthy}, "%s: %d, %d", c.reason, c.readyz, c.healthz)
	}
}

func TestConditions(t *testing.T) {
	t.Parallel()
	some := []api.APIEnablement{{GroupVersion: "v1"}, {GroupVersion: "apps/v1"}}
	failed := errors.New("no metrics")
	for _, c := range []struct {
		got                           metav1.Condition
		kind, status, reason, message string
	}{
		{cluster.ReadyCondition(true, true), "Ready", "True", "ClusterReady", "cluster is healthy and ready to accept workloads"},
		{cluster.ReadyCondition(true, false), "Ready", "False", "ClusterNotReady", "cluster is reachable but health endpoint responded without ok"},
		{cluster.ReadyCondition(false, true), "Ready", "False", "ClusterNotReachable", "cluster is not reachable"},
		{cluster.CollectionFailedCondition(failed), "Ready", "False", "StatusCollectionFailed", "failed to create a ClusterClient: no metrics"},
		{cluster.EnablementsCondition(some, nil), "CompleteAPIEnablements", "True", "Complete", "collected complete APIEnablements from the cluster"},
		{cluster.EnablementsCondition(some, failed), "CompleteAPIEnablements", "False", "Partial", "might collect partial APIEnablements(2) from the cluster"},
		{cluster.EnablementsCondition(nil, failed), "CompleteAPIEnablements", "False", "Empty", "collected empty APIEnablements from the cluster"},
	} {
		require.Equal(t, metav1.Condition{Type: c.kind, Status: metav1.ConditionStatus(c.status), Reason: c.reason, Message: c.message}, c.got)
	}
}

// TestThresholds tells stories: each step is a reading at a time, and the status that the cluster gets.
func TestThresholds(t *testing.T) {
	t.Parallel()
	type step struct {
		second int
		read   metav1.ConditionStatus
		want   metav1.ConditionStatus
	}
	const yes, no, unknown = metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown
	for _, c := range []struct {
		name, reason string
		stored       metav1.ConditionStatus // "": none
		steps        []step
	}{
		{"first reading", "rule 1: it counts at once", yes, []step{{0, no, no}}},
		{"new cluster", "rule 1", "", []step{{0, yes, yes}}},
		{"a short failure", "rule 3: the cluster stays ready", yes, []step{{0, yes, yes}, {10, no, yes}, {39, no, yes}, {40, yes, yes}}},
		{"a long failure", "rule 3: it ends with the threshold", yes, []step{{0, yes, yes}, {10, no, yes}, {39, no, yes}, {40, no, no}}},
		{"flapping", "rule 2: each change begins a new period", yes, []step{{0, yes, yes}, {10, no, yes}, {30, yes, yes}, {31, no, yes}, {60, no, yes}, {61, no, no}}},
		{"recovery", "rule 3: success has its own threshold", no, []step{{0, no, no}, {10, yes, no}, {14, yes, no}, {15, yes, yes}}},
		{"failure after the first reading", "rule 3: the stored status is another one than the first reading", no, []step{{0, yes, yes}, {1, yes, yes}, {2, no, yes}, {32, no, no}}},
		{"unknown becomes false", "rule 4: neither is True", unknown, []step{{0, unknown, unknown}, {1, no, no}}},
		{"unknown becomes true", "rule 3", unknown, []step{{0, unknown, unknown}, {1, yes, unknown}, {6, yes, yes}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			thresholds := cluster.Thresholds{Success: 5 * time.Second, Failure: 30 * time.Second}
			var stored *metav1.Condition
			if c.stored != "" {
				stored = &metav1.Condition{Type: api.ClusterReady, Status: c.stored, Reason: "Stored"}
			}
			var last cluster.Reading
			for _, s := range c.steps {
				var got metav1.Condition
				got, last = thresholds.Ready(stored, metav1.Condition{Type: api.ClusterReady, Status: s.read, Reason: "Read"}, last, now.Add(time.Duration(s.second)*time.Second))
				require.Equal(t, s.want, got.Status, "second %d: %s", s.second, c.reason)
				require.Equal(t, s.read, last.Status)
				stored = &got
			}
		})
	}
}

// TestThresholdsWithoutStored covers a condition that another client has removed. Karmada keeps the last reading then.
func TestThresholdsWithoutStored(t *testing.T) {
	t.Parallel()
	thresholds := cluster.Thresholds{Success: time.Minute, Failure: time.Minute}
	last := cluster.Reading{Status: metav1.ConditionTrue, Since: now}
	got, next := thresholds.Ready(nil, cluster.ReadyCondition(false, false), last, now)
	require.Equal(t, metav1.ConditionFalse, got.Status, "rule 1")
	require.Equal(t, last, next)
	got, _ = thresholds.Ready(&metav1.Condition{Status: metav1.ConditionTrue}, cluster.ReadyCondition(false, false), cluster.Reading{Status: metav1.ConditionFalse}, time.Time{}.Add(time.Second))
	require.Equal(t, metav1.ConditionFalse, got.Status, "rule 3: a period without a beginning is not short, whatever the clock shows")
	got, _ = cluster.Thresholds{}.Ready(&metav1.Condition{Status: metav1.ConditionTrue}, cluster.ReadyCondition(false, false), last, now)
	require.Equal(t, metav1.ConditionFalse, got.Status, "without thresholds every reading counts at once")
}
