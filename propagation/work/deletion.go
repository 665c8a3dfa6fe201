package work

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// delete decides about an object whose Work is being deleted.
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

// abandon decides about an object whose cluster is being deleted and cannot be reached.
func (s *syncer) abandon(_ context.Context, d Decision, _, _ *unstructured.Unstructured) Decision {
	d.Action, d.Reason = ActionLeave, fmt.Sprintf("cluster %s is not ready and is being deleted", s.Cluster.Name)
	return d
}

// release decides about an object that stays when its Work is deleted.
func (s *syncer) release(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision {
	if !managed(observed) {
		d.Action, d.Reason = ActionLeave, "the object is not managed by Karmada"
		return d
	}
	released, err := Release(manifest)
	if err != nil {
		return refuse(d, fmt.Errorf("%s: %w", d.Object, err))
	}
	d, merged := s.merge(ctx, d, released, observed)
	switch {
	case merged == nil:
	case len(d.Drift) > 0:
		d.Action, d.Reason, d.Send = ActionRelease, "the Work is being deleted and preserves its objects", merged.DeepCopy()
	default:
		d.Action, d.Reason = ActionLeave, "the object is released already"
	}
	return d
}
