package work

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Assemble returns the Work of an object as it must be stored. stored is the stored Work, or nil. The object becomes the only manifest of the desired Work:
//
//  1. Its label karmada.io/managed is true.
//  2. The permanent id of the Work becomes a label: that in the labels of the desired Work, else that of the stored one.
//  3. Annotations have the uid of the object, even if it is empty, the name of the Work, and its conflict resolution, if it has one. Labels or annotations
//     that are not strings are an error. Null is read as empty.
//  4. The object is pruned, see [Prune].
//  5. Two annotations list the keys of all labels and of all annotations, including these two, sorted and joined by commas. With
//     them a cluster can later find out what was removed.
//
// Then the desired Work is merged into the stored one:
//
//  6. A stored Work that is being deleted is an error, see [ErrDeleting].
//  7. Labels and annotations are added to the stored ones. None is removed, not even what an old policy has left. Finalizers are the sorted union.
//  8. The spec is the desired one. A field that is not set in it is not set in the result.
//  9. Everything else is that of the stored Work: only a new Work gets owners.
//  10. A Work without a permanent id gets one from newID, see [Input]. Its manifest gets the same.
//
// The result shares no memory with the arguments. The object may have the content of
// [override.Result.SharedContent], which saves a copy.
func Assemble(stored, desired *api.Work, object *unstructured.Unstructured, newID func(of override.Ref) string) (*api.Work, error) {
	if desired == nil {
		return nil, errors.New("found no desired Work, expected one")
	}
	if object == nil || object.Object == nil {
		return nil, fmt.Errorf("%s: found no object, expected one", desired.Ref())
	}
	if err := content.Check(object.Object); err != nil {
		return nil, fmt.Errorf("%s: %w", override.RefOf(object), err)
	}
	own := *desired
	own.Spec.Workload.Manifests = nil // assemble replaces them
	return assemble(stored, own.DeepCopy(), object.DeepCopy(), metadata{}, newID)
}

// assemble implements [Assemble] for a valid object. owner has the labels and annotations of the owner. It takes over the object and the desired Work:
// both are modified, and the result shares memory with them.
func assemble(stored, desired *api.Work, object *unstructured.Unstructured, owner metadata, newID func(of override.Ref) string) (*api.Work, error) {
	f, err := finish(object, owner, desired.ObjectMeta, stored)
	if err != nil {
		return nil, err
	}
	desired.Spec.Workload.Manifests = []api.Manifest{object.Object}
	work, err := merge(stored, desired)
	if err != nil {
		return nil, err
	}
	if newID != nil && work.Labels[api.WorkIDLabel] == "" {
		if id := newID(work.Ref()); id != "" {
			if work.Labels == nil {
				work.Labels = map[string]string{}
			}
			work.Labels[api.WorkIDLabel], f.labels[api.WorkIDLabel] = id, id
		}
	}
	f.list()
	return work, nil
}
