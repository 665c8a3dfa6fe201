package propagation_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// storedShop returns a control plane that is settled.
func storedShop(t *testing.T) propagation.PlanInput {
	t.Helper()
	in := plantest.Shop(t)
	return estate.Stored(in, plantest.PlanOf(t, in), true)
}

// TestPlanSharedID has a binding that is a copy of another one, with its id: neither deletes the Works of the other.
func TestPlanSharedID(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	copied := in.Templates[0].DeepCopy()
	copied.SetName("copy")
	in.Templates = append(in.Templates, copied)
	in.Options.NewID = func(override.Ref) string { return "one" }
	first := plantest.PlanOf(t, in)
	require.Len(t, first.Works, 6, "of both Deployments and the ConfigMap")
	second := plantest.PlanOf(t, estate.Stored(in, first, true))
	require.Empty(t, second.Deleted)
	require.Equal(t, told(t, first, false), told(t, second, false))
}

// TestPlanStrippedLabel has a stored Work without the label of its binding. It has the name of one that the binding makes, so it is merged with that.
func TestPlanStrippedLabel(t *testing.T) {
	t.Parallel()
	in := storedShop(t)
	work := in.Works[0]
	work.UID, work.Finalizers = "uid", append(work.Finalizers, "example.com/kept")
	delete(work.Labels, api.BindingIDLabel)
	plan := plantest.PlanOf(t, in)
	i := slices.IndexFunc(plan.Works, func(w *api.Work) bool { return w.Ref() == work.Ref() })
	require.Equal(t, types.UID("uid"), plan.Works[i].UID)
	require.Contains(t, plan.Works[i].Finalizers, "example.com/kept")
	require.Equal(t, work.Labels[api.WorkIDLabel], plan.Works[i].Labels[api.WorkIDLabel])
	require.NotEmpty(t, plan.Works[i].Labels[api.BindingIDLabel])
	require.Empty(t, plan.Left.Works)
}

// TestPlanWorkGivenTwice has stored Works twice: they are deleted and left once.
func TestPlanWorkGivenTwice(t *testing.T) {
	t.Parallel()
	in := storedShop(t)
	in.Policies[0].PropagationSpec().PropagateDeps = false
	foreign := in.Works[0].DeepCopy()
	foreign.Name, foreign.Labels = "foreign", nil
	in.Works = append(in.Works, foreign)
	in.Works = append(in.Works, in.Works...)
	plan := plantest.PlanOf(t, in)
	require.Len(t, plan.Deleted, 2, "of the ConfigMap")
	require.Len(t, plan.Left.Works, 1)
	require.Len(t, plan.Works, 2)
}

// TestPlanFaultyDependency has a stored binding that cannot be copied: it is not replaced, and the row of its template has the error.
func TestPlanFaultyDependency(t *testing.T) {
	t.Parallel()
	in := storedShop(t)
	i := slices.IndexFunc(in.Bindings, func(b api.Binding) bool { return b.GetName() == "settings-configmap" })
	in.Bindings[i].BindingSpec().ReplicaRequirements = &interpreter.ReplicaRequirements{
		NodeClaim: &interpreter.NodeClaim{Tolerations: []any{map[string]any{"seconds": 1}}},
	}
	plan := plantest.PlanOf(t, in)
	require.Len(t, plan.Warnings, 1)
	require.Contains(t, plan.Warnings[0], "not in the plan: ResourceBinding shop/settings-configmap: nodeClaim: /tolerations/0/seconds is a Go int")
	require.Len(t, plan.Bindings, 1)
	require.ErrorContains(t, plan.Rows[0].Err, "/tolerations/0/seconds is a Go int")
	require.NoError(t, plan.Rows[1].Err)
	require.Len(t, plan.Works, 2, "of the Deployment")
	require.Len(t, plan.Left.Works, 2, "of the ConfigMap")
}

// TestPlanBindingDeletedWithDependencies deletes the binding of a Deployment that is not given. Its ConfigMap, which is given, leaves the clusters.
func TestPlanBindingDeletedWithDependencies(t *testing.T) {
	t.Parallel()
	in := storedShop(t)
	require.Equal(t, "Deployment", in.Templates[0].GetKind())
	in.Templates = in.Templates[1:]
	for _, b := range in.Bindings {
		if b.BindingSpec().Resource.Kind == "Deployment" {
			require.Contains(t, b.GetFinalizers(), api.DependenciesFinalizer)
			b.SetDeletionTimestamp(estate.Deleted)
		}
	}
	plan := plantest.PlanOf(t, in)
	require.Len(t, plan.Deleted, 4)
	require.Empty(t, plan.Left.Works)
	require.Len(t, plan.Left.Bindings, 2)
	for _, b := range plan.Left.Bindings {
		require.NotContains(t, b.GetFinalizers(), api.DependenciesFinalizer)
		require.Empty(t, b.BindingSpec().RequiredBy)
	}
	require.Empty(t, plan.Warnings)
}

// TestPlanBindingDeleted deletes a binding whose template is not given, as the garbage collector does: its Works are deleted.
func TestPlanBindingDeleted(t *testing.T) {
	t.Parallel()
	in := storedShop(t)
	in.Templates = nil
	plan := plantest.PlanOf(t, in)
	require.Empty(t, plan.Deleted, "a template that is not given is unknown, not deleted")
	require.Len(t, plan.Left.Works, 4)
	for _, b := range in.Bindings {
		b.SetDeletionTimestamp(estate.Deleted)
	}
	plan = plantest.PlanOf(t, in)
	require.Len(t, plan.Deleted, 4)
	require.Empty(t, plan.Left.Works)
	require.Len(t, plan.Left.Bindings, 2)
}
