package propagation_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/plantest"
)

func TestIsRetryable(t *testing.T) {
	t.Parallel()
	permanent := errors.New("permanent")
	for _, c := range []struct {
		name, reason string
		err          error
		want         bool
	}{
		{"nil", "there is no error", nil, false},
		{"another error", "it stays", permanent, false},
		{"DeletingError", "the policy is gone soon", &claim.DeletingError{}, true},
		{"MissingOverridesError", "they may be created", &claim.MissingOverridesError{}, true},
		{"OwnerError", "the old object is gone soon", &bind.OwnerError{}, true},
		{"WorkloadError", "the binding may be created", &bind.WorkloadError{}, true},
		{"WorkloadError of a collision", "the name is that of another object's binding", &bind.WorkloadError{Found: override.Ref{Kind: "Deployment"}}, false},
		{"WorkloadErrors", "one of them may go away", fmt.Errorf("x: %w", errors.Join(&bind.WorkloadError{Found: override.Ref{Kind: "Deployment"}}, &bind.WorkloadError{})), true},
		{"ErrDeleting", "the Work is gone soon", work.ErrDeleting, true},
		{"UnschedulableError", "capacity changes", &schedule.UnschedulableError{Err: permanent}, true},
		{"FitError", "a cluster that fits is an event of its own", &schedule.FitError{}, false},
		{"ReferrerError", "stored bindings contradict each other", &bind.ReferrerError{}, false},
		{"SwingError", "it never ends", &propagation.SwingError{}, false},
		{"time", "an interpreter did not answer in time", fmt.Errorf("x: %w", context.DeadlineExceeded), true},
		{"canceled", "the caller does not want an answer", context.Canceled, false},
		{"unreachable", "a webhook restarts", fmt.Errorf("x: %w", &net.OpError{Op: "dial", Err: permanent}), true},
		{"BudgetError", "other calls hold the memory", &webhook.BudgetError{Wanted: 1, Limit: 1}, true},
		{"BudgetError of one call", "it never fits", &webhook.BudgetError{Wanted: 2, Limit: 1}, false},
		{"wrapped", "the cause counts", fmt.Errorf("Deployment shop/web: %w", &schedule.WarnedError{Err: &schedule.UnschedulableError{Err: permanent}}), true},
		{"wrapped in an error of a cluster", "the cause counts", &work.Error{Err: fmt.Errorf("Work w: %w", work.ErrDeleting)}, true},
		{"joined", "one is enough", errors.Join(permanent, fmt.Errorf("x: %w", &bind.OwnerError{})), true},
		{"joined, none", "all stay", errors.Join(permanent, permanent), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, propagation.IsRetryable(c.err), c.reason)
		})
	}
}

// TestIsRetryableRow has errors of rows.
func TestIsRetryableRow(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	stored := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"}}
	controls := true
	stored.OwnerReferences = []metav1.OwnerReference{{Kind: "Deployment", Name: "web", UID: "old", Controller: &controls}}
	in.Bindings = []api.Binding{stored}
	row := plantest.PlanOf(t, in).Rows[1]
	require.ErrorContains(t, row.Err, "uid")
	require.True(t, propagation.IsRetryable(row.Err))

	in = plantest.Shop(t)
	in.Clusters = nil
	row = plantest.PlanOf(t, in).Rows[1]
	require.ErrorContains(t, row.Err, "0/0 clusters")
	require.False(t, propagation.IsRetryable(row.Err))
}

// A controller puts an object back into its queue only if another try may succeed.
func ExampleIsRetryable() {
	object := exampleDeployment()
	policy := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	policy.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment"}}
	policy.Spec.DependentOverrides = []string{"registry"}
	plan, err := propagation.NewPlan(context.Background(), propagation.PlanInput{
		Templates: []*unstructured.Unstructured{object}, Policies: []api.PropagationSource{policy},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(propagation.IsRetryable(plan.Rows[0].Err), plan.Rows[0].Err)
	// Output: true Deployment shop/web: PropagationPolicy shop/web waits for dependent overrides, found no OverridePolicy registry
}
