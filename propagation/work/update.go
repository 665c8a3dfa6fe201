package work

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// update decides what to do with an existing object of a Work that is not being deleted.
func (s *syncer) update(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision {
	if !managed(observed) && stringEntries(manifest, "annotations")[api.ConflictResolutionAnnotation] != "overwrite" {
		return d.refuse(&ConflictError{d.Object, s.Cluster.Name})
	}
	merged, err := retain(ctx, s.Interpreter, manifest, observed)
	if err != nil {
		return d.refuse(s.fault(d, manifest, err))
	}
	d = s.compare(d, manifest, merged, observed)
	switch {
	case len(d.Drift) > 0:
		d.Action, d.Reason, d.Send = ActionUpdate, reasonOf(d.Drift, s.applied), merged.DeepCopy()
	case len(d.Owned) > 0:
		d.Action, d.Reason = ActionLeave, "the object matches the manifest, except for fields that the cluster owns"
	default:
		d.Action, d.Reason = ActionLeave, "the object matches the manifest"
	}
	if content.Deleting(observed) {
		d.Reason += "; it is being deleted, and is recreated when it is gone"
	}
	return d
}

// compare records how an update differs from the observed object.
func (s *syncer) compare(d Decision, manifest, merged, observed *unstructured.Unstructured) Decision {
	if d.NeedsUpdate = needsUpdate(merged, observed); d.NeedsUpdate {
		d.Drift, d.Owned = drift(merged.Object, observed.Object, s.applied && !s.Edited)
	}
	d.Owned = append(d.Owned, retained(manifest.Object, merged.Object)...)
	sortDifferences(d.Owned)
	return d
}

// fault returns the error of a manifest that cannot be merged with the observed object.
func (s *syncer) fault(d Decision, manifest *unstructured.Unstructured, err error) error {
	if bad := (*jsontree.ValueError)(nil); errors.As(err, &bad) {
		err = interpreter.NewError("", manifest, bad.Pointer, fmt.Errorf("is %s, expected %s", bad.Found, bad.Expected))
	}
	if err = s.Interpreter.Hidden(manifest, err); errors.As(err, new(*interpreter.Error)) { // names the object
		return fmt.Errorf("cluster %s: %w", s.Cluster.Name, err)
	}
	return fmt.Errorf("%s in cluster %s: %w", d.Object, s.Cluster.Name, err)
}

// reasonOf returns why an object is updated. Fields that are drift only because the manifest has not been applied count if there is no other
// drift: most of them are defaults.
func reasonOf(drift []Difference, applied bool) string {
	reason := ""
	if !applied {
		reason = "; this generation of the Work has not been applied yet"
	}
	if rest := slices.DeleteFunc(slices.Clone(drift), func(d Difference) bool { return d.Kind == DriftUnapplied }); len(rest) > 0 {
		return "the object differs at " + places(rest) + reason
	}
	return "the manifest lacks " + places(drift) + reason
}

// places names the first place of a list, and how many others there are.
func places(list []Difference) string {
	first := list[0].Pointer.String()
	switch len(list) {
	case 1:
		return first
	case 2:
		return first + " and 1 other place"
	}
	return fmt.Sprintf("%s and %d other places", first, len(list)-1)
}

// managed reports whether an object has the label of objects that Karmada manages.
func managed(o *unstructured.Unstructured) bool {
	return stringEntries(o, "labels")[api.ManagedLabel] == "true"
}
