package namespace

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Orphans returns the stored Works that must be deleted with a namespace, sorted by namespace and name. object is the namespace, or nil if it is
// gone. stored may have all Works. In a control plane with a garbage collector these Works are deleted without a controller.
//
//  1. A Work belongs to the namespace if one of its owners has the kind Namespace, this name and the uid of the object. If the
//     namespace is gone, any uid will do.
//  2. If the namespace is being deleted, or is gone, its Works are deleted. Otherwise none is: a namespace that is skipped for another reason
//     keeps its Works, see [Input.ShouldSkip].
//  3. A Work that is already being deleted is not returned.
//  4. A Work that also belongs to a binding is returned. If the binding still makes it, the caller must keep it.
func Orphans(name string, object *unstructured.Unstructured, stored []*api.Work) []work.Orphan {
	reason := "the namespace " + name + " is gone"
	if object != nil {
		if !content.Deleting(object) {
			return nil
		}
		reason = "the namespace " + name + " is being deleted"
	}
	owns := func(o metav1.OwnerReference) bool {
		return o.Kind == "Namespace" && o.Name == name && (object == nil || o.UID == content.UID(object))
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
