package template_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
)

// TestRenderAsPlan renders each template of random control planes that are settled by itself. The Works, the divergences and the warnings are those of a plan,
// and so are the stored Works that are deleted.
func TestRenderAsPlan(t *testing.T) {
	t.Parallel()
	count := 500
	if testing.Short() {
		count = 100
	}
	failed, works, deleted := 0, 0, 0
	for number := range count {
		e := estate.New(2, uint64(number))
		in := plannedAll(t, agreeing(t, e))
		in.Options.WithoutManifests = false
		if e.One(2) { // some Works are missing, and some clusters leave
			in.Works = slices.DeleteFunc(slices.Clone(in.Works), func(*api.Work) bool { return e.One(4) })
		}
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		if slices.ContainsFunc(plan.Rows, contested) {
			continue
		}
		planned := ""
		for _, w := range plan.Works {
			planned += fmt.Sprintln(casetest.Frozen(t, w))
		}
		for _, row := range plan.Rows {
			planned += rowText(t, row)
		}
		rendered, gone := renderedAll(t, &in, plan)
		if works += len(plan.Works); planned != rendered {
			if failed++; failed <= 3 {
				t.Errorf("control plane %d:\n%s", number, apart(planned, rendered))
			}
		}
		for _, orphan := range gone {
			deleted++
			require.Contains(t, plan.Deleted, orphan, "control plane %d", number)
		}
	}
	require.Zero(t, failed, "control planes with differences, of %d", count)
	require.NotZero(t, works)
	require.NotZero(t, deleted)
}

// contested reports whether a plan says that others make Works of a template, too. That is no concern of one template.
func contested(row *template.Row) bool {
	return strings.Contains(rowError(row), "already belongs to") || slices.ContainsFunc(row.Warnings, func(w string) bool { return strings.Contains(w, "Karmada writes both versions") })
}

func rowError(row *template.Row) string {
	if row.Err == nil {
		return ""
	}
	return row.Err.Error()
}

func rowText(t testing.TB, row *template.Row) string {
	return fmt.Sprintln(row.Template, casetest.Frozen(t, row.Divergences), row.Warnings, rowError(row))
}

// renderedAll renders each template with its binding in a plan, which may be left. The rows have what the plan without Works has.
func renderedAll(t testing.TB, in *propagation.PlanInput, plan *propagation.Plan) (text string, gone []work.Orphan) {
	without := *in
	without.Options.WithoutManifests = true
	begun, err := propagation.NewPlan(context.Background(), without)
	require.NoError(t, err)
	control := planControl(t, in)
	control.Overrides, err = work.NewOverrides(in.Overrides...)
	require.NoError(t, err)
	byName := map[override.Ref]*api.Work{}
	for _, w := range in.Works {
		byName[w.Ref()] = w
	}
	var works []*api.Work
	bound := map[override.Ref]bool{}
	add := func(made template.Rendered, row *template.Row) {
		made.Complete(row)
		for _, r := range made.Works {
			works, bound[r.Ref()] = append(works, r.Work()), true
		}
		gone = append(gone, made.Delete...)
	}
	objects := map[override.Ref]*unstructured.Unstructured{}
	for _, o := range in.Templates {
		objects[override.RefOf(o)] = o
	}
	for _, row := range begun.Rows {
		if input, found := renderInput(in, plan, row, objects[row.Template], byName); found {
			add(template.Render(context.Background(), control, input), row)
		}
	}
	for _, row := range begun.Rows {
		if row.Template.Kind != "Namespace" || row.Template.APIVersion != "v1" {
			continue
		}
		input := template.NamespaceInput{Namespace: objects[row.Template], Bound: map[string]bool{}}
		name := api.WorkName("Namespace", "", row.Template.Name)
		for _, c := range in.Clusters {
			w := &api.Work{}
			w.Namespace, w.Name = api.ExecutionNamespace(c.Name), name
			if stored := byName[w.Ref()]; stored != nil {
				input.Works = append(input.Works, stored)
			}
			input.Bound[c.Name] = bound[w.Ref()]
		}
		add(template.RenderNamespace(control, input), row)
	}
	slices.SortFunc(works, content.CompareObjects)
	for _, w := range works {
		text += fmt.Sprintln(casetest.Frozen(t, w))
	}
	for _, row := range begun.Rows {
		text += rowText(t, row)
	}
	return text, gone
}

// renderInput returns the input of a template with a binding in the plan.
func renderInput(in *propagation.PlanInput, plan *propagation.Plan, row *template.Row, object *unstructured.Unstructured, byName map[override.Ref]*api.Work) (input template.RenderInput, found bool) {
	input = template.RenderInput{Template: row.ClaimEdit.Apply(object), Claims: !row.ClaimEdit.Empty(), Named: func(ref override.Ref) *api.Work { return byName[ref] }}
	is := func(b api.Binding) bool {
		return b.Ref() == content.BindingRef(row.Template) && template.IsOf(b, row.Template)
	}
	if at := slices.IndexFunc(plan.Bindings, is); at >= 0 {
		input.Binding = plan.Bindings[at]
	} else if at := slices.IndexFunc(plan.Left.Bindings, is); at >= 0 {
		input.Binding, input.Left = plan.Left.Bindings[at], true
	} else {
		return input, false
	}
	for _, w := range in.Works {
		if binding, named := work.BindingOf(w); named && binding == input.Binding.Ref() {
			input.Works = append(input.Works, w)
		}
	}
	return input, true
}
