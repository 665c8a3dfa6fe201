package impact

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// Index has the names and labels of objects, and finds those that a change of a policy or a cluster affects without looking at any other.
// A controller keeps one up to date.
//
// An Index is never written: With and Without return another one, which shares most of its data, as [override.Set.With] does. It is safe for concurrent use, and does not keep the objects.
type Index struct{ objects *selector.ObjectIndex }

// NewIndex returns an index of objects. Nil objects are left out; among objects with the same [override.Ref], the last one counts.
func NewIndex(objects ...*unstructured.Unstructured) *Index {
	return (&Index{&selector.ObjectIndex{}}).With(objects...)
}

// With returns an index in which the objects are new, or replaced if it has objects with the same [override.Ref].
func (x *Index) With(objects ...*unstructured.Unstructured) *Index {
	facts := make([]selector.Object, 0, len(objects))
	for _, o := range objects {
		if o != nil {
			facts = append(facts, selector.ObjectOf(o.Object))
		}
	}
	return &Index{x.objects.With(facts...)}
}

// Without returns an index without some objects. Those that it does not have are ignored.
func (x *Index) Without(objects ...override.Ref) *Index {
	facts := make([]selector.Object, len(objects))
	for i, ref := range objects {
		facts[i] = selector.Object{APIVersion: ref.APIVersion, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
	}
	return &Index{x.objects.Without(facts...)}
}

// Selected returns the objects of the index that selectors match, in no order, each once. A namespace that is not empty leaves out those in
// others. It reads only the objects with the kind, namespace, name or single label that the selectors require.
func (x *Index) Selected(objects selector.Objects, namespace string) (refs []override.Ref) {
	for o := range x.objects.Match(objects, namespace) {
		refs = append(refs, refOf(o))
	}
	return refs
}

// Len returns the number of objects.
func (x *Index) Len() int { return x.objects.Len() }
