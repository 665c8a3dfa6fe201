package propagation_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// evictFrom adds a task that was created a minute before [estate.Time], and reports health in m1.
func evictFrom(b api.Binding, cluster string) {
	created := metav1.NewTime(estate.Time.Add(-time.Minute))
	b.BindingSpec().GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: cluster, CreationTimestamp: &created}}
	b.BindingStatus().AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "m1", Health: interpreter.Healthy}}
}

// TestPlanEvictsPeers ends the eviction of a from m2. The workload b must not share its clusters.
func TestPlanEvictsPeers(t *testing.T) {
	t.Parallel()
	const has = "cluster already has workload with the same anti-affinity group: shop/"
	in := affine(t, "[{name: a, apart: x, clusters: [m1, m2]}, {name: b, apart: x}]")
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	evictFrom(in.Bindings[0], "m2")
	in.Bindings[0].BindingSpec().Clusters = []api.TargetCluster{{Name: "m1", Replicas: 1}}

	for _, now := range []time.Time{{}, estate.Time} {
		in.Options.Now = now
		require.Equal(t, []string{"a: m1:1; not m2: " + has + "b-deployment; not m3: " + has + "b-deployment", "b: m2:1 m3:1; not m1: " + has + "a-deployment"},
			outcomes(plantest.PlanOf(t, in)), "b takes m2 before the eviction ends")
	}
	in.Options.Touched = func(override.Ref) bool { return false }
	plan := plantest.PlanOf(t, in)
	require.Equal(t, []string{"a: m1:1 m2:1; not m3: " + has + "b-deployment", "b: m3:1; not m1: " + has + "a-deployment; not m2: " + has + "a-deployment"}, outcomes(plan), "only the end of the eviction touches a")
	require.NotContains(t, plan.Rows[0].Reason, "nothing has touched")
	require.Contains(t, plan.Rows[1].Reason, "nothing has touched")
}

// TestPlanEvictsDependencies has an eviction of a ConfigMap that a Deployment needs. The scheduler never sees its binding, which has no cluster of
// its own.
func TestPlanEvictsDependencies(t *testing.T) {
	t.Parallel()
	short, long := 30*time.Second, 2*time.Hour
	for _, c := range []struct {
		name, reason         string
		generation, observed int64
		after                time.Duration
		period               *time.Duration
		want                 eviction.Kind
	}{
		{"waiting", "it was never scheduled", 2, 0, 0, nil, eviction.Waiting},
		{"timed out", "time does not need the scheduler", 2, 0, time.Hour, nil, eviction.TimedOut},
		{"scheduled", "no cluster of its own counts as healthy", 2, 2, 0, nil, eviction.Healthy},
		{"a short default", "the control plane has another grace period", 2, 0, 0, &short, eviction.TimedOut},
		{"a long default", "the control plane has another grace period", 2, 0, time.Hour, &long, eviction.Waiting},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := plantest.Shop(t)
			in = estate.Stored(in, plantest.PlanOf(t, in), true)
			for _, b := range in.Bindings {
				if b.GetName() == "settings-configmap" {
					evictFrom(b, "member3")
					b.SetGeneration(c.generation)
					b.BindingStatus().SchedulerObservedGeneration = c.observed
				}
			}
			in.Options.Now, in.Options.EvictionGracePeriod = estate.Time.Add(c.after), c.period
			plan := plantest.PlanOf(t, in)
			row := rowOf(t, plan, "ConfigMap")
			require.Len(t, row.Evictions, 1, c.reason)
			require.Equal(t, c.want, row.Evictions[0].Kind, c.reason)
			for _, b := range plan.Bindings {
				if b.GetName() == "settings-configmap" {
					require.Equal(t, c.want == eviction.Waiting, len(b.BindingSpec().GracefulEvictionTasks) == 1)
				}
			}
			require.Empty(t, rowOf(t, plan, "Deployment").Evictions)
		})
	}
}

// TestPlanDoesNotEvict has bindings that are not assessed: one that is being deleted, one without a template, and all without a time.
func TestPlanDoesNotEvict(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in.Policies[0].PropagationSpec().PropagateDeps = false
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	b := in.Bindings[0]
	evictFrom(b, "member3")
	tasks := casetest.Frozen(t, b.BindingSpec().GracefulEvictionTasks)
	for name, change := range map[string]func(in *propagation.PlanInput){
		"without a time": func(in *propagation.PlanInput) { in.Options.Now = time.Time{} },
		"left":           func(in *propagation.PlanInput) { in.Templates = nil },
		"deleted": func(in *propagation.PlanInput) {
			gone, _ := b.DeepCopyObject().(api.Binding)
			gone.SetDeletionTimestamp(estate.Deleted)
			in.Bindings = []api.Binding{gone}
		},
	} {
		changed := in
		changed.Options.Now = estate.Time.Add(time.Hour)
		change(&changed)
		plan := plantest.PlanOf(t, changed)
		all := append(plan.Bindings, plan.Left.Bindings...)
		require.Len(t, all, 1, name)
		require.Equal(t, tasks, casetest.Frozen(t, all[0].BindingSpec().GracefulEvictionTasks), name)
		for _, row := range plan.Rows {
			require.Nil(t, row.Evictions, name)
		}
	}
}

// TestPlanEvictsMany has a binding with many tasks and clusters.
func TestPlanEvictsMany(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	for _, b := range in.Bindings {
		evictFrom(b, "member3")
		tasks := b.BindingSpec().GracefulEvictionTasks
		for i := range 50_000 {
			task := tasks[0]
			if i%2 == 0 {
				task.CreationTimestamp = nil
			}
			tasks = append(tasks, task)
		}
		b.BindingSpec().GracefulEvictionTasks = tasks
	}
	in.Options.Now = estate.Time
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	require.Len(t, plan.Rows[1].Evictions, 50_001)
}
