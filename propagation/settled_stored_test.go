package propagation_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
)

// generations are the fields that estate.ServerStored sets.
var generations = regexp.MustCompile(`,?"(g|schedulerObservedG)eneration":[0-9]+`)

func withoutGenerations(plan string) string {
	return strings.NewReplacer("{,", "{", `,"status":{}`, "", `,"status":{,`, `,"status":{`).Replace(generations.ReplaceAllString(plan, ""))
}

// TestPlanStored plans random control planes whose policies have no ids, and whose templates have claims with different ids, odd quantities and
// resource versions. Then it stores the result as an API server does, and plans again: nothing changes, except that moved bindings are left.
func TestPlanStored(t *testing.T) {
	t.Parallel()
	failed := 0
	for number := range estatesToPlan() {
		r := estate.New(*estateSeed+1000, uint64(number))
		in := odd(r, r.Input(estate.Widgets))
		if r.One(2) {
			in = r.Past(t, in)
		}
		if r.One(2) {
			changed := r.One(2)
			in.Options.Touched = func(of override.Ref) bool { return changed && len(of.Kind)%2 == 0 }
		}
		if r.One(4) {
			in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
		}
		first, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		again := estate.ServerStored(t, in, first, !waits(first))
		second, err := propagation.NewPlan(context.Background(), again)
		require.NoError(t, err)
		moved := movedIn(first)
		a, b := withoutGenerations(told(t, first, false, moved)), withoutGenerations(told(t, second, false, moved))
		edits := slices.ContainsFunc(second.Rows, func(row *propagation.Row) bool { return !row.ClaimEdit.Empty() && isRead(again, row.Template) })
		if a != b || edits || len(second.Deleted) > 0 && !waits(first) {
			if failed++; failed <= 3 {
				t.Errorf("control plane %d of seed %d: a plan of the result differs (claims are written again: %t)\n%s", number, *estateSeed, edits, firstDifference(a, b))
			}
		}
	}
	require.Zero(t, failed, "control planes with faults, of %d", estatesToPlan())
}

// isRead reports whether a template was read from a control plane. Others have no uid: their claims are those of their stored bindings.
func isRead(in propagation.PlanInput, ref override.Ref) bool {
	return slices.ContainsFunc(in.Templates, func(o *unstructured.Unstructured) bool { return override.RefOf(o) == ref && o.GetUID() != "" })
}

// odd changes the templates of a control plane.
func odd(r *estate.Estate, in propagation.PlanInput) propagation.PlanInput {
	for i, t := range in.Templates {
		if r.One(2) {
			t.SetResourceVersion(fmt.Sprint(i + 1))
		}
		if r.One(3) {
			r.Claim(t)
		}
		containers, found, _ := unstructured.NestedSlice(t.Object, "spec", "template", "spec", "containers")
		if found && r.One(2) {
			containers[0].(map[string]any)["resources"] = map[string]any{"requests": map[string]any{
				"cpu": estate.Pick[any](r, "1.5", "1500m", int64(2), "0.1"), "memory": estate.Pick[any](r, "700M", "0.5Gi", "1e9", int64(700000000), "2048Ki", "1000", "1536001"),
			}}
			_ = unstructured.SetNestedSlice(t.Object, containers, "spec", "template", "spec", "containers")
		}
	}
	return in
}
