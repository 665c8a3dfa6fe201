package propagation_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// tolerating is a workload in m1 and m2 that tolerates a taint for 15 seconds, before it is planned. The taint manager is on.
func tolerating(t *testing.T) propagation.PlanInput {
	t.Helper()
	seconds := int64(15)
	in := affine(t, "[{name: a, clusters: [m1, m2]}]")
	in.Policies[0].PropagationSpec().Placement.ClusterTolerations = []api.Toleration{{Key: "x", Operator: api.TolerationExists, TolerationSeconds: &seconds}}
	in.Options.FeatureGates = api.FeatureGates{api.GateFailover: true}
	in.Options.Now, in.Options.Taints.NoExecute = estate.Time, true
	return in
}

// taint adds the taint to m1 and m2 some time before now.
func taint(in *propagation.PlanInput, before time.Duration) {
	at := metav1.NewTime(in.Options.Now.Add(-before))
	for i := range in.Clusters[:2] {
		in.Clusters[i] = in.Clusters[i].DeepCopy()
		in.Clusters[i].Spec.Taints = []api.Taint{{Key: "x", Effect: api.TaintNoExecute, TimeAdded: &at}}
	}
}

// TestLookAtTaints has clusters that are chosen although a taint will evict the object from them. The plan has the time of that.
func TestLookAtTaints(t *testing.T) {
	t.Parallel()
	in := tolerating(t)
	taint(&in, 5*time.Second)
	plan := plantest.PlanOf(t, in)
	require.NotNil(t, plan.LookAgain, "a new binding")
	require.Equal(t, estate.Time.Add(10*time.Second), *plan.LookAgain)

	in = tolerating(t)
	in.Options.Now = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	taint(&in, 5*time.Second)
	require.Nil(t, plantest.PlanOf(t, in).LookAgain, "the plan must be JSON")

	in = tolerating(t)
	taint(&in, time.Minute)
	plan = plantest.PlanOf(t, in)
	require.NotNil(t, plan.LookAgain, "the time is over before the clusters are chosen")
	require.Equal(t, estate.Time.Add(10*time.Second), *plan.LookAgain)

	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	in.Options.Memory = plan.Memory
	in.Options.Now = *plan.LookAgain
	require.Len(t, plantest.PlanOf(t, in).Rows[0].Failover, 2, "both clusters evict it")
}

// TestEvictUnscheduled evicts an object from all of its clusters, and nothing schedules it again. The other scheduler, which may do so later, has not
// observed the evictions, so health does not end them: the last copies stay until their grace period is over.
func TestEvictUnscheduled(t *testing.T) {
	t.Parallel()
	yes := true
	for name, change := range map[string]func(spec *api.ResourceBindingSpec, in *propagation.PlanInput){
		"suspended": func(spec *api.ResourceBindingSpec, _ *propagation.PlanInput) {
			spec.Suspension = &api.BindingSuspension{Scheduling: &yes}
		},
		"another scheduler": func(_ *api.ResourceBindingSpec, in *propagation.PlanInput) {
			in.Options.Schedule.SchedulerName = "another"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := tolerating(t)
			in = estate.Stored(in, plantest.PlanOf(t, in), true)
			b := in.Bindings[0]
			change(b.BindingSpec(), &in)
			for _, target := range b.BindingSpec().Clusters {
				b.BindingStatus().AggregatedStatus = append(b.BindingStatus().AggregatedStatus, api.AggregatedStatusItem{ClusterName: target.Name, Health: interpreter.Healthy})
			}
			taint(&in, time.Minute)
			plan := plantest.PlanOf(t, in)
			require.Empty(t, plan.Bindings[0].BindingSpec().Clusters)
			require.Len(t, plan.Bindings[0].BindingSpec().GracefulEvictionTasks, 2)
			require.Empty(t, plan.Deleted)
			for _, d := range plan.Rows[0].Evictions {
				require.Equal(t, eviction.Waiting, d.Kind)
			}
		})
	}
}

// TestDuplicatedHealth evicts duplicated replicas. No replica has to start elsewhere, so it is not a surprise that old health ends the eviction.
func TestDuplicatedHealth(t *testing.T) {
	t.Parallel()
	in := tolerating(t)
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	in.Bindings[0].BindingStatus().AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "m2", Health: interpreter.Healthy}}
	in.Clusters[0] = in.Clusters[0].DeepCopy()
	in.Clusters[0].Spec.Taints = []api.Taint{{Key: "y", Effect: api.TaintNoExecute}}
	row := plantest.PlanOf(t, in).Rows[0]
	require.Len(t, row.Evictions, 1)
	require.Equal(t, eviction.Healthy, row.Evictions[0].Kind)
	require.NotContains(t, strings.Join(row.Warnings, "\n"), "stale-health")
}
