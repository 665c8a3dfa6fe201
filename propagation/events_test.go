package propagation_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/testdata/estate"
)

// history is a control plane and what happens in it.
type history struct {
	*estate.Estate
	in propagation.PlanInput
}

// event changes one thing, or lets time pass, and returns what it was.
func (h *history) event() string {
	var change estate.Change
	switch {
	case !h.One(5):
		change = h.Event(h.in)
	case !h.in.Options.Now.IsZero() && h.One(3):
		h.in.Options.Now = h.in.Options.Now.Add(time.Duration(h.IntN(700)) * time.Second)
		return "wait until " + h.in.Options.Now.String()
	default:
		change = h.StoredEvent(h.in)
	}
	h.in = change.Apply(h.in)
	return change.String()
}

// TestPlanEvents plans random control planes, and then each of one to four events on the state that the plan before has left. After each event:
//
//  1. Every stored object and every planned one is listed once: it is planned, left or deleted. A Work may be deleted and made again.
//  2. A plan of the result is the same plan.
func TestPlanEvents(t *testing.T) {
	t.Parallel()
	failed := 0
	for number := range estatesToPlan() {
		h := &history{Estate: estate.New(*estateSeed, uint64(number))}
		h.in = h.Begin()
		o := &h.in.Options
		o.FeatureGates[api.GatePropagationPolicyPreemption] = h.One(2)
		if number%2 == 0 {
			o.Touched = func(override.Ref) bool { return false }
		}
		if number%3 > 0 {
			o.Now = estate.Time
		}
		o.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
		events := []string{"create everything"}
		for range 2 + h.IntN(4) {
			if fault := h.settle(t); fault != "" {
				if failed++; failed <= 3 {
					t.Errorf("control plane %d of seed %d after %s: %s", number, *estateSeed, strings.Join(events, ", "), fault)
				}
				break
			}
			events = append(events, h.event())
		}
	}
	require.Zero(t, failed, "control planes with faults, of %d", estatesToPlan())
}

// settle plans the control plane, checks the plan and stores it. It returns what is wrong.
func (h *history) settle(t *testing.T) string {
	t.Helper()
	first, err := propagation.NewPlan(context.Background(), h.in)
	require.NoError(t, err)
	if fault := accounted(h.in, first); fault != "" {
		return fault
	}
	waiting := waits(first)
	after := detected(estate.Stored(h.in, first, !waiting))
	second, err := propagation.NewPlan(context.Background(), after)
	require.NoError(t, err)
	if fault := accounted(after, second); fault != "" {
		return "planned again: " + fault
	}
	moved := movedIn(first)
	a, b := told(t, first, false, moved), told(t, second, false, moved)
	if a != b || !waiting && len(second.Deleted) > 0 {
		return "a plan of the result differs\n" + firstDifference(a, b)
	}
	h.in = after
	return ""
}

// accounted returns which objects a plan does not list once: the stored ones and the planned ones must be in Bindings, Works, Left or Deleted.
func accounted(in propagation.PlanInput, plan *propagation.Plan) string {
	listed, known := map[override.Ref][]string{}, map[override.Ref]bool{}
	for where, list := range map[string][]api.Binding{"planned": plan.Bindings, "left": plan.Left.Bindings, "": in.Bindings} {
		for _, b := range list {
			if known[b.Ref()] = known[b.Ref()] || where != "left"; where != "" {
				listed[b.Ref()] = append(listed[b.Ref()], where)
			}
		}
	}
	for where, list := range map[string][]*api.Work{"planned": plan.Works, "left": plan.Left.Works, "": in.Works} {
		for _, w := range list {
			if known[w.Ref()] = known[w.Ref()] || where != "left"; where != "" {
				listed[w.Ref()] = append(listed[w.Ref()], where)
			}
		}
	}
	for _, orphan := range plan.Deleted {
		listed[orphan.Work] = append(listed[orphan.Work], "deleted")
	}
	var faults []string
	for ref := range known {
		slices.Sort(listed[ref])
		if len(listed[ref]) != 1 && !slices.Equal(listed[ref], []string{"deleted", "planned"}) { // made again
			faults = append(faults, fmt.Sprintf("%s is listed %d times: %s", ref, len(listed[ref]), listed[ref]))
		}
	}
	for ref, where := range listed {
		if !known[ref] {
			faults = append(faults, fmt.Sprintf("%s is %s and was not stored", ref, where))
		}
	}
	slices.Sort(faults)
	return strings.Join(faults, "; ")
}

// detected returns a control plane whose templates have the claims that a detector writes: policies preempt others, claims of policies that are
// gone or no longer select the template are removed, and then others are written.
func detected(in propagation.PlanInput) propagation.PlanInput {
	var all []api.PropagationSource
	for _, p := range in.Policies {
		p := p.DeepCopyObject().(api.PropagationSource)
		p.SetLabels(maps.Clone(p.GetLabels()))
		if key := claim.IDLabel(p.Ref()); p.GetLabels()[key] == "" {
			p.SetLabels(map[string]string{key: in.Options.NewID(p.Ref())})
		}
		all = append(all, p)
	}
	policies := claim.NewPolicies(all...)
	templates := make([]*unstructured.Unstructured, len(in.Templates))
	for i, object := range in.Templates {
		templates[i] = object.DeepCopy()
	}
	in.Templates = templates
	preempted(policies, in)
	for _, object := range templates {
		if object.GetUID() == "" {
			continue // it was not read from a control plane
		}
		edit(object, policies.ReleaseClaimed(object).Edit)
		for range 2 { // a claim that was removed makes room for another
			decision, err := claim.Decide(claim.DecideInput{Object: object, Policies: policies, OverrideExists: overrideIn(in)})
			if err == nil {
				edit(object, decision.Edit)
			}
		}
	}
	return in
}

// preempted writes the claims of policies that preempt others.
func preempted(policies *claim.Policies, in propagation.PlanInput) {
	for _, object := range in.Templates {
		if object.GetUID() == "" {
			continue
		}
		for _, d := range policies.Preempt(object, in.Options.FeatureGates) {
			edit(object, d.Edit)
		}
	}
}

func edit(object *unstructured.Unstructured, e claim.Edit) {
	object.SetLabels(e.Labels(object.GetLabels()))
	object.SetAnnotations(e.Annotations(object.GetAnnotations()))
}

func overrideIn(in propagation.PlanInput) func(namespace, name string) bool {
	return func(namespace, name string) bool {
		return slices.ContainsFunc(in.Overrides, func(o api.OverrideSource) bool { return o.GetNamespace() == namespace && o.GetName() == name })
	}
}
