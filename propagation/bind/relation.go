package bind

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// relation is why an object is attached to a binding.
type relation string

const (
	dependency relation = "dependency" // the binding's object needs it
	follower   relation = "follower"   // it names the binding's object
)

// resource returns the reference to an object in its binding b, to which the binding named by is attached. A follower keeps the version in a binding that has a policy of its own, or
// that others require: they may read it in that version. Otherwise both would write the field in turn.
func (r relation) resource(b *entry, by types.NamespacedName, object *unstructured.Unstructured) api.ObjectReference {
	resource, stored := objectReference(object), b.binding.Spec.Resource
	if r != follower || !content.SameObject(content.ResourceOf(b.binding), override.RefOf(object)) {
		return resource
	}
	others := len(b.by)
	if b.by[by] != nil {
		others--
	}
	if others > 0 || b.binding.Spec.Placement != nil {
		resource.APIVersion = stored.APIVersion
	}
	return resource
}

// maxPath limits the search for cycles of followers.
const maxPath = 100

// snapshot returns the entry of a binding in requiredBy of the one named to. For a follower it also has the clusters of the bindings that require
// the binding itself, see rule 3 of [Follow].
func (s *Batch) snapshot(independent *api.ResourceBinding, to types.NamespacedName, as relation) api.BindingSnapshot {
	snapshot := snapshotOf(independent)
	own := s.get(content.NameOf(independent))
	if as != follower || own == nil || len(own.binding.Spec.RequiredBy) == 0 {
		return snapshot
	}
	known := sets.New[string]()
	for _, t := range snapshot.Clusters {
		known.Insert(t.Name)
	}
	for i, other := range own.binding.Spec.RequiredBy {
		if own.removed[i] || s.leadsTo(snapshotName(other), to) {
			continue
		}
		for _, t := range other.Clusters {
			if !known.Has(t.Name) {
				known.Insert(t.Name)
				t.Components = slices.Clone(t.Components)
				snapshot.Clusters = append(snapshot.Clusters, t)
			}
		}
	}
	return snapshot
}

// leadsTo reports whether a path along requiredBy leads from one binding to another. It is true too if the search ends at its limit.
func (s *Batch) leadsTo(from, to types.NamespacedName) bool {
	seen, next := sets.New(from), []types.NamespacedName{from}
	for len(next) > 0 {
		at := next[0]
		if next = next[1:]; at == to || seen.Len() > maxPath {
			return true
		}
		b := s.get(at)
		if b == nil {
			continue
		}
		for i, other := range b.binding.Spec.RequiredBy {
			if name := snapshotName(other); !b.removed[i] && !seen.Has(name) && seen.Len() <= maxPath {
				seen.Insert(name)
				next = append(next, name)
			}
		}
	}
	return false
}
