package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// persistentVolume interprets v1 PersistentVolume.
type persistentVolume struct{}

var persistentVolumeKind = kind{"v1", "PersistentVolume"}

func (persistentVolume) Kinds() []schema.GroupVersionKind { return persistentVolumeKind.kinds() }

// Retain keeps spec.claimRef, which the member cluster sets when a claim is bound. It may be of any type, even null.
func (persistentVolume) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return retain(desired, observed, retainedField{[]string{"spec", "claimRef"}, anything})
}

// AggregateStatus gives the object the most important phase of the members as its whole status.
//
//  1. A member without a status is Pending.
//  2. The order is Failed, Pending, Available, Bound, Released. Other phases are ignored.
//  3. If all are ignored, there is no phase.
func (persistentVolume) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	k := persistentVolumeKind
	if err := k.check(interpreter.AggregateStatus, object); err != nil {
		return nil, err
	}
	members, err := k.members(object, items)
	if err != nil {
		return nil, err
	}
	phases := map[string]bool{"Pending": len(members) < len(items)}
	for _, m := range members {
		phases[text(m.status, "phase")] = true
	}
	for _, phase := range []string{"Failed", "Pending", "Available", "Bound", "Released"} {
		if phases[phase] {
			return k.replace(object, map[string]any{"phase": phase})
		}
	}
	return k.replace(object, map[string]any{})
}
