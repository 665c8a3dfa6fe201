package propagation_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestAffected makes one event in random control planes whose plan is stored. Every template whose row, binding or Works differ between the plans before
// and after must be among those that an index returns: for the event, and then for what is written when these templates are placed.
func TestAffected(t *testing.T) {
	t.Parallel()
	failed, returned, differed := 0, 0, 0
	for number := range estatesToPlan() {
		h := &history{Estate: estate.New(*estateSeed, uint64(number)+1_000_000)}
		h.in = h.Begin()
		h.in.Options.FeatureGates[api.GatePropagationPolicyPreemption] = h.One(2)
		h.in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
		h.identify()
		for range 1 + h.IntN(2) {
			if h.settle(t) != "" {
				break // see TestPlanEvents
			}
			w := newWatch(t, h.in)
			event := h.Event(h.in)
			if h.One(3) {
				event = h.StoredEvent(h.in)
			}
			h.in = h.collect(event).Apply(h.in)
			h.identify()
			_, brief := event.Object().(*api.Cluster)
			late := w.late(h.in, brief)
			returned, differed = returned+len(w.found), differed+len(w.differing)
			if len(late) > 0 {
				if failed++; failed <= 3 {
					t.Errorf("control plane %d of seed %d after %s: %s; the index returned %v", number, *estateSeed, event, strings.Join(late, "\n"), slices.Collect(maps.Keys(w.found)))
				}
				break
			}
		}
	}
	require.Zero(t, failed, "control planes with templates that the index lacks, of %d", estatesToPlan())
	t.Logf("%d templates were returned, %d differ", returned, differed)
}

// identify gives each policy an id, as a control plane does.
func (h *history) identify() {
	for _, p := range h.in.Policies {
		if label := claim.IDLabel(p.Ref()); p.GetLabels()[label] == "" {
			p = p.DeepCopyObject().(api.PropagationSource)
			p.SetLabels(map[string]string{label: h.in.Options.NewID(p.Ref())})
			h.in = estate.Change{After: p}.Apply(h.in)
		}
	}
}

// collect prepares an event. If it deletes a template, the binding is marked for deletion, as the garbage collector does. An API server writes no other version of a
// template that has not changed.
func (h *history) collect(event estate.Change) estate.Change {
	before, wasTemplate := event.Before.(*unstructured.Unstructured)
	after, isTemplate := event.After.(*unstructured.Unstructured)
	switch {
	case wasTemplate && isTemplate && claim.Changed(before, after).Kind == claim.ChangeNone:
		return estate.Change{}
	case wasTemplate && event.After == nil:
		for _, b := range h.in.Bindings {
			if b.Ref() == bindingOf(override.RefOf(before)) {
				b, _ = b.DeepCopyObject().(api.Binding)
				then := metav1.Unix(1, 0)
				b.SetDeletionTimestamp(&then)
				h.in = estate.Change{Before: b, After: b}.Apply(h.in)
				break
			}
		}
	}
	return event
}

// watch compares what an index returns with two plans.
type watch struct {
	t         *testing.T
	index     affected.Index
	before    propagation.PlanInput
	texts     map[override.Ref]string // by template
	brief     map[override.Ref]string
	found     map[override.Ref]bool
	queue     []override.Ref
	differing []override.Ref
}

func newWatch(t *testing.T, in propagation.PlanInput) *watch {
	w := &watch{t: t, before: in}
	w.index.Options = affected.Options{Registry: in.Registry, FeatureGates: in.Options.FeatureGates, Schedule: in.Options.Schedule}
	w.put(propagation.PlanInput{}, in)
	in.Options.Touched, in.Options.Overridden, in.Options.Changed = propagation.TouchedSince(in, in)
	plan := plantest.PlanOf(t, in)
	w.texts, w.brief = planTexts(t, plan, false), planTexts(t, plan, true)
	w.found, w.queue = map[override.Ref]bool{}, nil
	return w
}

// concern collects templates.
func (w *watch) concern(refs []override.Ref) {
	for _, ref := range refs {
		if !w.found[ref] {
			if w.found == nil {
				w.found = map[override.Ref]bool{}
			}
			w.found[ref] = true
			w.queue = append(w.queue, ref)
		}
	}
}

// changes calls put for each object of a list that is new or another one than before, and remove for those that are gone.
func changes[T any](before, after []T, refOf func(T) override.Ref, put func(T), remove func(override.Ref)) {
	was, is := map[override.Ref]any{}, map[override.Ref]any{}
	for _, o := range before {
		was[refOf(o)] = o
	}
	for _, o := range after {
		is[refOf(o)] = o
	}
	for ref := range was {
		if is[ref] == nil {
			remove(ref)
		}
	}
	for ref, o := range is {
		if was[ref] != o {
			put(o.(T))
		}
	}
}

// put tells the index what differs between two inputs.
func (w *watch) put(before, after propagation.PlanInput) {
	x := &w.index
	changes(before.Templates, after.Templates, override.RefOf, func(o *unstructured.Unstructured) { w.concern(x.PutTemplate(o)) },
		func(ref override.Ref) { w.concern(x.DeleteTemplate(ref)) })
	changes(before.Policies, after.Policies, api.PropagationSource.Ref, func(p api.PropagationSource) { w.concern(x.PutPolicy(p)) },
		func(ref override.Ref) { w.concern(x.DeletePolicy(ref)) })
	changes(before.Overrides, after.Overrides, api.OverrideSource.Ref, func(o api.OverrideSource) {
		policy, err := karmada.Compile(o)
		require.NoError(w.t, err)
		records, err := work.Record(o)
		require.NoError(w.t, err)
		w.concern(x.PutOverride(affected.Override{Policy: policy, Records: records}))
	}, func(ref override.Ref) { w.concern(x.DeleteOverride(ref)) })
	changes(before.Clusters, after.Clusters, (*api.Cluster).Ref, func(c *api.Cluster) { w.concern(x.PutCluster(c)) },
		func(ref override.Ref) { w.concern(x.DeleteCluster(ref.Name)) })
	changes(before.Bindings, after.Bindings, api.Binding.Ref, func(b api.Binding) { w.concern(x.PutBinding(b)) },
		func(ref override.Ref) { w.concern(x.DeleteBinding(ref)) })
	changes(before.Works, after.Works, (*api.Work).Ref, func(o *api.Work) { w.concern(x.PutWork(o)) },
		func(ref override.Ref) { w.concern(x.DeleteWork(ref)) })
}

// late makes the event that led to an input, and returns the templates that differ and that the index lacks. After an event of a cluster, what a plan
// only tells about the clusters does not count: which it rejects, and how many there are.
func (w *watch) late(in propagation.PlanInput, brief bool) (late []string) {
	w.put(w.before, in)
	in.Options.Touched, in.Options.Overridden, in.Options.Changed = propagation.TouchedSince(w.before, in)
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(w.t, err)
	after := detected(estate.Stored(in, plan, true))
	for len(w.queue) > 0 {
		ref := w.queue[0]
		w.queue = w.queue[1:]
		w.place(ref, after)
	}
	texts, before := planTexts(w.t, plan, brief), w.texts
	if brief {
		before = w.brief
	}
	for ref := range merge(before, texts) {
		if before[ref] == texts[ref] {
			continue
		}
		w.differing = append(w.differing, ref)
		if !w.found[ref] {
			late = append(late, fmt.Sprintf("%s differs and is not returned: %s", ref, firstDifference(before[ref], texts[ref])))
		}
	}
	slices.Sort(late)
	return late
}

func merge[K comparable, V any](a, b map[K]V) map[K]V {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// place puts what is written when a template is placed: its claim, its binding, its entries in the bindings of what it needs, and its Works.
func (w *watch) place(ref override.Ref, after propagation.PlanInput) {
	own := bindingOf(ref)
	for _, o := range after.Templates {
		if override.RefOf(o) == ref {
			w.concern(w.index.PutTemplate(o))
		}
	}
	for _, b := range after.Bindings {
		was := w.index.Bindings().Get(b.GetNamespace(), b.GetName())
		if b.Ref() == own || b.GetNamespace() != "" && !equality.Semantic.DeepEqual(entriesOf(b, own), entriesOf(was, own)) {
			w.concern(w.index.PutBinding(b))
		}
	}
	for _, o := range after.Works {
		if binding, named := work.BindingOf(o); named && binding == own {
			w.concern(w.index.PutWork(o))
		}
	}
}

func bindingOf(ref override.Ref) override.Ref {
	b := override.Ref{APIVersion: api.BindingGroupVersion.String(), Kind: "ResourceBinding", Namespace: ref.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	if ref.Namespace == "" {
		b.Kind = "ClusterResourceBinding"
	}
	return b
}

// entriesOf returns what a binding says about one that requires it.
func entriesOf(b api.Binding, by override.Ref) (entries []any) {
	if rb, ok := b.(*api.ResourceBinding); ok && rb == nil {
		return nil
	}
	for _, s := range b.BindingSpec().RequiredBy {
		if s.Namespace == by.Namespace && s.Name == by.Name {
			entries = append(entries, s)
		}
	}
	return append(entries, b.GetLabels()[api.DependedByLabelPrefix+api.BindingReference(by.Namespace, by.Name)])
}

// planTexts returns what a plan says about each template: its row without the reason, its binding and its Works.
func planTexts(t *testing.T, p *propagation.Plan, brief bool) map[override.Ref]string {
	texts, of := map[override.Ref]string{}, map[override.Ref][]override.Ref{}
	for _, made := range p.Rows {
		row := *made
		row.Reason, row.ClaimEdit = "", claim.Edit{}
		if brief {
			row.Rejected, row.Warnings, row.Err = nil, nil, nil
		}
		texts[row.Template] = fmt.Sprintf("%s\nerror: %v\n", casetest.Frozen(t, row), row.Err)
		of[bindingOf(row.Template)] = append(of[bindingOf(row.Template)], row.Template)
	}
	for _, b := range slices.Concat(p.Bindings, p.Left.Bindings) {
		b, _ = b.DeepCopyObject().(api.Binding)
		b.BindingSpec().Resource.ResourceVersion = "" // of a template that is written without a change
		for _, ref := range of[b.Ref()] {
			texts[ref] += casetest.Frozen(t, b) + "\n"
		}
	}
	for _, o := range slices.Concat(p.Works, p.Left.Works) {
		binding, _ := work.BindingOf(o)
		for _, ref := range of[binding] {
			texts[ref] += casetest.Frozen(t, o) + "\n"
		}
	}
	return texts
}
