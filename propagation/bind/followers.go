package bind

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Followers is an index of objects by the workload that they follow. The zero value is empty. It is safe for concurrent use while nothing is
// added or removed.
type Followers struct {
	of       map[override.Ref]map[override.Ref]*unstructured.Unstructured // by the workload, see followed, and by the follower in any version
	workload map[override.Ref]override.Ref                                // by the follower in any version
}

// Add adds an object to the index, not copied. It replaces what was added of the same group, kind, namespace and name. field is as in [WorkloadOf],
// whose error it returns; then nothing changes. An object that follows no workload is removed. An object must not change after it was added: add the
// new one.
func (f *Followers) Add(follower *unstructured.Unstructured, field ...string) error {
	workload, err := WorkloadOf(follower, field...)
	if err != nil {
		return err
	}
	f.Remove(follower)
	if workload == (override.Ref{}) {
		return nil
	}
	if f.of == nil {
		f.of, f.workload = map[override.Ref]map[override.Ref]*unstructured.Unstructured{}, map[override.Ref]override.Ref{}
	}
	own, key := anyVersion(override.RefOf(follower)), followed(workload)
	if f.of[key] == nil {
		f.of[key] = map[override.Ref]*unstructured.Unstructured{}
	}
	f.of[key][own], f.workload[own] = follower, key
	return nil
}

// Remove removes an object from the index. Only its apiVersion, kind, namespace and name are read.
func (f *Followers) Remove(follower *unstructured.Unstructured) {
	own := anyVersion(override.RefOf(follower))
	key := f.workload[own]
	delete(f.workload, own)
	if delete(f.of[key], own); len(f.of[key]) == 0 {
		delete(f.of, key)
	}
}

// Of returns the followers of the object of a binding, sorted: those to attach to it ([Batch.Distribute]), and to look at again when it is created,
// changes or is deleted ([Follow]). Only the resource in the spec of the binding is read. The list is new; its objects are not copied.
func (f *Followers) Of(b *api.ResourceBinding) []*unstructured.Unstructured {
	if b == nil {
		return nil
	}
	return sortedObjects(slices.Collect(maps.Values(f.of[followed(content.ResourceOf(b))])))
}

// followed returns a reference that is equal for all references to a workload, see [content.SameWorkload].
func followed(workload override.Ref) override.Ref {
	workload.Kind = strings.ToLower(workload.Kind)
	return anyVersion(workload)
}
