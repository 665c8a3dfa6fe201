package propagation_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// TestWith changes random control planes several times. Each plan must be the one that NewPlan makes of the changed input.
func TestWith(t *testing.T) {
	t.Parallel()
	failed := 0
	for number := range estatesToPlan() {
		r := newEstates(*estateSeed+100, uint64(number))
		in := r.steadyInput(t)
		plan := plantest.PlanOf(t, in)
		before := whole(t, plan)
		first := plan
		for range 1 + r.IntN(4) {
			changes := r.changes(in, plan)
			in = changed(in, changes)
			next, err := plan.With(context.Background(), changes)
			require.NoError(t, err)
			want, got := whole(t, plantest.PlanOf(t, in)), whole(t, next)
			if want != got {
				if failed++; failed <= 3 {
					t.Errorf("control plane %d of seed %d: the plan differs after %s\n%s", number, *estateSeed, changesText(changes), firstDifference(want, got))
				}
				break
			}
			plan = next
		}
		require.Equal(t, before, whole(t, first), "control plane %d: the old plan has changed", number)
	}
	require.Zero(t, failed, "control planes with faults, of %d", estatesToPlan())
}

// whole returns everything that a plan has, one object in a line.
func whole(t testing.TB, p *propagation.Plan) string {
	t.Helper()
	var b strings.Builder
	for _, row := range p.Rows {
		fmt.Fprintf(&b, "%s\n  error: %v %t %v\n", plantest.AsText(t, row), row.Err, propagation.IsRetryable(row.Err), row.Interpreters)
	}
	for _, binding := range p.Bindings {
		fmt.Fprintln(&b, "binding", plantest.AsText(t, binding))
	}
	for w := range p.EachWork() {
		fmt.Fprintln(&b, "work", plantest.AsText(t, w.Work()))
	}
	rest := *p
	rest.Rows, rest.Bindings, rest.Works = nil, nil, nil
	fmt.Fprintln(&b, plantest.AsText(t, rest.Left.Bindings), "\n", plantest.AsText(t, rest.Left.Works), "\n", plantest.AsText(t, rest))
	return b.String()
}

// changed applies changes to an input, in the simplest way.
func changed(in propagation.PlanInput, c propagation.Changes) propagation.PlanInput {
	in.Templates = changedList(in.Templates, c.Templates, c.Remove, override.RefOf)
	in.Policies = changedList(in.Policies, c.Policies, c.Remove, refOf)
	in.Overrides = changedList(in.Overrides, c.Overrides, c.Remove, refOf)
	in.Clusters = changedList(in.Clusters, c.Clusters, c.Remove, refOf)
	in.Bindings = changedList(in.Bindings, c.Bindings, c.Remove, refOf)
	in.Works = changedList(in.Works, c.Works, c.Remove, refOf)
	return in
}

func refOf[T interface{ Ref() override.Ref }](object T) override.Ref { return object.Ref() }

func changedList[T any](list, set []T, remove []override.Ref, ref func(T) override.Ref) []T {
	gone := slices.Clone(remove)
	for _, object := range set {
		gone = append(gone, ref(object))
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(object T) bool { return slices.Contains(gone, ref(object)) })
	return append(kept, set...)
}

// changesText lists the references in changes.
func changesText(c propagation.Changes) string {
	var set []string
	for _, o := range c.Templates {
		set = append(set, override.RefOf(o).String())
	}
	set = append(set, refTexts(c.Policies)...)
	set = append(set, refTexts(c.Overrides)...)
	set = append(set, refTexts(c.Clusters)...)
	set = append(set, refTexts(c.Bindings)...)
	set = append(set, refTexts(c.Works)...)
	return fmt.Sprintf("set %s, remove %s", set, c.Remove)
}

func refTexts[T interface{ Ref() override.Ref }](objects []T) (texts []string) {
	for _, o := range objects {
		texts = append(texts, o.Ref().String())
	}
	return texts
}
