package propagation_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// Other Go types with a nil interface inside: every call panics.
type (
	foreignPolicy  struct{ api.PropagationSource }
	foreignBinding struct{ api.Binding }
)

var allGates = api.FeatureGates{
	api.GateMultiplePodTemplatesScheduling: true, api.GatePropagationPolicyPreemption: true, api.GateResourceQuotaEstimate: true,
	api.GateStatefulFailoverInjection: true, api.GateWorkloadAffinity: true,
}

// selectsAll returns a policy that selects all wild objects.
func selectsAll() *api.PropagationPolicy {
	p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: "shop"}}
	p.Spec.PropagateDeps = true
	p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}, {APIVersion: "batch/v1", Kind: "Job"}}
	return p
}

// TestWildObjects passes objects that no decoder makes to every function that takes one. Errors are allowed, panics are not, and all calls return.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	ctx, p := context.Background(), selectsAll()
	policies := claim.NewPolicies(p)
	independent := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}, Spec: api.ResourceBindingSpec{PropagateDeps: true}}
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, filter := range []*claim.ResourceFilter{nil, {}} {
				_, why := filter.Eligible(object)
				require.NotEmpty(t, why)
				_, why = filter.PassesEvent(object)
				require.NotEmpty(t, why)
			}
			for _, of := range []*claim.Policies{{}, policies} {
				_, _ = claim.Decide(claim.DecideInput{Object: object, Policies: of})
				of.Lazy(object)
				require.NotEmpty(t, of.ShouldRelease(p.Ref(), object).Reason)
				of.Preempt(object, allGates)
			}
			require.NotEmpty(t, claim.Changed(object, object).Reason)
			require.NotEmpty(t, claim.Changed(nil, object).Reason)
			for _, registry := range []*interpreter.Registry{nil, plantest.Natives} {
				require.NotNil(t, bind.Interpret(ctx, registry, object))
				bound, err := bind.Bind(ctx, bind.Input{Template: object, Policy: p, Registry: registry, FeatureGates: allGates})
				require.Equal(t, bound == nil, err != nil, "with an error there is no binding")
				find := func(context.Context, interpreter.Dependency) ([]*unstructured.Unstructured, error) {
					return []*unstructured.Unstructured{object, nil}, nil
				}
				for _, hooks := range []*interpreter.Registry{registry, needy} {
					batch := bind.NewBatch([]*api.ResourceBinding{independent}, nil)
					_, _ = batch.Distribute(ctx, bind.DistributeInput{Independent: independent, Template: object, Registry: hooks, Find: find})
					_, _ = batch.Finish()
				}
			}
			for _, d := range []interpreter.Dependency{{}, {APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}}} {
				_, _ = bind.FindIn(object, nil)(ctx, d)
			}
		})
	}
}

// needs is an interpreter that returns a dependency for every Deployment and Job.
type needs struct{ interpreter.Dependency }

var needy = interpreter.NewRegistry(needs{interpreter.Dependency{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "wild"}})

func (needs) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (n needs) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return []interpreter.Dependency{n.Dependency}, nil
}

// TestWildPlans plans every wild object together with valid ones. Only its own row may have an error.
func TestWildPlans(t *testing.T) {
	t.Parallel()
	good := plantest.Shop(t)
	good.Policies = append(good.Policies, nil, (*api.PropagationPolicy)(nil), foreignPolicy{}, selectsAll())
	want := rowsOf(plantest.PlanOf(t, good))
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := good
			in.Templates = append(slices.Clone(good.Templates), object)
			plan := plantest.PlanOf(t, in)
			got := rowsOf(plan)
			for ref, row := range want {
				require.Equal(t, row, got[ref])
			}
			require.True(t, diff.Plans(plan, plantest.PlanOf(t, estate.Stored(in, plan, true))).Empty())
		})
	}
}

// TestWildWorks plans with a stored Work that no decoder returns, of a binding and of none.
func TestWildWorks(t *testing.T) {
	t.Parallel()
	good := plantest.Shop(t)
	plan := plantest.PlanOf(t, good)
	good = estate.Stored(good, plan, true)
	for name, v := range wild.Values() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := good
			bad, other := *good.Works[0], &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-member1", Name: "other"}}
			for _, w := range []*api.Work{&bad, other} {
				w.Spec.Workload.Manifests = []api.Manifest{nil, {"apiVersion": v, "kind": v, "metadata": v, "spec": v}}
			}
			in.Works = append(slices.Clone(good.Works), &bad, other)
			got := plantest.PlanOf(t, in)
			require.Equal(t, rowsOf(plantest.PlanOf(t, good)), rowsOf(got))
			require.NotEmpty(t, diff.Plans(plan, got).String())
		})
	}
}

// rowsOf returns the rows of a plan with the messages of their errors.
func rowsOf(p *propagation.Plan) map[override.Ref][2]any {
	all := map[override.Ref][2]any{}
	for _, row := range p.Rows {
		text := ""
		if row.Err != nil {
			text = row.Err.Error()
		}
		content := *row
		content.Err = nil
		all[row.Template] = [2]any{content, text}
	}
	return all
}

// TestWildBindings passes nil, empty, cyclic and other Go types of bindings and plans to the functions that take them.
func TestWildBindings(t *testing.T) {
	t.Parallel()
	bindings := map[string]api.Binding{
		"nil": nil, "a nil ResourceBinding": (*api.ResourceBinding)(nil), "a nil ClusterResourceBinding": (*api.ClusterResourceBinding)(nil),
		"a foreign type": foreignBinding{}, "empty": &api.ResourceBinding{}, "empty, for the cluster": &api.ClusterResourceBinding{},
	}
	for name, v := range wild.Values() {
		affinity, _ := v.(map[string]any)
		claim := &interpreter.ReplicaRequirements{NodeClaim: &interpreter.NodeClaim{HardNodeAffinity: affinity, Tolerations: []any{v}}}
		spec := api.ResourceBindingSpec{
			ReplicaRequirements: claim, Components: []interpreter.Component{{Requirements: claim}, {}}, Replicas: -1, PropagateDeps: true,
			Resource:   api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"},
			Clusters:   []api.TargetCluster{{Name: "member1", Replicas: 1_000_000_000}, {Name: "member1", Replicas: -1}, {}},
			RequiredBy: []api.BindingSnapshot{{}, {Name: "x", Clusters: []api.TargetCluster{{}}}},
		}
		bindings[name] = &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"}, Spec: spec}
	}
	for name, b := range bindings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, other := range slices.Collect(maps.Values(bindings)) {
				merged, changed, err := bind.Merge(b, other)
				require.Equal(t, merged == nil, err != nil)
				require.True(t, err == nil || changed == nil)
				diff.Plans(planWith(b), planWith(other)).Markdown()
			}
			rb, _ := b.(*api.ResourceBinding)
			for _, independent := range []*api.ResourceBinding{nil, {}, rb} {
				batch := bind.NewBatch([]*api.ResourceBinding{independent, rb}, nil)
				_, _ = batch.Distribute(context.Background(), bind.DistributeInput{Independent: independent, Template: exampleDeployment(), Registry: needy})
				_, _ = batch.Finish()
			}
			in := plantest.Shop(t)
			in.Bindings, in.Clusters = append(in.Bindings, b), append(in.Clusters, nil)
			in.Works = []*api.Work{nil, {}, {ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-"}}}
			plan := plantest.PlanOf(t, in)
			require.Len(t, plan.Rows, 2)
			for _, row := range plan.Rows {
				require.True(t, row.Err == nil || row.Template.Name == "web", "only the template of the binding has an error: %v", row.Err)
			}
		})
	}
}

func planWith(b api.Binding) *propagation.Plan {
	ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	return &propagation.Plan{Bindings: []api.Binding{b, nil}, Rows: []*propagation.Row{{Template: ref, Binding: override.Ref{Name: "x"}}, {}}}
}

// TestWildDiff compares plans that NewPlan does not make.
func TestWildDiff(t *testing.T) {
	t.Parallel()
	plans := []*propagation.Plan{nil, {}, {Rows: []*propagation.Row{{}, nil, {}}, Bindings: []api.Binding{nil, foreignBinding{}}}}
	for _, v := range wild.Values() {
		work := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-member1", Name: "web"}}
		work.Spec.Workload.Manifests = []api.Manifest{nil, {"spec": v}}
		plans = append(plans, &propagation.Plan{Works: []*api.Work{work, nil, work}})
	}
	for _, before := range plans {
		for _, after := range plans {
			d := diff.Plans(before, after)
			require.NotEmpty(t, d.String())
			require.NotEmpty(t, d.Markdown())
		}
	}
	require.NotEmpty(t, (&diff.Difference{}).String())
	require.NotEmpty(t, (&diff.Difference{}).Markdown())
}

// TestWildPolicies has no policies, nil ones and other Go types.
func TestWildPolicies(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	all := []api.PropagationSource{nil, (*api.PropagationPolicy)(nil), (*api.ClusterPropagationPolicy)(nil), foreignPolicy{}}
	require.NoError(t, claim.NewPolicies(all...).Faults())
	for _, p := range all {
		bound, err := bind.Bind(ctx, bind.Input{Template: exampleDeployment(), Policy: p, Registry: nil})
		require.Error(t, err)
		require.Nil(t, bound)
	}
	_, found := (&claim.Policies{}).Get(override.Ref{Kind: "PropagationPolicy"})
	require.False(t, found)
	plan, err := propagation.NewPlan(ctx, propagation.PlanInput{})
	require.NoError(t, err)
	require.Empty(t, plan.Rows)
}

// TestZeroErrors checks that zero errors have a message, and nil ones of packages that handle nil.
func TestZeroErrors(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		&work.Error{}, &schedule.UnschedulableError{}, &schedule.WarnedError{},
		&propagation.SwingError{}, &bind.OwnerError{},
		&bind.ReferrerError{}, &claim.DeletingError{}, &claim.MissingOverridesError{},
	} {
		require.NotEmpty(t, err.Error())
		require.NotErrorIs(t, err, context.Canceled)
	}
}

// TestNilOverrides plans with override policies that are nil.
func TestNilOverrides(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	want := rowsOf(plantest.PlanOf(t, in))
	in.Overrides = append(in.Overrides, nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil))
	require.Equal(t, want, rowsOf(plantest.PlanOf(t, in)))
	require.Nil(t, in.Overrides[len(in.Overrides)-3], "the input is not written")
}
