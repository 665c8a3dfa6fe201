package namespace

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Orphans returns the stored Works that must be deleted with a namespace, sorted by namespace and name. If the namespace is gone, only the name of
// the object is read. stored may have all Works. In a control plane with a garbage collector these Works are deleted without a controller.
//
//  1. A Work belongs to the namespace if one of its owners has the apiVersion v1, the kind Namespace, and the name and uid of the object. If
//     the namespace is gone, any uid will do. No namespace has an empty uid.
//  2. If the namespace is being deleted, or is gone, its Works are deleted. Otherwise they stay: a namespace that is skipped for another reason keeps
//     its Works, see [Input.ShouldSkip].
//  3. A Work that is already being deleted is not returned.
//  4. A Work that also belongs to a binding is returned: the garbage collector deletes it, too. If the binding still makes it, the caller must keep it.
//  5. An object of another apiVersion or kind has no Works. A namespace may lack both, as in [Prepare].
func Orphans(object *unstructured.Unstructured, gone bool, stored []*api.Work) []work.Orphan {
	ref := override.RefOf(object)
	isNamespace := (ref.APIVersion == "" || ref.APIVersion == "v1") && (ref.Kind == "" || ref.Kind == "Namespace")
	if ref.Name == "" || !isNamespace || !gone && !content.Deleting(object) {
		return nil
	}
	reason := "the namespace " + ref.Name + " is being deleted"
	if gone {
		reason = "the namespace " + ref.Name + " is gone"
	}
	owns := func(o metav1.OwnerReference) bool {
		return o.APIVersion == "v1" && o.Kind == "Namespace" && o.Name == ref.Name && o.UID != "" && (gone || o.UID == content.UID(object))
	}
	var orphans []work.Orphan
	for _, w := range stored {
		if w != nil && w.DeletionTimestamp == nil && slices.ContainsFunc(w.OwnerReferences, owns) {
			orphans = append(orphans, work.Orphan{Work: w.Ref(), Reason: reason})
		}
	}
	slices.SortStableFunc(orphans, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return orphans
}
