package work

import (
	"context"
	"errors"
	"fmt"

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
		d.Action, d.Reason, d.Send = ActionUpdate, reasonOf(d.Drift), merged.DeepCopy()
		if !s.applied {
			d.Reason += "; this manifest has not been applied yet"
		}
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

func reasonOf(drift []Difference) string {
	first := drift[0].Pointer.String()
	switch {
	case len(drift) > 1:
		return fmt.Sprintf("%d places differ from the manifest, the first is %s", len(drift), first)
	case drift[0].Kind == DriftChanged:
		return first + " differs from the manifest"
	case drift[0].Kind == DriftMissing:
		return first + " is missing"
	}
	return first + " is not in the manifest"
}

// managed reports whether an object has the label of objects that Karmada manages.
func managed(o *unstructured.Unstructured) bool {
	return stringEntries(o, "labels")[api.ManagedLabel] == "true"
}
