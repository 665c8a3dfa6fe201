package propagation_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// crowd returns n of everything in one namespace: Deployments, each with its own ConfigMap and a shared one, and policies that select all of them.
func crowd(n int) propagation.PlanInput {
	in := propagation.PlanInput{Registry: plantest.Natives}
	in.Options.AssumeAPIs = true
	for i := range 3 {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("member", i)}})
	}
	object := func(apiVersion, kind, name string) *unstructured.Unstructured {
		o := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": name, "namespace": "shop", "uid": kind + name, "labels": map[string]any{"name": name}},
		}}
		in.Templates = append(in.Templates, o)
		return o
	}
	object("v1", "ConfigMap", "shared")
	for i := range n {
		name := fmt.Sprint("web-", i)
		object("v1", "ConfigMap", name)
		var from []any
		for _, needed := range []string{name, "shared"} {
			from = append(from, map[string]any{"configMapRef": map[string]any{"name": needed}})
		}
		object("apps/v1", "Deployment", name).Object["spec"] = map[string]any{
			"replicas": int64(i % 5), "template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "image": "web:1", "envFrom": from}}}},
		}
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprint("policy-", i)}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}}
		p.Spec.PropagateDeps = true
		in.Policies = append(in.Policies, p)
	}
	return in
}

// peerCrowd returns n Deployments that are spread over three of 30 clusters each: a third in one affinity group, a third in one anti-affinity group,
// and a third in anti-affinity groups of ten.
func peerCrowd(n int) propagation.PlanInput {
	in := propagation.PlanInput{Registry: plantest.Natives}
	in.Options.AssumeAPIs, in.Options.WithoutManifests = true, true
	in.Options.FeatureGates = api.FeatureGates{api.GateWorkloadAffinity: true}
	for i := range 30 {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("member", i)}})
	}
	policy := workload{Namespace: "shop", Max: 3}.policy()
	policy.PropagationSpec().ResourceSelectors[0].Name = ""
	in.Policies = []api.PropagationSource{policy}
	for i := range n {
		w := workload{Namespace: "shop", Name: fmt.Sprint("web-", i)}
		switch i % 3 {
		case 0:
			w.Group = "all"
		case 1:
			w.Apart = "all"
		default:
			w.Apart = fmt.Sprint(i / 30)
		}
		in.Templates = append(in.Templates, w.template())
	}
	return in
}

// taintedCrowd returns a stored binding with n clusters, and a taint in each of them that evicts it.
func taintedCrowd(n int) propagation.PlanInput {
	in := crowd(1)
	for i := range n {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("more", i)}})
	}
	in.Options.WithoutManifests, in.Options.FeatureGates = true, api.FeatureGates{api.GateFailover: true}
	first, err := propagation.NewPlan(context.Background(), in)
	if err != nil {
		panic(err)
	}
	in = estate.Stored(in, first, true)
	in.Options.Now, in.Options.Taints.NoExecute = estate.Time, true
	for _, c := range in.Clusters {
		c.Spec.Taints = []api.Taint{{Key: "broken", Effect: api.TaintNoExecute}}
	}
	return in
}

// longNames returns n Deployments with a policy and a taint whose names have n kilobytes. No cluster fits.
func longNames(n int) propagation.PlanInput {
	in := crowd(n)
	name := "a" + strings.Repeat("n", 1000*n)
	in.Policies[0].SetName(name)
	in.Policies[0].PropagationSpec().Placement.ClusterAffinities = []api.ClusterAffinityTerm{{AffinityName: "first"}, {AffinityName: "second"}}
	in.Options.WithoutManifests, in.Options.Reasons = true, true
	for _, c := range in.Clusters {
		c.Spec.Taints = []api.Taint{{Key: name, Effect: api.TaintNoSchedule}}
	}
	return in
}

// allocated returns the number of bytes that a function allocates.
func allocated(do func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestCost checks that allocations grow in proportion to the input. It is not parallel, because it counts those of the process.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	plan := func(in propagation.PlanInput) *propagation.Plan {
		p, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		return p
	}
	for _, c := range []struct {
		name, reason string
		prepare      func(n int) func()
	}{
		{"NewPlan", "each binding is looked at for the objects that it needs, not for all of the namespace", func(n int) func() {
			in := crowd(n)
			return func() { plan(in) }
		}},
		{"NewPlan again", "what is stored is looked up, too", func(n int) func() {
			in := crowd(n)
			in = estate.Stored(in, plan(in), true)
			return func() { plan(in) }
		}},
		{"NewPlan without dependencies", "what many require is detached from all of them at once", func(n int) func() {
			in := crowd(n)
			in = estate.Stored(in, plan(in), true)
			for i, p := range in.Policies {
				p := p.DeepCopyObject().(api.PropagationSource)
				p.PropagationSpec().PropagateDeps = false
				in.Policies[i] = p
			}
			return func() { plan(in) }
		}},
		{"NewPlan with peers", "the bindings of a group are found in an index", func(n int) func() {
			in := peerCrowd(n)
			return func() { plan(in) }
		}},
		{"NewPlan with stored peers", "the bindings of a group are found in an index", func(n int) func() {
			in := peerCrowd(n)
			in = estate.Stored(in, plan(in), true)
			return func() { plan(in) }
		}},
		{"NewPlan with taints", "a binding is read and copied once, whatever the number of its tainted clusters", func(n int) func() {
			in := taintedCrowd(2 * n)
			return func() {
				evicted := 0
				for _, m := range plan(in).Memory {
					evicted += len(m.Evicted)
				}
				require.Greater(t, evicted, 2*n)
			}
		}},
		{"NewPlan with long names", "what each row says does not have all of a name", func(n int) func() {
			in := longNames(n)
			return func() { require.Error(t, plan(in).Rows[2*n].Err) }
		}},
		{"NewPolicies", "policies of one place are told apart by the last one", func(n int) func() {
			in := crowd(n)
			return func() { claim.NewPolicies(in.Policies...) }
		}},
		{"Diff", "why a Work is left is found once for its binding", func(n int) func() {
			in := crowd(n)
			before := plan(in)
			in.Policies = nil
			after := plan(in)
			return func() { require.NotEmpty(t, diff.Plans(before, after).Works) }
		}},
		{"Diff of clusters", "the targets of a binding are found once", func(n int) func() {
			in := crowd(2)
			for i := range n {
				in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("more", i)}})
			}
			before := plan(in)
			in.Clusters = in.Clusters[:3]
			after := plan(in)
			return func() { require.Len(t, diff.Plans(before, after).Works, 5*n) }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const n = 150
			once, twice, four := allocated(c.prepare(n)), allocated(c.prepare(2*n)), allocated(c.prepare(4*n))
			require.Less(t, twice, 2.6*once, c.reason)
			require.Less(t, four, 2.6*twice, c.reason)
		})
	}
}

// BenchmarkCrowd plans n, 2n and 4n of everything in one namespace.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{1000, 2000, 4000} {
		in := crowd(n)
		b.Run(fmt.Sprint("plan/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := propagation.NewPlan(context.Background(), in)
				require.NoError(b, err)
			}
		})
		b.Run(fmt.Sprint("policies/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				claim.NewPolicies(in.Policies...)
			}
		})
	}
}

// BenchmarkPlanPeers plans n, 2n and 4n bindings with groups, before and after they are stored. The time per binding should not grow.
func BenchmarkPlanPeers(b *testing.B) {
	for _, n := range []int{2500, 5000, 10_000} {
		in := peerCrowd(n)
		first, err := propagation.NewPlan(context.Background(), in)
		require.NoError(b, err)
		for name, in := range map[string]propagation.PlanInput{"new": in, "stored": estate.Stored(in, first, true)} {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := propagation.NewPlan(context.Background(), in)
					require.NoError(b, err)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/binding")
			})
		}
	}
}
