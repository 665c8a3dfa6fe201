package work

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// update decides about an object that exists while the Work does.
func (s *syncer) update(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision {
	if !managed(observed) && stringEntries(manifest, "annotations")[api.ConflictResolutionAnnotation] != "overwrite" {
		return refuse(d, &ConflictError{d.Object, s.Cluster.Name})
	}
	d, merged := s.merge(ctx, d, manifest, observed)
	switch {
	case merged == nil:
		return d
	case len(d.Drift) > 0:
		d.Action, d.Reason, d.Send = ActionUpdate, reasonOf(d.Drift, s.applied), merged.DeepCopy()
	case d.NeedsUpdate:
		d.Action, d.Reason = ActionLeave, "the object differs only in fields that the cluster owns"
	default:
		d.Action, d.Reason = ActionLeave, "the object is as the manifest"
	}
	if content.Deleting(observed) {
		d.Reason += "; it is being deleted, and must be created again when it is gone"
	}
	return d
}

// merge returns what an update sends, and sets how that differs from the observed object. If there is an error, it returns nil and refuses the object. The
// result may share memory with the manifest.
func (s *syncer) merge(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) (Decision, *unstructured.Unstructured) {
	merged, err := retain(ctx, s.Interpreter, manifest, observed)
	if err != nil {
		if failed := (*interpreter.Error)(nil); errors.As(err, &failed) { // names the object
			return refuse(d, fmt.Errorf("cluster %s: %w", s.Cluster.Name, err)), nil
		}
		return refuse(d, fmt.Errorf("%s in cluster %s: %w", d.Object, s.Cluster.Name, err)), nil
	}
	if d.NeedsUpdate = needsUpdate(merged, observed); d.NeedsUpdate {
		d.Drift, d.Owned = drift(merged.Object, observed.Object, s.applied)
	}
	d.Owned = append(d.Owned, retained(manifest.Object, merged.Object)...)
	sortDifferences(d.Owned)
	return d, merged
}

// reasonOf returns why an object is updated. Fields that are drift only because the manifest has not been applied count if there is no other
// drift: most of them are defaults.
func reasonOf(drift []Difference, applied bool) string {
	reason := ""
	if !applied {
		reason = "; the manifest has not been applied yet"
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
