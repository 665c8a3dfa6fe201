package propagation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// failing is a random control plane whose clusters get taints and whose applications become unhealthy.
type failing struct {
	*rand.Rand
	in propagation.PlanInput
}

func newFailing(t *testing.T, seed uint64) *failing {
	f := &failing{Rand: rand.New(rand.NewPCG(seed, 1)), in: plantest.Estate(8, 5, 40)}
	f.in.Options.Now, f.in.Options.FeatureGates = estate.Time, api.FeatureGates{api.GateFailover: true, api.GateStatefulFailoverInjection: f.IntN(2) == 0}
	f.in.Options.Taints.NoExecute = true
	for _, p := range f.in.Policies {
		spec := p.PropagationSpec()
		spec.Placement.ClusterAffinity = nil
		seconds := int32(f.IntN(100))
		spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{
			DecisionConditions: api.DecisionConditions{TolerationSeconds: &seconds}, PurgeMode: api.PurgeGracefully, GracePeriodSeconds: &seconds,
		}}
		tolerated := int64(f.IntN(200))
		spec.Placement.ClusterTolerations = []api.Toleration{{Key: "slow", Operator: api.TolerationExists, TolerationSeconds: &tolerated}}
	}
	f.plan(t)
	return f
}

// plan plans, stores the result as an API server and a scheduler do, and returns the plan.
func (f *failing) plan(t *testing.T) *propagation.Plan {
	plan := plantest.PlanOf(t, f.in)
	f.in = estate.Stored(f.in, plan, true)
	f.in.Options.Memory = plan.Memory
	return plan
}

// fail taints clusters and reports health at random.
func (f *failing) fail() {
	for i, c := range f.in.Clusters {
		c = c.DeepCopy()
		c.Spec.Taints = nil
		if f.IntN(3) == 0 {
			at := metav1.NewTime(f.in.Options.Now)
			c.Spec.Taints = []api.Taint{{Key: []string{"slow", "broken"}[f.IntN(2)], Effect: api.TaintNoExecute, TimeAdded: &at}}
		}
		f.in.Clusters[i] = c
	}
	for _, b := range f.in.Bindings {
		b.BindingStatus().AggregatedStatus = nil
		for _, target := range work.Targets(b.BindingSpec()) {
			health := []interpreter.Health{interpreter.Healthy, interpreter.Healthy, interpreter.Unhealthy, interpreter.UnknownHealth, ""}[f.IntN(5)]
			b.BindingStatus().AggregatedStatus = append(b.BindingStatus().AggregatedStatus, api.AggregatedStatusItem{ClusterName: target.Name, Health: health})
		}
	}
}

// tasks returns all tasks by binding and cluster.
func (f *failing) tasks() map[string]api.GracefulEvictionTask {
	all := map[string]api.GracefulEvictionTask{}
	for _, b := range f.in.Bindings {
		for _, task := range b.BindingSpec().GracefulEvictionTasks {
			all[b.Ref().String()+" "+task.FromCluster] = task
		}
	}
	return all
}

// TestFailoverProperties lets clusters and applications fail at random:
//
//  1. The order of the clusters, the bindings and what is remembered does not matter.
//  2. An object that was in a cluster stays in one, because all evictions are graceful, until a task has timed out.
//  3. Every task has a time to look again, and with the clock running every task ends, even if nothing becomes healthy.
func TestFailoverProperties(t *testing.T) {
	t.Parallel()
	evicted, seeds := 0, uint64(12)
	if testing.Short() {
		seeds /= 3
	}
	for seed := range seeds {
		f := newFailing(t, seed)
		for round := range 6 {
			f.fail()
			before := map[string]bool{}
			for _, b := range f.in.Bindings {
				before[b.Ref().String()] = len(work.KeptClusters(b.BindingSpec())) > 0
			}
			turned := f.in
			turned.Clusters, turned.Bindings = slices.Clone(f.in.Clusters), slices.Clone(f.in.Bindings)
			turned.Options.Memory = slices.Clone(f.in.Options.Memory)
			slices.Reverse(turned.Clusters)
			slices.Reverse(turned.Bindings)
			slices.Reverse(turned.Options.Memory)
			other := plantest.PlanOf(t, turned)
			plan := f.plan(t)
			require.Equal(t, casetest.Frozen(t, plan), casetest.Frozen(t, other), "seed %d, round %d: the order matters", seed, round)
			timedOut := map[string]bool{}
			for _, row := range plan.Rows {
				for _, d := range row.Evictions {
					timedOut[row.Binding.String()] = timedOut[row.Binding.String()] || d.Kind == "TimedOut"
				}
			}
			for _, b := range f.in.Bindings {
				ref := b.Ref().String()
				if before[ref] && !timedOut[ref] && b.BindingSpec().Placement != nil {
					require.NotEmpty(t, work.KeptClusters(b.BindingSpec()), "seed %d, round %d: %s is nowhere", seed, round, ref)
				}
			}
			if len(f.tasks()) > 0 {
				evicted++
				require.NotNil(t, plan.LookAgain, "seed %d, round %d", seed, round)
			}
			f.in.Options.Now = f.in.Options.Now.Add(time.Duration(f.IntN(60)) * time.Second)
		}
		for _, c := range f.in.Clusters {
			c.Spec.Taints = nil
		}
		for _, b := range f.in.Bindings {
			b.BindingStatus().AggregatedStatus = nil
		}
		for range 1000 {
			if len(f.tasks()) == 0 {
				break
			}
			again := f.plan(t).LookAgain
			if again == nil {
				break
			}
			f.in.Options.Now = *again
		}
		require.Empty(t, f.tasks(), "seed %d: a task does not end", seed)
	}
	require.Greater(t, evicted, int(seeds*5/3), "evictions were tested")
}

// TestSurprises has the surprises that the recordings lack.
func TestSurprises(t *testing.T) {
	t.Parallel()
	second := int64(1)
	at := metav1.NewTime(estate.Time.Add(-time.Minute))
	for _, c := range []struct {
		name, reason string
		change       func(in *propagation.PlanInput)
		want         string
	}{
		{"loop", "the scheduler ignores tolerationSeconds", func(*propagation.PlanInput) {}, "eviction-loop: the object is evicted from cluster m1 every 10 seconds"},
		{"off", "the taint manager is off by default", func(in *propagation.PlanInput) { in.Options.Taints.NoExecute = false },
			"nothing-evicts: cluster m1 keeps its objects: the taint manager is off"},
		{"gate", "the taint manager needs a gate", func(in *propagation.PlanInput) { in.Options.FeatureGates = nil },
			"nothing-evicts: cluster m1 keeps its objects: the taint manager is off"},
		{"not ready", "nothing adds NoExecute", func(in *propagation.PlanInput) {
			in.Clusters[0].Spec.Taints = []api.Taint{{Key: api.TaintClusterUnreachable, Effect: api.TaintNoSchedule}}
		}, "nothing-evicts: cluster m1 keeps its objects: it has the taint cluster.karmada.io/unreachable:NoSchedule, and no taint with the effect NoExecute"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := affine(t, "[{name: a, clusters: [m1, m2]}]")
			in.Policies[0].PropagationSpec().Placement.ClusterTolerations = []api.Toleration{{Key: "x", Operator: api.TolerationExists, TolerationSeconds: &second}}
			in.Options.FeatureGates = api.FeatureGates{api.GateFailover: true}
			in.Options.Now, in.Options.Taints.NoExecute = estate.Time, true
			in = estate.Stored(in, plantest.PlanOf(t, in), true)
			in.Clusters = slices.Clone(in.Clusters)
			in.Clusters[0] = in.Clusters[0].DeepCopy()
			in.Clusters[0].Spec.Taints = []api.Taint{{Key: "x", Effect: api.TaintNoExecute, TimeAdded: &at}}
			for _, b := range in.Bindings {
				for _, target := range b.BindingSpec().Clusters {
					b.BindingStatus().AggregatedStatus = append(b.BindingStatus().AggregatedStatus, api.AggregatedStatusItem{ClusterName: target.Name, Health: interpreter.Healthy})
				}
			}
			c.change(&in)
			plan := plantest.PlanOf(t, in)
			require.Contains(t, fmt.Sprint(plan.Warnings, plan.Rows[0].Warnings), c.want, c.reason)
			if c.name == "loop" {
				require.Equal(t, estate.Time.Add(10*time.Second), *plan.LookAgain)
				in = estate.Stored(in, plan, true)
				in.Options.Memory = plan.Memory
				require.Empty(t, plantest.PlanOf(t, in).Rows[0].Failover, "not twice at one instant")
				in.Options.Now = *plan.LookAgain
				require.Len(t, plantest.PlanOf(t, in).Rows[0].Failover, 1, "but ten seconds later")
			}
		})
	}
}
