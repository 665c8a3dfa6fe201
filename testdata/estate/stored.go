package estate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// Deleted is the time of a deletion.
var Deleted = func() *metav1.Time { then := metav1.Unix(1, 0); return &then }()

// Stored returns the control plane after a plan: its bindings and Works, and what is left. Deleted Works are gone, or wait for their finalizers.
func Stored(in propagation.PlanInput, plan *propagation.Plan, gone bool) propagation.PlanInput {
	works := map[override.Ref]*api.Work{}
	for _, w := range in.Works {
		works[w.Ref()] = w
	}
	in.Bindings, in.Works = slices.Concat(plan.Bindings, plan.Left.Bindings), slices.Concat(plan.Works, plan.Left.Works)
	for _, orphan := range plan.Deleted {
		if gone || slices.ContainsFunc(plan.Works, func(w *api.Work) bool { return w.Ref() == orphan.Work }) {
			continue // if the plan has it, another binding makes it when it is gone
		}
		w := works[orphan.Work].DeepCopy()
		w.DeletionTimestamp = Deleted
		in.Works = append(in.Works, w)
	}
	return in
}

// Past adds the bindings and Works that a plan of some parts of another control plane has left.
func (e *Estate) Past(t testing.TB, in propagation.PlanInput) propagation.PlanInput {
	before := e.Input(in.Registry)
	before.Options.NewID = in.Options.NewID
	if e.One(2) {
		before.Templates = in.Templates
	}
	if e.One(2) {
		before.Clusters = in.Clusters
	}
	if e.One(3) {
		before.Policies = in.Policies
	}
	plan, err := propagation.NewPlan(context.Background(), before)
	require.NoError(t, err)
	after := Stored(before, plan, true)
	in.Bindings, in.Works = after.Bindings, after.Works
	slices.SortFunc(in.Bindings, func(a, b api.Binding) int { return strings.Compare(a.Ref().String(), b.Ref().String()) })
	for _, b := range in.Bindings {
		e.Unsettle(b)
	}
	return in
}
