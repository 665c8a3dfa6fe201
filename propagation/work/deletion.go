package work

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// delete decides what to do with an object whose Work is being deleted.
func (s *syncer) delete(_ context.Context, d Decision, _, observed *unstructured.Unstructured) Decision {
	switch {
	case !managed(observed):
		d.Action, d.Reason = ActionLeave, "the object is not managed by Karmada"
	case content.Deleting(observed):
		d.Action, d.Reason = ActionLeave, "the object is being deleted already"
	default:
		d.Action, d.Reason = ActionDelete, "the Work is being deleted"
	}
	return d
}

// release decides what to do with an object that stays when its Work is deleted.
func (s *syncer) release(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision {
	if !managed(observed) {
		d.Action, d.Reason = ActionLeave, "the object is not managed by Karmada"
		return d
	}
	released, merged, err := s.released(ctx, manifest, observed)
	if err != nil { // the manifest cannot be used, so what the cluster has is released
		released, merged, err = s.released(ctx, prunedView(observed), observed)
	}
	if err != nil {
		return d.refuse(s.fault(d, observed, err))
	}
	d = s.compare(d, released, merged, observed)
	d.Action, d.Reason, d.Send = ActionRelease, "the Work is being deleted and preserves its objects", merged.DeepCopy()
	return d
}

// released returns a released manifest, and what an update of the observed object sends. The second is released again: if the list of managed keys
// is gone, the labels of Karmada are retained.
func (s *syncer) released(ctx context.Context, manifest, observed *unstructured.Unstructured) (released, merged *unstructured.Unstructured, err error) {
	if released, err = Release(manifest); err != nil {
		return nil, nil, err
	}
	if merged, err = retain(ctx, s.Interpreter, released, observed); err != nil {
		return nil, nil, err
	}
	merged, err = Release(merged)
	return released, merged, err
}
