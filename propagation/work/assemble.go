package work

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Assemble returns the Work of an object as it must be stored: it is [Finish] and [Merge] in one. stored is the stored Work, or nil.
//
//  1. The object is finished and becomes the only manifest of the desired Work.
//  2. The desired Work is merged with the stored one.
//  3. A Work without a permanent id gets one from newID, see [Input]. Its manifest gets the same.
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
