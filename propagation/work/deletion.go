package work

import (
	"context"
	"fmt"

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
	released, err := Release(manifest)
	if err != nil {
		return d.refuse(s.fault(d, manifest, err))
	}
	merged, err := retain(ctx, s.Interpreter, released, observed)
	if err != nil {
		return d.refuse(s.fault(d, manifest, err))
	}
	if merged, err = Release(merged); err != nil { // the list of managed keys may be gone, and the labels of Karmada retained
		return d.refuse(fmt.Errorf("%s: %w", d.Object, err))
	}
	d = s.compare(d, released, merged, observed)
	d.Action, d.Reason, d.Send = ActionRelease, "the Work is being deleted and preserves its objects", merged.DeepCopy()
	return d
}
