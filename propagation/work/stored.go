package work

import (
	"errors"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ErrDeleting means that a Work cannot be written yet because the stored one is being deleted.
var ErrDeleting = errors.New("the stored Work is being deleted")

// merge merges a desired Work into the stored one, rules 2 to 5 of [Draft.For]. The result may share memory with the desired Work.
func merge(stored, desired *api.Work) *api.Work {
	merged := desired
	if stored != nil {
		merged = &api.Work{ObjectMeta: *stored.ObjectMeta.DeepCopy(), Spec: desired.Spec}
		merged.Labels = content.MergeMap(merged.Labels, desired.Labels)
		merged.Annotations = content.MergeMap(merged.Annotations, desired.Annotations)
		merged.Finalizers = sets.List(sets.New(merged.Finalizers...).Insert(desired.Finalizers...))
		merged.Status = (&api.Work{Status: stored.Status}).DeepCopy().Status // without copying the stored manifests
	}
	merged.APIVersion, merged.Kind = api.WorkGroupVersion.String(), "Work"
	return merged
}
