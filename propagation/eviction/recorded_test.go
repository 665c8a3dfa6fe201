package eviction_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recorded is a case with the result of Karmada.
type recorded struct {
	Name, Op       string
	Now            time.Time
	TimeoutSeconds int64

	Binding json.RawMessage // of AssessBinding

	Tasks            []api.GracefulEvictionTask // of AssessEviction, like the rest
	TargetClusters   []api.TargetCluster
	AggregatedStatus []api.AggregatedStatusItem
	Scheduled        bool

	Want json.RawMessage
}

// TestRecorded replays recordings of Karmada f8fdd02df. The results are equal, with their order and every field.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{"assesseviction": 22, "assessbinding": 32} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			cases := casetest.Recorded[recorded](t, file)
			require.Len(t, cases, count, "every recording is read")
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					before := casetest.Frozen(t, c)
					got, want := c.answer(t), map[string]any{}
					require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
					require.NoError(t, json.Unmarshal(c.Want, &want))
					require.JSONEq(t, casetest.Frozen(t, want), casetest.Frozen(t, got))
				})
			}
		})
	}
}

// answer returns what the recording has as want.
func (c recorded) answer(t *testing.T) any {
	timeout := time.Duration(c.TimeoutSeconds) * time.Second
	if c.Op == "AssessEviction" {
		result := eviction.Assess(eviction.Input{
			Tasks: c.Tasks, Targets: c.TargetClusters, Health: c.AggregatedStatus, Scheduled: c.Scheduled, Now: c.Now, GracePeriod: &timeout,
		})
		checkResult(t, c.Tasks, result)
		evicted := []string{}
		for _, d := range result.Decisions {
			if d.Dropped {
				evicted = append(evicted, d.Cluster)
			}
		}
		return map[string]any{"kept": result.Tasks, "evicted": evicted, "retryAfterSeconds": result.RetryAfter.Seconds()}
	}
	binding := bindingOf(t, c.Binding)
	before := casetest.Frozen(t, binding)
	result := eviction.Assess(inputOf(binding, c.Now, &timeout))
	require.Equal(t, before, casetest.Frozen(t, binding))
	checkResult(t, binding.BindingSpec().GracefulEvictionTasks, result)
	return map[string]any{"gracefulEvictionTasks": result.Tasks, "written": result.Changed, "retryAfterSeconds": result.RetryAfter.Seconds()}
}

// checkResult checks that each task has a decision with a reason, and that the result has the tasks that are kept, in their order.
func checkResult(t *testing.T, tasks []api.GracefulEvictionTask, result eviction.Result) {
	t.Helper()
	require.Len(t, result.Decisions, len(tasks))
	kept, changed := 0, false
	for i, d := range result.Decisions {
		require.Equal(t, tasks[i].FromCluster, d.Cluster)
		require.NotEmpty(t, d.Reason)
		if changed = changed || d.Dropped || d.Kind == eviction.Created; d.Dropped {
			continue
		}
		want, got := tasks[i], result.Tasks[kept]
		if want.CreationTimestamp.IsZero() {
			require.Zero(t, got.CreationTimestamp.Nanosecond())
			require.False(t, got.CreationTimestamp.IsZero())
			want.CreationTimestamp, got.CreationTimestamp = nil, nil
		}
		require.Equal(t, want, got)
		kept++
	}
	require.Len(t, result.Tasks, kept)
	require.Equal(t, changed, result.Changed)
}

func bindingOf(t *testing.T, text []byte) api.Binding {
	var binding api.Binding = &api.ResourceBinding{}
	if bytes.Contains(text, []byte(`"kind":"ClusterResourceBinding"`)) {
		binding = &api.ClusterResourceBinding{}
	}
	require.NoError(t, json.Unmarshal(text, binding))
	return binding
}

// inputOf returns what a controller assesses of a stored binding: nothing of one that is being deleted.
func inputOf(b api.Binding, now time.Time, gracePeriod *time.Duration) eviction.Input {
	spec, status := b.BindingSpec(), b.BindingStatus()
	in := eviction.Input{Tasks: spec.GracefulEvictionTasks, Targets: spec.Clusters, Health: status.AggregatedStatus, Now: now, GracePeriod: gracePeriod}
	if in.Scheduled = status.SchedulerObservedGeneration == b.GetGeneration(); b.GetDeletionTimestamp() != nil {
		in.Now = time.Time{}
	}
	return in
}
