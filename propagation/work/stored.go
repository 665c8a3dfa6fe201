package work

import (
	"errors"
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ErrDeleting is the error of a Work that cannot be written because the stored one is being deleted. It is gone later.
var ErrDeleting = errors.New("the stored Work is being deleted")

// Merge gives the Work to be stored in the place of another one; stored is nil if there is none.
//
//  1. A stored Work that is being deleted is an error, see [ErrDeleting].
//  2. Labels and annotations are added to the stored ones. None goes: what an old policy left stays.
//  3. Finalizers are those of both, sorted.
//  4. The spec is the desired one as a whole. A field that it leaves open is open afterwards.
//  5. All else stays as it is stored: owners are only given to a new Work.
//
// The result shares nothing with either.
func Merge(stored *api.Work, desired api.Work) (api.Work, error) {
	for i, m := range desired.Spec.Workload.Manifests {
		if err := content.Check(m); err != nil {
			return api.Work{}, fmt.Errorf("%s: manifest %d: %w", desired.Ref(), i, err)
		}
	}
	return merge(stored, *desired.DeepCopy())
}

// merge keeps parts of the desired Work.
func merge(stored *api.Work, desired api.Work) (api.Work, error) {
	merged := desired
	if stored != nil {
		if stored.DeletionTimestamp != nil {
			return api.Work{}, fmt.Errorf("%s: %w", stored.Ref(), ErrDeleting)
		}
		merged = api.Work{ObjectMeta: *stored.ObjectMeta.DeepCopy(), Spec: desired.Spec}
		merged.Labels = added(merged.Labels, desired.Labels)
		merged.Annotations = added(merged.Annotations, desired.Annotations)
		merged.Finalizers = sets.List(sets.New(merged.Finalizers...).Insert(desired.Finalizers...))
		merged.Status = (&api.Work{Status: stored.Status}).DeepCopy().Status // the manifests of the stored one are not looked at
	}
	merged.APIVersion, merged.Kind = api.WorkGroupVersion.String(), "Work"
	return merged, nil
}

// added writes the first map, if there is one.
func added(all, more map[string]string) map[string]string {
	if all == nil {
		return more
	}
	maps.Copy(all, more)
	return all
}
