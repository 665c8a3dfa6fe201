package propagation

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// objects is the input of a plan without nil entries and duplicates: among objects with the same reference, only the last one counts. Its lists
// are sorted by reference and never written.
type objects struct {
	templates  []*template // as the plan has left them
	superseded PlanInput   // see supersededIn
	policies   []api.PropagationSource
	overrides  []api.OverrideSource
	clusters   []*api.Cluster
	bindings   []api.Binding
	works      []*api.Work
}

// objectsOf returns the objects of an input. The templates are those of its plan.
func objectsOf(in *PlanInput, templates []*template) *objects {
	return &objects{
		templates:  templates,
		superseded: supersededIn(in),
		policies:   sorted(without(in.Policies, isNoPolicy), api.PropagationSource.Ref),
		overrides:  sorted(without(in.Overrides, isNil), api.OverrideSource.Ref),
		clusters:   sorted(without(in.Clusters, isNilObject), (*api.Cluster).Ref),
		bindings:   sorted(without(in.Bindings, content.NoBinding), api.Binding.Ref),
		works:      sorted(without(in.Works, isNilObject), (*api.Work).Ref),
	}
}

// input returns the objects as the input of a plan.
func (o *objects) input(of *PlanInput) PlanInput {
	in := PlanInput{
		Templates: slices.Clone(o.superseded.Templates), Policies: slices.Concat(o.superseded.Policies, o.policies),
		Overrides: slices.Concat(o.superseded.Overrides, o.overrides), Clusters: slices.Concat(o.superseded.Clusters, o.clusters),
		Bindings: slices.Concat(o.superseded.Bindings, o.bindings), Works: slices.Concat(o.superseded.Works, o.works),
		Registry: of.Registry, Options: of.Options,
	}
	for _, t := range o.templates {
		in.Templates = append(in.Templates, t.given)
	}
	return in
}

// with returns the objects after the edits.
func (o *objects) with(e *edits) *objects {
	return &objects{
		templates: e.templates.apply(o.templates, byRef(templateRef)), superseded: e.unedited(o.superseded),
		policies: e.policies.apply(o.policies, byRef(api.PropagationSource.Ref)), overrides: e.overrides.apply(o.overrides, byRef(api.OverrideSource.Ref)),
		clusters: e.clusters.apply(o.clusters, byRef((*api.Cluster).Ref)), bindings: e.bindings.apply(o.bindings, byRef(api.Binding.Ref)),
		works: e.works.apply(o.works, byRef((*api.Work).Ref)),
	}
}

// sorted returns a list sorted by reference. Among objects with the same reference, the last is kept.
func sorted[T any](all []T, ref func(T) override.Ref) []T {
	all = slices.Clone(all)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b T) int { return content.CompareRefs(ref(a), ref(b)) })
	return slices.CompactFunc(all, func(a, b T) bool { return ref(a) == ref(b) })
}

// search returns the index of the object with a reference in a sorted list, or where it belongs.
func search[T any](list []T, ref func(T) override.Ref, of override.Ref) (int, bool) {
	return slices.BinarySearchFunc(list, of, func(o T, of override.Ref) int { return content.CompareRefs(ref(o), of) })
}
