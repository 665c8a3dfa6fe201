package bind

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Followers is an index of objects by the workload that they follow. The zero value is empty. It is safe for concurrent use while nothing is
// added.
type Followers struct {
	of map[override.Ref][]*unstructured.Unstructured // by the workload, with its group in place of the API version
}

// Add adds objects to the index, not copied. field is as in [WorkloadOf], whose error it returns. An object that follows no workload is not
// added. One that changes later must not be added again: make a new index.
func (f *Followers) Add(follower *unstructured.Unstructured, field ...string) error {
	workload, err := WorkloadOf(follower, field...)
	if err != nil || workload == (override.Ref{}) || f == nil {
		return err
	}
	if f.of == nil {
		f.of = map[override.Ref][]*unstructured.Unstructured{}
	}
	key := followed(workload)
	f.of[key] = append(f.of[key], follower)
	return nil
}

// Of returns the followers of the object of a binding, sorted: those to attach to it ([Distribute]), and to look at again when it is created,
// changes or is deleted ([Follow]). The list is new, its objects are not copied.
func (f *Followers) Of(b *api.ResourceBinding) []*unstructured.Unstructured {
	if f == nil || b == nil {
		return nil
	}
	return sortedObjects(f.of[followed(content.ResourceOf(b))])
}

// followed returns a reference that is equal for all references to a workload, see [content.SameWorkload].
func followed(workload override.Ref) override.Ref {
	workload.Kind = strings.ToLower(workload.Kind)
	return anyVersion(workload)
}
