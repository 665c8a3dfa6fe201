package affected

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Expect announces a binding that is about to be stored. Until it is put with the same placement, clusters and dependencies, events of clusters, override policies and
// dependencies concern its template as if it was stored besides the binding that is. A controller with several workers calls it before a worker reads the
// clusters, and again when the dependencies are known: otherwise an event that comes before the binding is put finds nothing, and what was placed stays outdated. A
// binding is expected until it is put, it or its template is deleted, another one of its name is expected, or [Index.Forget] takes it back.
//
// The binding is not kept, except for its placement, which must not change.
func (x *Index) Expect(b api.Binding) {
	if content.NoBinding(b) {
		return
	}
	spec, ref := b.BindingSpec(), b.Ref()
	kept := api.ResourceBindingSpec{
		Resource: spec.Resource, Placement: spec.Placement, SchedulerName: spec.SchedulerName, Clusters: slices.Clone(spec.Clusters), RequiredBy: slices.Clone(spec.RequiredBy),
	}
	var own api.Binding = &api.ResourceBinding{}
	if ref.Namespace == "" {
		own = &api.ClusterResourceBinding{}
	}
	own.SetNamespace(ref.Namespace)
	own.SetName(ref.Name)
	own.SetAnnotations(map[string]string{api.DependenciesAnnotation: b.GetAnnotations()[api.DependenciesAnnotation]})
	*own.BindingSpec() = kept
	own.BindingStatus().SchedulerObservedAffinityName = b.BindingStatus().SchedulerObservedAffinityName
	defer x.lock()()
	is := newBound(x.bindings.all[ref], own)
	if old := x.bindings.all[ref]; old != nil && old.meets(is) {
		is = nil
	}
	x.expected.set(ref, is)
}

// Forget takes back what [Index.Expect] has announced for the object of a binding: the binding could not be stored. Another object may expect a binding of that name.
func (x *Index) Forget(b api.Binding) {
	if content.NoBinding(b) {
		return
	}
	defer x.lock()()
	if e := x.expected.all[b.Ref()]; e != nil && content.ResourceOf(e.binding) == content.ResourceOf(b) {
		x.expected.set(e.ref, nil)
	}
}

// meets reports whether events concern two versions of a binding alike.
func (b *bound) meets(other *bound) bool {
	of := func(b *bound) (clusters []string) {
		for _, t := range b.binding.BindingSpec().Clusters {
			clusters = append(clusters, t.Name)
		}
		return clusters
	}
	return b.placement == other.placement && b.text == other.text && slices.Equal(of(b), of(other))
}
