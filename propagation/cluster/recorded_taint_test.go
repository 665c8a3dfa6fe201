package cluster_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recordedTaint is a case with the result of Karmada, or with several ones if its result depends on chance.
type recordedTaint struct {
	Name                 string
	Now                  time.Time
	Cluster              *api.Cluster
	ClusterTaintPolicies []*api.ClusterTaintPolicy

	Record         *recordedProbe
	LeaseRenewTime *metav1.MicroTime
	Options        struct{ MonitorGraceSeconds, StartupGraceSeconds int }

	Want    json.RawMessage
	Results []json.RawMessage
}

type recordedProbe struct {
	ProbeTime      time.Time         `json:"probeTime"`
	Ready          *metav1.Condition `json:"ready"`
	LeaseRenewTime *metav1.MicroTime `json:"leaseRenewTime"`
}

// TestRecordedPolicyTaints replays recordings of Karmada f8fdd02df.
func TestRecordedPolicyTaints(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[recordedTaint](t, "taintpolicies")
	require.Len(t, cases, 29, "every recording is read")
	for _, c := range cases {
		before := casetest.Frozen(t, c)
		taints, updated := cluster.PolicyTaints(c.Cluster, c.ClusterTaintPolicies, c.Now)
		require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
		got := casetest.Frozen(t, map[string]any{"taints": append([]api.Taint{}, taints...), "updated": updated})
		if len(c.Results) == 0 {
			require.JSONEq(t, string(c.Want), got, c.Name)
			continue
		}
		found := false
		for _, want := range c.Results {
			found = found || casetest.Frozen(t, decoded(t, want)) == casetest.Frozen(t, decoded(t, []byte(got)))
		}
		require.True(t, found, "%s: %s is not one of the results", c.Name, got)
	}
}

func decoded(t *testing.T, text []byte) (v any) {
	require.NoError(t, json.Unmarshal(text, &v))
	return v
}

// TestRecordedHealth replays recordings of Karmada f8fdd02df.
func TestRecordedHealth(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[recordedTaint](t, "clusterhealth")
	require.Len(t, cases, 18, "every recording is read")
	for _, c := range cases {
		before := casetest.Frozen(t, c)
		monitor := cluster.Monitor{
			GracePeriod: time.Duration(c.Options.MonitorGraceSeconds) * time.Second, StartupGracePeriod: time.Duration(c.Options.StartupGraceSeconds) * time.Second,
		}
		var last *cluster.Probe
		if c.Record != nil {
			last = &cluster.Probe{Time: c.Record.ProbeTime, Ready: c.Record.Ready, Lease: lease(c.Record.LeaseRenewTime)}
		}
		seen := monitor.Observe(c.Cluster, last, lease(c.LeaseRenewTime), c.Now)
		require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
		record := recordedProbe{ProbeTime: seen.Probe.Time, Ready: seen.Probe.Ready}
		if seen.Probe.Lease != nil {
			record.LeaseRenewTime = seen.Probe.Lease.RenewTime
		}
		got := map[string]any{"conditions": append([]metav1.Condition{}, seen.Conditions...), "record": record, "written": seen.Written}
		require.JSONEq(t, string(c.Want), casetest.Frozen(t, got), c.Name)
		if !seen.Deadline.IsZero() {
			at := monitor.Observe(c.Cluster, &seen.Probe, nil, seen.Deadline)
			require.False(t, at.Written, "%s: at the deadline", c.Name)
			after := monitor.Observe(c.Cluster, &seen.Probe, nil, seen.Deadline.Add(1))
			require.True(t, after.Written, "%s: after the deadline", c.Name)
			require.Zero(t, after.Deadline, "once")
		}
	}
}

func lease(renewed *metav1.MicroTime) *cluster.Lease {
	if renewed == nil {
		return nil
	}
	return &cluster.Lease{RenewTime: renewed}
}

// TestForgottenLease remembers a lease that was not there, which hides each renewal until Ready changes.
func TestForgottenLease(t *testing.T) {
	t.Parallel()
	c := &api.Cluster{Spec: api.ClusterSpec{SyncMode: api.Pull}}
	c.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
	monitor := cluster.Monitor{GracePeriod: cluster.DefaultMonitorGracePeriod, StartupGracePeriod: cluster.DefaultStartupGracePeriod}
	probe := monitor.Observe(c, nil, nil, now).Probe
	lost := monitor.Observe(c, &probe, nil, now.Add(time.Minute))
	require.True(t, lost.Written)
	renewed := &cluster.Lease{RenewTime: &metav1.MicroTime{Time: now.Add(time.Hour)}}

	c.Status.Conditions = lost.Conditions
	seen := monitor.Observe(c, &lost.Probe, renewed, now.Add(time.Hour))
	require.Equal(t, now, seen.Probe.Time, "the renewal is not seen")
	c.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
	require.Equal(t, now.Add(time.Hour), monitor.Observe(c, &seen.Probe, nil, now.Add(time.Hour)).Probe.Time, "the change of Ready is")
}

// TestPushIgnoresLeases: the lease of a cluster that no agent reports for is never read. Only a change of Ready moves the probe.
func TestPushIgnoresLeases(t *testing.T) {
	t.Parallel()
	const earlier, later = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"
	leaseAt := func(at string) *cluster.Lease {
		if at == "" {
			return nil
		}
		v, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		return lease(&metav1.MicroTime{Time: v})
	}
	ready := func(status metav1.ConditionStatus) *metav1.Condition {
		return &metav1.Condition{Type: api.ClusterReady, Status: status}
	}
	monitor := cluster.Monitor{GracePeriod: cluster.DefaultMonitorGracePeriod, StartupGracePeriod: cluster.DefaultStartupGracePeriod}
	before := now.Add(-time.Hour)
	for _, c := range []struct {
		name          string // why the case exists
		mode          api.ClusterSyncMode
		remembered    *metav1.Condition
		record, found string // renewals
		moved         bool
		known         string // the renewal that is remembered
	}{
		{"a renewal does not count", api.Push, ready("True"), earlier, later, false, earlier},
		{"the first lease does not count", api.Push, ready("True"), "", later, false, ""},
		{"a change of Ready counts, and forgets the lease", api.Push, ready("False"), earlier, later, true, ""},
		{"the first condition counts, without its lease", api.Push, nil, "", later, true, ""},
		{"a cluster without a mode has no agent", "", ready("True"), earlier, later, false, earlier},
		{"the lease of an agent counts", api.Pull, ready("True"), earlier, later, true, later},
	} {
		stored := &api.Cluster{Spec: api.ClusterSpec{SyncMode: c.mode}}
		stored.Status.Conditions = []metav1.Condition{*ready("True")}
		seen := monitor.Observe(stored, &cluster.Probe{Time: before, Ready: c.remembered, Lease: leaseAt(c.record)}, leaseAt(c.found), now)
		require.False(t, seen.Written, c.name)
		require.Equal(t, map[bool]time.Time{false: before, true: now}[c.moved], seen.Probe.Time, c.name)
		require.Equal(t, leaseAt(c.known), seen.Probe.Lease, c.name)
	}
}
