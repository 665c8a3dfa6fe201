package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// persistentVolumeClaim interprets v1 PersistentVolumeClaim.
type persistentVolumeClaim struct{}

var persistentVolumeClaimKind = kind{"v1", "PersistentVolumeClaim"}

func (persistentVolumeClaim) Kinds() []schema.GroupVersionKind {
	return persistentVolumeClaimKind.kinds()
}

// Retain keeps spec.volumeName, unless it is empty: the volume that the member cluster bound the claim to. Anything but a string is an
// error.
func (persistentVolumeClaim) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return retain(desired, observed, retainedField{[]string{"spec", "volumeName"}, aText})
}

// AggregateStatus gives the object a phase as its whole status.
//
//  1. It is Lost if that is the phase in some member. Members after this one are not read.
//  2. Otherwise it is the phase of the last member that is not Bound; an empty phase counts.
//  3. Otherwise, even without members, it is Bound.
//  4. Members without a status are ignored.
func (persistentVolumeClaim) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	k := persistentVolumeClaimKind
	if err := k.check(interpreter.AggregateStatus, object); err != nil {
		return nil, err
	}
	phase := "Bound"
	for i := 0; i < len(items) && phase != "Lost"; i++ {
		members, err := k.members(object, items[i:i+1])
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if here := text(m.status, "phase"); here != "Bound" {
				phase = here
			}
		}
	}
	return k.replace(object, map[string]any{"phase": phase})
}

// InterpretHealth reports whether the claim is bound.
func (persistentVolumeClaim) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	if err := persistentVolumeClaimKind.check(interpreter.InterpretHealth, o); err != nil {
		return false, err
	}
	return text(object(content(o), "status"), "phase") == "Bound", nil
}
