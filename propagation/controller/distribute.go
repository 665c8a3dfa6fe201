package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// distribute writes the bindings of the objects that a template needs, and enqueues these. It returns the binding of the template as it is stored
// then. The list of dependencies is stored before them, see [Hub.isGenuine].
func (h *Hub) distribute(ctx context.Context, template *unstructured.Unstructured, b api.Binding) (api.Binding, error) {
	independent, namespaced := b.(*api.ResourceBinding)
	if !namespaced || !independent.Spec.PropagateDeps && !slices.Contains(independent.Finalizers, api.DependenciesFinalizer) {
		return b, nil
	}
	bindings, err := h.bindingsIn(ctx, b.GetNamespace())
	if err != nil {
		return b, err
	}
	distribution, err := bind.Distribute(ctx, bind.DistributeInput{
		Independent: independent, Template: template, Registry: h.Registry, Find: h.find, Bindings: bindings, FeatureGates: h.FeatureGates,
	})
	if distribution.Independent != nil {
		h.Index.Expect(distribution.Independent) // a dependency may come before the list of dependencies is stored
	}
	attach := func() error {
		errs := []error{err}
		for _, attached := range distribution.Attached {
			errs = append(errs, h.storeAttached(ctx, attached))
		}
		return errors.Join(errs...)
	}
	if distribution.Independent == nil || len(distribution.Changed) == 0 {
		return b, attach()
	}
	if !slices.Contains(distribution.Independent.Finalizers, api.DependenciesFinalizer) { // it loses the finalizer last
		if err := attach(); err != nil {
			return b, err
		}
		return distribution.Independent, h.updateBinding(ctx, distribution.Independent)
	}
	if err := h.updateBinding(ctx, distribution.Independent); err != nil {
		return b, err
	}
	return distribution.Independent, attach()
}

// storeAttached writes the binding of a dependency, and enqueues the dependency: this process does not look at its own writes.
func (h *Hub) storeAttached(ctx context.Context, attached bind.Attached) (err error) {
	switch {
	case attached.Created:
		err = h.createBinding(ctx, attached.Binding)
	case len(attached.Changed) > 0:
		err = h.updateBinding(ctx, attached.Binding)
	default:
		return nil
	}
	if err == nil {
		h.enqueue(resourceOf(attached.Binding))
	}
	return err
}

// bindingsIn returns the bindings of a namespace, which must not be written.
func (h *Hub) bindingsIn(ctx context.Context, namespace string) ([]*api.ResourceBinding, error) {
	var list api.ResourceBindingList
	if err := h.client.List(ctx, &list, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return nil, err
	}
	all := make([]*api.ResourceBinding, len(list.Items))
	for i := range list.Items {
		all[i] = &list.Items[i]
	}
	return all, nil
}

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
