package template_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
)

// agreeing returns a random control plane whose policies have ids and whose clusters report all APIs: then nothing is made up by a plan. Workload affinity is
// off, and no two templates have bindings with one name, because their results depend on the order of the templates.
func agreeing(t testing.TB, e *estate.Estate) propagation.PlanInput {
	in := e.Begin()
	known := map[override.Ref]bool{}
	in.Templates = slices.DeleteFunc(in.Templates, func(o *unstructured.Unstructured) bool {
		name := content.BindingRef(override.RefOf(o))
		again := known[name]
		known[name] = true
		return again
	})
	slices.SortFunc(in.Templates, func(a, b *unstructured.Unstructured) int {
		return content.CompareRefs(override.RefOf(a), override.RefOf(b))
	})
	delete(in.Options.FeatureGates, api.GateWorkloadAffinity)
	in.Options.AssumeAPIs, in.Options.Reasons, in.Options.WithoutManifests = false, false, true
	in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
	if e.One(2) {
		in = e.Past(t, in)
	}
	if e.One(2) {
		in.Options.Now = estate.Time
	}
	for i, p := range in.Policies {
		p.SetLabels(map[string]string{claim.IDLabel(p.Ref()): fmt.Sprint("policy-", i)})
	}
	apis := map[string][]api.APIResource{}
	for _, o := range in.Templates {
		apis[o.GetAPIVersion()] = append(apis[o.GetAPIVersion()], api.APIResource{Kind: o.GetKind()})
	}
	for _, c := range in.Clusters {
		for _, version := range slices.Sorted(maps.Keys(apis)) {
			c.Status.APIEnablements = append(c.Status.APIEnablements, api.APIEnablement{GroupVersion: version, Resources: apis[version]})
		}
	}
	return in
}

// TestPlaceAsPlan places each template of random control planes by itself until nothing changes. The claims and bindings are those of plans that are stored
// until nothing changes.
func TestPlaceAsPlan(t *testing.T) {
	t.Parallel()
	count := 1500
	if testing.Short() {
		count = 100
	}
	failed := 0
	for number := range count {
		in := agreeing(t, estate.New(1, uint64(number)))
		planned, placed := storedText(t, plannedAll(t, in)), storedText(t, placedAll(t, in))
		if planned != placed {
			if failed++; failed <= 3 {
				t.Errorf("control plane %d:\n%s", number, apart(planned, placed))
			}
		}
	}
	require.Zero(t, failed, "control planes with differences, of %d", count)
}

// apart returns the lines in which two texts differ.
func apart(planned, placed string) (text string) {
	a, b := strings.Split(planned, "\n"), strings.Split(placed, "\n")
	for _, line := range a {
		if !slices.Contains(b, line) {
			text += "plan:  " + line + "\n"
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			text += "place: " + line + "\n"
		}
	}
	return text
}

// storedText returns the claims and the bindings.
func storedText(t testing.TB, in propagation.PlanInput) (text string) {
	for _, o := range in.Templates {
		text += fmt.Sprintln(override.RefOf(o), o.GetLabels(), o.GetAnnotations())
	}
	for _, b := range in.Bindings {
		text += fmt.Sprintln(casetest.Frozen(t, b))
	}
	return text
}

const rounds = 20

// plannedAll stores plans until nothing changes.
func plannedAll(t testing.TB, in propagation.PlanInput) propagation.PlanInput {
	before := ""
	for range rounds {
		plan, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		claimed := slices.Clone(in.Templates)
		for _, row := range plan.Rows {
			at := slices.IndexFunc(claimed, func(o *unstructured.Unstructured) bool { return override.RefOf(o) == row.Template })
			claimed[at] = row.ClaimEdit.Apply(claimed[at])
		}
		in.Templates, in.Bindings = claimed, slices.Concat(plan.Bindings, plan.Left.Bindings)
		slices.SortFunc(in.Bindings, func(a, b api.Binding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
		in.Options.Memory = plan.Memory
		now := storedText(t, in)
		if now == before {
			return in
		}
		before = now
	}
	return in
}

// placedAll places each template until nothing changes.
func placedAll(t testing.TB, in propagation.PlanInput) propagation.PlanInput {
	control := planControl(t, &in)
	bindings, memory := map[override.Ref]api.Binding{}, map[override.Ref]template.Memory{}
	index := &bind.Index{}
	put := func(b api.Binding) {
		bindings[b.Ref()] = b
		if rb, ok := b.(*api.ResourceBinding); ok {
			index.Put(rb)
		}
	}
	for _, b := range in.Bindings {
		put(b)
	}
	in.Templates = slices.Clone(in.Templates)
	before := ""
	for range rounds {
		for i, o := range in.Templates {
			ref := override.RefOf(o)
			input := template.Input{Template: o, Binding: bindings[content.BindingRef(ref)], Memory: memory[ref], Bindings: index, Find: bind.FindIn(in.Templates...)}
			placed, err := template.Place(context.Background(), control, input)
			require.NoError(t, err)
			memory[ref] = placed.Memory
			in.Templates[i] = placed.Row.ClaimEdit.Apply(o)
			if placed.Binding != nil {
				put(placed.Binding)
			}
			for _, b := range placed.Attached {
				put(b)
			}
		}
		in.Bindings = slices.SortedFunc(maps.Values(bindings), func(a, b api.Binding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
		now := storedText(t, in)
		if now == before {
			return in
		}
		before = now
	}
	return in
}

// planControl returns the control of an input.
func planControl(t testing.TB, in *propagation.PlanInput) *template.Control {
	filter, err := claim.NewResourceFilter(in.Options.ResourceFilter)
	require.NoError(t, err)
	exists := map[string]bool{}
	for _, o := range in.Overrides {
		exists[o.Ref().Namespace+"/"+o.Ref().Name] = true
	}
	return &template.Control{
		Policies: claim.NewPolicies(in.Policies...), Filter: filter, Clusters: schedule.NewFleet(in.Clusters...), Registry: in.Registry,
		OverrideExists: func(namespace, name string) bool { return exists[namespace+"/"+name] }, Options: template.Options{
			NewID: in.Options.NewID, Schedule: in.Options.Schedule, FeatureGates: in.Options.FeatureGates, Now: in.Options.Now, Taints: in.Options.Taints,
		},
	}
}
