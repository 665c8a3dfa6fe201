package propagation_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// outcomes returns a line for each row: its clusters or the error, and the clusters that its peers rule out.
func outcomes(p *propagation.Plan) (lines []string) {
	for _, row := range p.Rows {
		line := row.Template.Name + ": " + goes(row)
		for _, r := range row.Rejected {
			for _, reason := range r.Reasons {
				if strings.Contains(reason, "affinity group") {
					line += "; not " + r.Cluster + ": " + reason
				}
			}
		}
		if row.Err != nil {
			line += "; error: " + row.Err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

// TestPlanPeers has workloads that must or must not share clusters. Each case is planned a second time with the result stored, and a third time
// with the input in reverse order.
func TestPlanPeers(t *testing.T) {
	t.Parallel()
	const (
		lacks = "ResourceBinding with the same affinity group does not target this cluster: shop/"
		has   = "cluster already has workload with the same anti-affinity group: shop/"
		none  = "0/3 clusters are available: "
	)
	for _, c := range []struct {
		name, reason, workloads string
		want                    []string
	}{
		{"two apart", "the first in the plan's order has the clusters, the second has none", `
- {name: a, apart: x, clusters: [m1]}
- {name: b, apart: x, clusters: [m1]}`,
			[]string{"a: m1:1", "b: ; not m1: " + has + "a-deployment; error: " + none +
				"1 cluster already has workload with the same anti-affinity group, 2 cluster(s) did not match the placement cluster affinity constraint."}},
		{"two apart with enough clusters", "the second takes the remaining cluster", `
- {name: a, apart: x, clusters: [m1, m2]}
- {name: b, apart: x}`,
			[]string{"a: m1:1 m2:1; not m3: " + has + "b-deployment", "b: m3:1; not m1: " + has + "a-deployment; not m2: " + has + "a-deployment"}},
		{"three apart", "each has its own cluster", `
- {name: a, apart: x, max: 1}
- {name: b, apart: x, max: 1}
- {name: c, apart: x, max: 1}`,
			[]string{"a: m1:1; not m2: " + has + "b-deployment; not m3: " + has + "c-deployment",
				"b: m2:1; not m1: " + has + "a-deployment; not m3: " + has + "c-deployment",
				"c: m3:1; not m1: " + has + "a-deployment; not m2: " + has + "b-deployment"}},
		{"two together", "the second follows the first", `
- {name: a, group: x, clusters: [m2]}
- {name: b, group: x}`,
			[]string{"a: m2:1; not m1: " + lacks + "b-deployment; not m3: " + lacks + "b-deployment",
				"b: m2:1; not m1: " + lacks + "a-deployment; not m3: " + lacks + "a-deployment"}},
		{"two together, the wider one first", "the first keeps its clusters, and the second takes the common ones", `
- {name: a, group: x}
- {name: b, group: x, clusters: [m2]}`,
			[]string{"a: m1:1 m2:1 m3:1", "b: m2:1"}},
		{"three together", "the third has only the clusters of both others", `
- {name: a, group: x, clusters: [m1, m2]}
- {name: b, group: x, clusters: [m2, m3]}
- {name: c, group: x}`,
			[]string{"a: m1:1 m2:1; not m3: " + lacks + "b-deployment",
				"b: m2:1; not m1: " + lacks + "c-deployment; not m3: " + lacks + "a-deployment",
				"c: m2:1; not m1: " + lacks + "b-deployment; not m3: " + lacks + "a-deployment"}},
		{"together and apart", "both count", `
- {name: a, group: x, apart: y, clusters: [m1, m2]}
- {name: b, apart: y, clusters: [m2, m3]}
- {name: c, group: x, apart: y}`,
			[]string{"a: m1:1 m2:1; not m3: " + has + "b-deployment",
				"b: m3:1; not m1: " + has + "a-deployment; not m2: " + has + "a-deployment",
				"c: ; not m1: " + has + "a-deployment; not m2: " + has + "a-deployment; not m3: " + lacks + "a-deployment; not m3: " + has +
					"b-deployment; error: " + none + "1 ResourceBinding with the same affinity group does not target this cluster, 2 cluster already has workload with the same anti-affinity group."}},
		{"a peer that is stored", "the first avoids the second, which is already scheduled", `
- {name: a, apart: x}
- {name: b, apart: x, clusters: [m2], stored: [m2], storedApart: x}`,
			[]string{"a: m1:1 m3:1; not m2: " + has + "b-deployment", "b: m2:1; not m1: " + has + "a-deployment; not m3: " + has + "a-deployment"}},
		{"a peer without a template", "its binding still counts", `
- {name: a, apart: x}
- {name: b, gone: true, stored: [m2], storedApart: x}`,
			[]string{"a: m1:1 m3:1; not m2: " + has + "b-deployment"}},
		{"a peer without a cluster", "it does not count", `
- {name: a, group: x}
- {name: b, gone: true, stored: [], storedGroup: x}`,
			[]string{"a: m1:1 m2:1 m3:1"}},
		{"a peer that is being deleted", "it counts until it is gone", `
- {name: a, group: x}
- {name: b, gone: true, deleting: true, stored: [m3], storedGroup: x}`,
			[]string{"a: m3:1; not m1: " + lacks + "b-deployment; not m2: " + lacks + "b-deployment"}},
		{"a peer whose scheduling is suspended", "it keeps its clusters", `
- {name: a, group: x}
- {name: b, group: x, clusters: [m1], suspended: true, stored: [m3], storedGroup: x}`,
			[]string{"a: m3:1; not m1: " + lacks + "b-deployment; not m2: " + lacks + "b-deployment", "b: m3:1"}},
		{"a peer that joins the group", "the labels of the template count, not what is stored", `
- {name: a, apart: x}
- {name: b, apart: x, clusters: [m2], stored: [m2], storedApart: y}`,
			[]string{"a: m1:1 m3:1; not m2: " + has + "b-deployment", "b: m2:1; not m1: " + has + "a-deployment; not m3: " + has + "a-deployment"}},
		{"a peer that leaves the group", "the labels of the template count, not what is stored", `
- {name: a, apart: x}
- {name: b, apart: y, clusters: [m2], stored: [m2], storedApart: x}`,
			[]string{"a: m1:1 m2:1 m3:1", "b: m2:1"}},
		{"a peer that moves away later", "the first takes the cluster that the second has left", `
- {name: a, apart: x, clusters: [m1, m2]}
- {name: b, apart: x, clusters: [m3], stored: [m1], storedApart: x}`,
			[]string{"a: m1:1 m2:1; not m3: " + has + "b-deployment", "b: m3:1; not m1: " + has + "a-deployment; not m2: " + has + "a-deployment"}},
		{"a peer on the same cluster", "a binding keeps its clusters", `
- {name: a, apart: x, clusters: [m1], stored: [m1], storedApart: x}
- {name: b, apart: x, clusters: [m1], stored: [m1], storedApart: x}`,
			[]string{"a: m1:1", "b: m1:1"}},
		{"another namespace", "peers are in the same namespace", `
- {name: a, apart: x, clusters: [m1]}
- {name: b, namespace: bank, apart: x, clusters: [m1]}`,
			[]string{"b: m1:1", "a: m1:1"}},
		{"the kind of the group", "affinity and anti-affinity groups are separate", `
- {name: a, apart: x, clusters: [m1]}
- {name: b, group: x, clusters: [m1, m2]}`,
			[]string{"a: m1:1", "b: m1:1 m2:1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := affine(t, c.workloads)
			first := plantest.PlanOf(t, in)
			require.Equal(t, c.want, outcomes(first), c.reason)
			second := plantest.PlanOf(t, estate.Stored(in, first, true))
			require.Equal(t, told(t, first, true), told(t, second, true), "a second plan differs")
			require.True(t, diff.Plans(first, second).Empty())

			reversed := affine(t, c.workloads)
			for i, j := 0, len(in.Templates)-1; i < j; i, j = i+1, j-1 {
				reversed.Templates[i], reversed.Templates[j] = reversed.Templates[j], reversed.Templates[i]
			}
			require.Equal(t, told(t, first, true), told(t, plantest.PlanOf(t, reversed), true), "the order of the input matters")
		})
	}
}

// TestPlanPeersGate plans without the feature gate: groups do not count, and the row has a warning.
func TestPlanPeersGate(t *testing.T) {
	t.Parallel()
	in := affine(t, `
- {name: a, apart: x, clusters: [m1]}
- {name: b, apart: x, clusters: [m1], stored: [m2], storedApart: x}`)
	in.Options.FeatureGates = nil
	plan := plantest.PlanOf(t, in)
	require.Equal(t, []string{"a: m1:1", "b: m1:1"}, outcomes(plan))
	for _, row := range plan.Rows {
		require.Equal(t, []string{"spec.placement.workloadAffinity has no effect: the feature gate WorkloadAffinity is off"}, row.Warnings)
	}
	require.Equal(t, told(t, plan, true), told(t, plantest.PlanOf(t, estate.Stored(in, plan, true)), true))
}

// TestPlanPeersDeletion removes a template whose binding is still stored, and then the binding.
func TestPlanPeersDeletion(t *testing.T) {
	t.Parallel()
	in := affine(t, `
- {name: a, apart: x, clusters: [m1]}
- {name: b, apart: x, clusters: [m1, m2]}`)
	first := plantest.PlanOf(t, in)
	require.Equal(t, "m2:1", goes(first.Rows[1]))
	in = estate.Stored(in, first, true)
	in.Templates = in.Templates[1:]
	second := plantest.PlanOf(t, in)
	require.Equal(t, []string{"b: m2:1; not m1: cluster already has workload with the same anti-affinity group: shop/a-deployment"}, outcomes(second))
	in = estate.Stored(in, second, true)
	in.Bindings = second.Bindings
	require.Equal(t, []string{"b: m1:1 m2:1"}, outcomes(plantest.PlanOf(t, in)))
}

// TestPlanPeersSwing has two bindings of one group, and regions that have capacity in turn: whenever both are scheduled, the next region has more.
func TestPlanPeersSwing(t *testing.T) {
	t.Parallel()
	swinging := func(regions int) propagation.PlanInput {
		in := affine(t, `
- {name: a, apart: x}
- {name: b, apart: x}`)
		in.Clusters = nil
		for i, p := range in.Policies {
			var names []string
			for n := range 2 * regions {
				c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("%s%d", p.GetName(), n)}}
				c.Spec.Region = fmt.Sprint("region", n/2)
				in.Clusters, names = append(in.Clusters, c), append(names, c.Name)
			}
			placement := &in.Policies[i].PropagationSpec().Placement
			placement.ClusterAffinity.ClusterNames = names
			placement.SpreadConstraints = []api.SpreadConstraint{
				{SpreadByField: api.SpreadByRegion, MinGroups: 1, MaxGroups: 1}, {SpreadByField: api.SpreadByCluster, MinGroups: 1, MaxGroups: 1},
			}
		}
		calls := 0
		in.Options.Schedule.Capacity = func(c *api.Cluster, _ *interpreter.ReplicaRequirements, _ int32) int32 {
			pass := calls / (4 * 2 * regions) // both bindings are scheduled twice in a pass, each for the clusters that it may have
			calls++
			if c.Spec.Region == fmt.Sprint("region", pass%regions) {
				return 1
			}
			return 0
		}
		return in
	}
	plan := plantest.PlanOf(t, swinging(3))
	for i, want := range [][]string{{"a0:1", "a2:1", "a4:1"}, {"b0:1", "b2:1", "b4:1"}} {
		var swing *propagation.SwingError
		require.ErrorAs(t, plan.Rows[i].Err, &swing)
		require.Equal(t, want, swing.Between)
		require.Equal(t, want[0], goes(plan.Rows[i]), "the plan has the first state")
	}
	for _, row := range plantest.PlanOf(t, swinging(70)).Rows {
		require.ErrorContains(t, row.Err, "scheduling with its workload affinity groups does not settle in 64 rounds: no cluster, then ")
		require.Empty(t, goes(row), "it is left where it was")
	}
}

// TestPlanPeersCanceled cancels the context while bindings with peers are scheduled.
func TestPlanPeersCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	in := affine(t, `
- {name: a, apart: x}
- {name: b, apart: x}
- {name: c, group: x}`)
	var done []int
	in.Options.Progress = func(n, total int) {
		require.Equal(t, 3, total)
		if done = append(done, n); n == 2 {
			cancel()
		}
	}
	_, err := propagation.NewPlan(ctx, in)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []int{1, 2}, done)
}

// TestPlanPeersAgain plans random workloads twice: nothing changes, and two bindings of an anti-affinity group share a cluster only if both have it stored.
func TestPlanPeersAgain(t *testing.T) {
	t.Parallel()
	ruledOut := 0
	for number := range estatesToPlan() {
		r := estate.New(*estateSeed, uint64(number))
		workloads := randomWorkloads(t, r)
		in := affine(t, workloads)
		in.Options.WithoutManifests = true
		if r.One(2) {
			in.Options.Now = estate.Time
			for _, b := range in.Bindings {
				r.Evict(b)
			}
		}
		first := plantest.PlanOf(t, in)
		require.Equal(t, told(t, first, true), told(t, plantest.PlanOf(t, estate.Stored(in, first, true)), true), "planning again gives something else:\n%s", workloads)

		before := map[string]bool{}
		for _, b := range in.Bindings {
			for _, c := range b.BindingSpec().Clusters {
				before[b.GetName()+" on "+c.Name] = true
			}
		}
		has := map[string]string{} // the binding that has a cluster, by the group and the cluster
		for _, b := range first.Bindings {
			if groups := b.BindingSpec().WorkloadAffinityGroups; groups != nil && groups.AntiAffinityGroup != "" {
				for _, c := range b.BindingSpec().Clusters {
					key := groups.AntiAffinityGroup + " on " + c.Name
					if other := has[key]; other != "" {
						require.True(t, before[other+" on "+c.Name] && before[b.GetName()+" on "+c.Name], "%s and %s share %s:\n%s", other, b.GetName(), c.Name, workloads)
					}
					has[key] = b.GetName()
				}
			}
		}
		ruledOut += strings.Count(strings.Join(outcomes(first), "\n"), "; not ")
	}
	require.Greater(t, ruledOut, estatesToPlan(), "reasons that name a peer")
}
