package controller

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// find is a bind.DependencyFinder. It starts the kind of a dependency, and fails until its templates are known.
func (h *Hub) find(ctx context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
	kind := schema.FromAPIVersionAndKind(d.APIVersion, d.Kind)
	if watched, reason := h.filter.WatchesAPI(kind); !watched {
		return nil, fmt.Errorf("dependency %s %s/%s: %s", d.Kind, d.Namespace, d.Name, reason)
	}
	select {
	case <-h.kinds.of(kind).synced:
	default:
		return nil, fmt.Errorf("the objects of %s are not known yet", kind)
	}
	return h.Index.Find(ctx, d)
}
