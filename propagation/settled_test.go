package propagation_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
)

var (
	estateCount = flag.Int("estates", 1500, "how many random control planes TestPlanAgain, TestPlanPeersAgain and TestPlanEvents plan")
	estateSeed  = flag.Uint64("estateseed", 1, "the seed of these control planes")
)

// estatesToPlan returns how many random control planes are planned: a thirtieth with -short, as the race detector is run.
func estatesToPlan() int {
	if testing.Short() {
		return max(1, *estateCount/30)
	}
	return *estateCount
}

// movedIn returns the templates that no policy claims and whose bindings a plan has scheduled again. The next plan leaves them.
func movedIn(p *propagation.Plan) map[override.Ref]bool {
	moved := map[override.Ref]bool{}
	for _, row := range p.Rows {
		moved[row.Template] = strings.Contains(row.Reason, "its binding is scheduled again because") || strings.Contains(row.Reason, "its evictions have changed its binding")
	}
	return moved
}

// told returns the lines of a plan without the deleted Works, which are gone the next time. Without reasons it also has no edits of claims. Of the
// rows of moved templates it has only the clusters.
func told(t testing.TB, p *propagation.Plan, reasons bool, moved ...map[override.Ref]bool) string {
	t.Helper()
	var b strings.Builder
	for _, made := range p.Rows {
		row := *made
		if len(moved) > 0 && moved[0][row.Template] {
			row = propagation.Row{Template: row.Template, Clusters: row.Clusters}
		}
		if !reasons {
			row.Reason, row.ClaimEdit = "", claim.Edit{}
		}
		row.Evictions = slices.DeleteFunc(slices.Clone(row.Evictions), func(d eviction.Decision) bool { return d.Dropped })
		fmt.Fprintf(&b, "%s\n  error: %v\n", casetest.Frozen(t, row), row.Err)
	}
	bindings, works := slices.Concat(p.Bindings, p.Left.Bindings), slices.Concat(p.Works, p.Left.Works)
	if len(moved) > 0 { // then they may be left
		slices.SortFunc(bindings, func(a, b api.Binding) int { return strings.Compare(a.Ref().String(), b.Ref().String()) })
		slices.SortFunc(works, func(a, b *api.Work) int { return strings.Compare(a.Ref().String(), b.Ref().String()) })
	}
	for _, binding := range bindings {
		fmt.Fprintln(&b, casetest.Frozen(t, binding))
	}
	for _, w := range works {
		if w.DeletionTimestamp == nil {
			fmt.Fprintln(&b, casetest.Frozen(t, w))
		}
	}
	return b.String() + casetest.Frozen(t, p.Warnings)
}

// TestPlanAgain plans random control planes twice, the second time with the result of the first: rows with their warnings and errors, bindings and
// Works are the same, and nothing moves.
func TestPlanAgain(t *testing.T) {
	t.Parallel()
	failed := 0
	for number := range estatesToPlan() {
		r := estate.New(*estateSeed, uint64(number))
		in := r.Input(estate.Widgets)
		in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
		if r.One(2) {
			in.Options.Now = estate.Time
		}
		if r.One(2) {
			in = r.Past(t, in)
		}
		first, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		again, claims := estate.Stored(in, first, r.One(2) && !waits(first)), r.One(2)
		if claims {
			again = detected(again)
			require.Equal(t, heads(again, nil), heads(in, first), "the claims that a detector writes, control plane %d", number)
		}
		second, err := propagation.NewPlan(context.Background(), again)
		require.NoError(t, err)
		moved := movedIn(first)
		a, b := told(t, first, false, moved), told(t, second, false, moved)
		if d := diff.Plans(first, second); a != b || !d.Empty() && !slices.Contains(slices.Collect(maps.Values(moved)), true) || len(second.Deleted) > 0 {
			if failed++; failed <= 3 {
				t.Errorf("control plane %d of seed %d: a plan of the result differs\n%s%s", number, *estateSeed, d, firstDifference(a, b))
			}
		}
	}
	require.Zero(t, failed, "control planes with faults, of %d", estatesToPlan())
}

// heads returns the labels and annotations of all templates that were read from a control plane, after the edits of a plan.
func heads(in propagation.PlanInput, plan *propagation.Plan) map[override.Ref][2]map[string]string {
	all := map[override.Ref][2]map[string]string{}
	for _, object := range in.Templates {
		if object.GetUID() != "" {
			all[override.RefOf(object)] = [2]map[string]string{object.GetLabels(), object.GetAnnotations()}
		}
	}
	if plan != nil {
		for _, row := range plan.Rows {
			if head, found := all[row.Template]; found {
				all[row.Template] = [2]map[string]string{row.ClaimEdit.Labels(head[0]), row.ClaimEdit.Annotations(head[1])}
			}
		}
	}
	return all
}

// waits reports whether something waits for a deleted Work.
func waits(p *propagation.Plan) bool {
	return slices.ContainsFunc(p.Rows, func(row *propagation.Row) bool {
		return slices.ContainsFunc(row.Warnings, func(w string) bool { return strings.Contains(w, "must be gone") })
	})
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("first:  %s\nsecond: %s\n", x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines, then %d\n", len(x), len(y))
}
