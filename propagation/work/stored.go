package work

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ErrDeleting means that a Work cannot be written yet because the stored one is being deleted.
var ErrDeleting = errors.New("the stored Work is being deleted")

// Merge merges a desired Work into the stored one, which may be nil.
//
//  1. A stored Work that is being deleted is an error, see [ErrDeleting].
//  2. Labels and annotations are added to the stored ones. None is removed, not even what an old policy has left.
//  3. Finalizers are the sorted union.
//  4. The spec is the desired one. A field that is not set in it is not set in the result.
//  5. Everything else is that of the stored Work: only a new Work gets owners.
//
// The result shares no memory with the arguments.
func Merge(stored, desired *api.Work) (*api.Work, error) {
	if desired == nil {
		return nil, errors.New("found no desired Work, expected one")
	}
	for i, m := range desired.Spec.Workload.Manifests {
		if err := content.Check(m); err != nil {
			return nil, fmt.Errorf("%s: manifest %d: %w", desired.Ref(), i, err)
		}
	}
	return merge(stored, desired.DeepCopy())
}

// merge implements [Merge]. The result may share memory with the desired Work.
func merge(stored, desired *api.Work) (*api.Work, error) {
	merged := desired
	if stored != nil {
		if stored.DeletionTimestamp != nil {
			return nil, fmt.Errorf("%s: %w", stored.Ref(), ErrDeleting)
		}
		merged = &api.Work{ObjectMeta: *stored.ObjectMeta.DeepCopy(), Spec: desired.Spec}
		merged.Labels = content.MergeMap(merged.Labels, desired.Labels)
		merged.Annotations = content.MergeMap(merged.Annotations, desired.Annotations)
		merged.Finalizers = sets.List(sets.New(merged.Finalizers...).Insert(desired.Finalizers...))
		merged.Status = (&api.Work{Status: stored.Status}).DeepCopy().Status // without copying the stored manifests
	}
	merged.APIVersion, merged.Kind = api.WorkGroupVersion.String(), "Work"
	return merged, nil
}
