package eviction_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// noon is the time of the assessments.
var noon = time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)

// situation is what an assessment reads, as YAML.
type situation struct {
	GracefulEvictionTasks []api.GracefulEvictionTask `json:"gracefulEvictionTasks"`
	Clusters              []api.TargetCluster        `json:"clusters"`
	Health                []api.AggregatedStatusItem `json:"health"`
	Unscheduled           bool                       `json:"unscheduled"`
	GracePeriod           *metav1.Duration           `json:"gracePeriod"`
	Now                   *time.Time                 `json:"now"` // absent: noon
}

func (s situation) input() eviction.Input {
	in := eviction.Input{Tasks: s.GracefulEvictionTasks, Targets: s.Clusters, Health: s.Health, Scheduled: !s.Unscheduled, Now: noon}
	if s.Now != nil {
		in.Now = *s.Now
	}
	if s.GracePeriod != nil {
		in.GracePeriod = &s.GracePeriod.Duration
	}
	return in
}

var assessCases = []struct {
	name, reason, situation string
	want                    []string
	retry                   time.Duration
}{
	{
		name: "created", reason: "rule 1: nothing else counts in its first assessment",
		situation: "gracefulEvictionTasks: [{fromCluster: m2, suppressDeletion: false}, {fromCluster: m3, suppressDeletion: true}, {fromCluster: m4, gracePeriodSeconds: 30}]",
		want: []string{
			"Created: the eviction from m2 is kept: the grace period starts now", "Created: the eviction from m3 is kept: the grace period starts now",
			"Created: the eviction from m4 may wait until 2026-08-21T12:00:30Z: the grace period starts now",
		},
		retry: 30 * time.Second,
	},
	{
		name: "created within a second", reason: "whole seconds are stored, but Karmada counts the retry from the exact time",
		situation: "now: 2026-08-21T12:00:00.75Z\ngracefulEvictionTasks: [{fromCluster: m2}]",
		want:      []string{"Created: the eviction from m2 may wait until 2026-08-21T12:10:00Z: the grace period starts now"}, retry: 10 * time.Minute,
	},
	{
		name: "suppressed", reason: "rule 2: neither time nor health ends it, and there is no retry",
		situation: "gracefulEvictionTasks: [{fromCluster: m2, suppressDeletion: true, creationTimestamp: 2020-01-01T00:00:00Z}]",
		want:      []string{"Suppressed: the eviction from m2 is kept: suppressDeletion is true"},
	},
	{
		name: "released", reason: "rule 2: somebody has set it to false, to end the task at once",
		situation: "unscheduled: true\ngracefulEvictionTasks: [{fromCluster: m2, suppressDeletion: false, creationTimestamp: 2026-08-21T12:00:00Z}]",
		want:      []string{"Released: the eviction from m2 ends: suppressDeletion is false"},
	},
	{
		name: "timed out", reason: "rule 3: its own grace period counts, otherwise the default one; the binding need not be scheduled",
		situation: "unscheduled: true\ngracefulEvictionTasks:\n" +
			"- {fromCluster: m2, creationTimestamp: 2026-08-21T11:49:59Z}\n- {fromCluster: m3, gracePeriodSeconds: 30, creationTimestamp: 2026-08-21T11:59:29Z}",
		want: []string{
			"TimedOut: the eviction from m2 ended at 2026-08-21T11:59:59Z: the default grace period of 10m0s is over",
			"TimedOut: the eviction from m3 ended at 2026-08-21T11:59:59Z: its grace period of 30s is over",
		},
	},
	{
		name: "another default", reason: "it is an option of the control plane",
		situation: "unscheduled: true\ngracePeriod: 1m\ngracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T11:58:00Z}]",
		want:      []string{"TimedOut: the eviction from m2 ended at 2026-08-21T11:59:00Z: the default grace period of 1m0s is over"},
	},
	{
		name: "a default of zero", reason: "zero is not the same as nil: the task is over at once",
		situation: "unscheduled: true\ngracePeriod: 0s\ngracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T11:59:59Z}]",
		want:      []string{"TimedOut: the eviction from m2 ended at 2026-08-21T11:59:59Z: the default grace period of 0s is over"},
	},
	{
		name: "at the limit", reason: "neither dropped nor retried, and the retry of the other task is lost too",
		situation: "unscheduled: true\ngracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T11:50:00Z}, {fromCluster: m3, creationTimestamp: 2026-08-21T11:55:00Z}]",
		want: []string{
			"Waiting: the eviction from m2 may wait until 2026-08-21T12:00:00Z: the scheduler has not observed the last change of the binding",
			"Waiting: the eviction from m3 may wait until 2026-08-21T12:05:00Z: the scheduler has not observed the last change of the binding",
		},
	},
	{
		name: "healthy", reason: "rule 4: the purge mode plays no part, and old health counts",
		situation: "clusters: [{name: m1}]\nhealth: [{clusterName: m1, health: Healthy}, {clusterName: m2, health: Unhealthy}]\n" +
			"gracefulEvictionTasks: [{fromCluster: m2, purgeMode: Never, creationTimestamp: 2026-08-21T12:00:00Z}, {fromCluster: m3, purgeMode: Directly, creationTimestamp: 2026-08-21T12:00:00Z}]",
		want: []string{
			"Healthy: the eviction from m2 ends: the object is healthy in all targets", "Healthy: the eviction from m3 ends: the object is healthy in all targets",
		},
	},
	{
		name: "no target", reason: "rule 4: the last copy is deleted",
		situation: "gracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T12:00:00Z}]",
		want:      []string{"Healthy: the eviction from m2 ends: the binding has no clusters"},
	},
	{
		name: "unhealthy", reason: "rule 4: the first item of a cluster counts",
		situation: "clusters: [{name: m3}, {name: m1}]\nhealth: [{clusterName: m1, health: Unhealthy}, {clusterName: m1, health: Healthy}, {clusterName: m3, health: Healthy}]\n" +
			"gracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T11:55:00Z}]",
		want:  []string{"Waiting: the eviction from m2 may wait until 2026-08-21T12:05:00Z: the object is Unhealthy in cluster m1"},
		retry: 5 * time.Minute,
	},
	{
		name: "health not reported", reason: "rule 4: a target without an item, or with an empty one, is not healthy",
		situation: "clusters: [{name: m1}, {name: m3}, {name: m4}]\nhealth: [{clusterName: m3}]\ngracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T11:55:00Z}]",
		want:      []string{"Waiting: the eviction from m2 may wait until 2026-08-21T12:05:00Z: the health in cluster m1 is not known yet, and it is not healthy in 2 more"},
		retry:     5 * time.Minute,
	},
	{
		name: "retry", reason: "the first grace period that ends; suppressed tasks and dropped ones have none",
		situation: "unscheduled: true\ngracefulEvictionTasks:\n- {fromCluster: m2, gracePeriodSeconds: 3600, creationTimestamp: 2026-08-21T12:00:00Z}\n- {fromCluster: m3, creationTimestamp: 2026-08-21T11:55:00Z}\n" +
			"- {fromCluster: m4, gracePeriodSeconds: 1, suppressDeletion: true, creationTimestamp: 2026-08-21T12:00:00Z}\n- {fromCluster: m5, gracePeriodSeconds: 1, creationTimestamp: 2026-08-21T11:55:00Z}",
		want: []string{
			"Waiting: the eviction from m2 may wait until 2026-08-21T13:00:00Z: the scheduler has not observed the last change of the binding",
			"Waiting: the eviction from m3 may wait until 2026-08-21T12:05:00Z: the scheduler has not observed the last change of the binding",
			"Suppressed: the eviction from m4 is kept: suppressDeletion is true",
			"TimedOut: the eviction from m5 ended at 2026-08-21T11:55:01Z: its grace period of 1s is over",
		},
		retry: 5 * time.Minute,
	},
	{
		name: "created after now", reason: "the clocks of a control plane may differ",
		situation: "unscheduled: true\ngracefulEvictionTasks: [{fromCluster: m2, creationTimestamp: 2026-08-21T12:00:20Z}]",
		want:      []string{"Waiting: the eviction from m2 may wait until 2026-08-21T12:10:20Z: the scheduler has not observed the last change of the binding"}, retry: 10*time.Minute + 20*time.Second,
	},
	{
		name: "without a time", reason: "nothing is assessed",
		situation: "now: 0001-01-01T00:00:00.5Z\ngracefulEvictionTasks: [{fromCluster: m2}, {fromCluster: m3, suppressDeletion: false, creationTimestamp: 2026-08-21T12:00:00Z}]",
	},
}

func TestAssess(t *testing.T) {
	t.Parallel()
	for _, c := range assessCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := casetest.Decode[situation](t, c.situation).input()
			before := casetest.Frozen(t, in)
			result := eviction.Assess(in)
			require.Equal(t, before, casetest.Frozen(t, in), "the input has not changed")
			var got []string
			for _, d := range result.Decisions {
				got = append(got, string(d.Kind)+": "+d.String())
			}
			require.Equal(t, c.want, got, c.reason)
			require.Equal(t, c.retry, result.RetryAfter, c.reason)
			if c.want == nil {
				require.Equal(t, eviction.Result{Tasks: in.Tasks}, result, c.reason)
				return
			}
			checkResult(t, in.Tasks, result)
		})
	}
}
