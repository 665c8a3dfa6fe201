package propagation_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// outputs returns a plan without warnings and reasons, which may differ the second time.
func outputs(t testing.TB, p *propagation.Plan) string {
	t.Helper()
	for _, row := range p.Rows {
		require.NoError(t, row.Err, "%s", row.Template)
	}
	return casetest.Frozen(t, []any{p.Bindings, p.Works, p.Deleted})
}

// TestPlanSettles plans the result of a plan: nothing changes. Inputs are not written, and their order does not matter.
func TestPlanSettles(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(60, 12, 40)
	before := casetest.Frozen(t, []any{in.Templates, in.Policies, in.Clusters})
	first, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, before, casetest.Frozen(t, []any{in.Templates, in.Policies, in.Clusters}), "the input must not change")
	require.NotEmpty(t, first.Works)
	require.Empty(t, first.Deleted)

	again := in
	again.Bindings, again.Works = first.Bindings, first.Works
	second, err := propagation.NewPlan(context.Background(), again)
	require.NoError(t, err)
	require.Equal(t, outputs(t, first), outputs(t, second), "a second plan differs")

	g := rand.New(rand.NewPCG(1, 2))
	shuffled := in
	shuffled.Templates, shuffled.Policies, shuffled.Clusters = slices.Clone(in.Templates), slices.Clone(in.Policies), slices.Clone(in.Clusters)
	g.Shuffle(len(shuffled.Templates), func(i, j int) {
		shuffled.Templates[i], shuffled.Templates[j] = shuffled.Templates[j], shuffled.Templates[i]
	})
	g.Shuffle(len(shuffled.Policies), func(i, j int) {
		shuffled.Policies[i], shuffled.Policies[j] = shuffled.Policies[j], shuffled.Policies[i]
	})
	g.Shuffle(len(shuffled.Clusters), func(i, j int) {
		shuffled.Clusters[i], shuffled.Clusters[j] = shuffled.Clusters[j], shuffled.Clusters[i]
	})
	third, err := propagation.NewPlan(context.Background(), shuffled)
	require.NoError(t, err)
	require.Equal(t, outputs(t, first), outputs(t, third), "the order of the input matters")
}

// TestPlanDivides checks the sum of divided replicas.
func TestPlanDivides(t *testing.T) {
	t.Parallel()
	plan, err := propagation.NewPlan(context.Background(), plantest.Estate(200, 20, 100))
	require.NoError(t, err)
	divided := 0
	for _, b := range plan.Bindings {
		spec := b.BindingSpec()
		if spec.Placement == nil || spec.Placement.ReplicaScheduling == nil || spec.Replicas == 0 {
			continue
		}
		sum := int32(0)
		for _, c := range spec.Clusters {
			sum += c.Replicas
		}
		require.Equal(t, spec.Replicas, sum, "%s", b.Ref())
		divided++
	}
	require.Greater(t, divided, 50)
}

// TestPlanWithoutRegistry expects a warning for each object that is not divided because no interpreter reads its replicas.
func TestPlanWithoutRegistry(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(60, 12, 40)
	in.Registry = nil
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	warned := 0
	for _, row := range plan.Rows {
		for i, warning := range row.Warnings {
			if strings.Contains(warning, "has neither replicas nor replica requirements") {
				kind := schema.FromAPIVersionAndKind(row.Template.APIVersion, row.Template.Kind)
				require.Equal(t, fmt.Sprintf("no interpreter has InterpretReplica for %s: the Registry is nil or empty", kind), row.Warnings[i+1])
				warned++
			}
		}
	}
	require.NotZero(t, warned)
}

// BenchmarkPlan plans 10,000 templates for 200 clusters with 500 policies: rows only, with Works, and with Works that are read as a stream. To
// compare numbers of cores, run a process for each, with GOMAXPROCS and -cpu set to it.
func BenchmarkPlan(b *testing.B) {
	for _, kind := range []string{"rows", "works", "stream"} {
		in := plantest.Estate(10_000, 200, 500)
		in.Options.WithoutManifests, in.Options.StreamWorks = kind == "rows", kind == "stream"
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				plan, err := propagation.NewPlan(context.Background(), in)
				require.NoError(b, err)
				require.Len(b, plan.Rows, 10_040)
				if kind != "stream" {
					continue
				}
				for _, err := range propagation.MapWorks(context.Background(), plan, 0, work.Prepared.Work) {
					require.NoError(b, err)
				}
			}
		})
	}
}

// TestPlanGates sets feature gates once for all stages.
func TestPlanGates(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	require.NotEmpty(t, plantest.PlanOf(t, in).Rows[0].Clusters, "the ConfigMap follows the Deployment")
	in.Options.FeatureGates = api.FeatureGates{api.GatePropagateDeps: false}
	require.Empty(t, plantest.PlanOf(t, in).Rows[0].Clusters, "dependencies do not follow")

	in.Bindings = []api.Binding{&api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"}, Spec: api.ResourceBindingSpec{
		GracefulEvictionTasks: []api.GracefulEvictionTask{{FromCluster: "member3", PurgeMode: api.PurgeDirectly, PreservedLabelState: map[string]string{"state": "kept"}}},
	}}}
	in.Policies[0].PropagationSpec().Placement.ClusterAffinity.ClusterNames = []string{"member1"}
	for _, on := range []bool{false, true} {
		in.Options.FeatureGates = api.FeatureGates{api.GateStatefulFailoverInjection: on}
		plan := plantest.PlanOf(t, in)
		manifest := unstructured.Unstructured{Object: plan.Works[slices.IndexFunc(plan.Works, func(w *api.Work) bool { return w.Spec.Workload.Manifests[0]["kind"] == "Deployment" })].Spec.Workload.Manifests[0]}
		require.Equal(t, on, manifest.GetLabels()["state"] == "kept", "a Work carries the state only with the gate")
	}

	in.Options.FeatureGates = api.FeatureGates{"AllAlpha": true}
	_, err := propagation.NewPlan(context.Background(), in)
	require.ErrorContains(t, err, `feature gates: found "AllAlpha", expected only`)
}
