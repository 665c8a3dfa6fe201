package bind

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

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

// resource returns the reference to an object that is attached to by. A follower keeps the version in a binding that has a policy of its own, or
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
