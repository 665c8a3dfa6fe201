package eviction_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestLimits has times and grace periods that overflow a duration or a time. A task ends exactly if its grace period does, in exact arithmetic.
func TestLimits(t *testing.T) {
	t.Parallel()
	const least, most = math.MinInt32, math.MaxInt32
	year := func(n int) time.Time { return time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		created, now time.Time
		seconds      int32
		ends         bool
		retry        time.Duration
	}{
		"the longest grace period":         {noon, noon, most, false, most * time.Second},
		"the least grace period":           {noon, noon, least, true, 0},
		"the longest grace period is over": {year(1900), noon, most, true, 0},
		"long ago":                         {year(2).Add(-time.Second), year(9999), most, true, 0},
		"far away":                         {year(9999), year(2), most, false, 0},
		"far away, and long over":          {year(9999), year(2), least, false, 0},
		"before year 1":                    {year(-5000), noon, 600, true, 0},
		"the last time":                    {time.Unix(math.MaxInt64-62135596800, 0), noon, most, false, 0},
		"after the last time":              {year(2026), time.Unix(math.MaxInt64-62135596800, 0), most, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := api.GracefulEvictionTask{FromCluster: "m2", GracePeriodSeconds: &c.seconds, CreationTimestamp: &metav1.Time{Time: c.created}}
			result := eviction.Assess(eviction.Input{Tasks: []api.GracefulEvictionTask{task}, Now: c.now})
			require.Equal(t, c.ends, result.Decisions[0].Dropped, "%s", result.Decisions[0])
			require.Equal(t, c.retry, result.RetryAfter)
			require.NotEmpty(t, casetest.Frozen(t, result), "it is JSON")
		})
	}
	for _, period := range []time.Duration{math.MinInt64, math.MaxInt64} {
		in := eviction.Input{Tasks: []api.GracefulEvictionTask{{FromCluster: "m2", CreationTimestamp: &metav1.Time{Time: noon}}}, Now: noon, GracePeriod: &period}
		require.Equal(t, period < 0, eviction.Assess(in).Decisions[0].Dropped)
		require.Zero(t, eviction.Assess(in).RetryAfter)
	}
}

// TestAssessManyTasks assesses 100,000 tasks of a binding with 10,000 targets whose names are long. The names are in memory once.
func TestAssessManyTasks(t *testing.T) {
	t.Parallel()
	in := eviction.Input{Now: noon, Scheduled: true}
	name := strings.Repeat("m", 10_000)
	for i := range 10_000 {
		in.Targets = append(in.Targets, api.TargetCluster{Name: fmt.Sprint(name, i)})
		in.Health = append(in.Health, api.AggregatedStatusItem{ClusterName: fmt.Sprint(name, i), Health: interpreter.Healthy})
	}
	for range 100_000 {
		in.Tasks = append(in.Tasks, api.GracefulEvictionTask{FromCluster: name, CreationTimestamp: &metav1.Time{Time: noon}})
	}
	require.Empty(t, eviction.Assess(in).Tasks)
	in.Health[len(in.Health)-1].Health = interpreter.Unhealthy
	require.Len(t, eviction.Assess(in).Tasks, len(in.Tasks))
}
