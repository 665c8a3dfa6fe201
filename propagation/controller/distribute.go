package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// distribute writes the bindings of the objects that a template needs, and enqueues these. It returns the binding of the template as it is stored
// then. The list of dependencies is stored before them, see [Hub.isGenuine].
func (h *Hub) distribute(ctx context.Context, template *unstructured.Unstructured, b api.Binding) (api.Binding, error) {
	independent, namespaced := b.(*api.ResourceBinding)
	if !namespaced || !independent.Spec.PropagateDeps && !slices.Contains(independent.Finalizers, api.DependenciesFinalizer) {
		h.dependents.forget(resourceOf(b))
		return b, nil
	}
	bindings, err := h.bindingsIn(ctx, b.GetNamespace())
	if err != nil {
		return b, err
	}
	distribution, err := bind.Distribute(ctx, bind.DistributeInput{
		Independent: independent, Template: template, Registry: h.Registry, Find: h.find, Bindings: bindings, FeatureGates: h.FeatureGates,
	})
	if template != nil {
		h.dependents.set(resourceOf(b), distribution.Dependencies)
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
	if d.Name != "" {
		ref := override.Ref{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name}
		if o := h.Inventory.Get(ref); o != nil {
			return []*unstructured.Unstructured{o}, nil
		}
		return nil, nil
	}
	selector, err := metav1.LabelSelectorAsSelector(d.LabelSelector)
	if err != nil {
		return nil, err
	}
	var list unstructured.UnstructuredList
	list.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
	err = h.client.List(ctx, &list, client.InNamespace(d.Namespace), client.MatchingLabelsSelector{Selector: selector}, client.UnsafeDisableDeepCopy)
	found := make([]*unstructured.Unstructured, len(list.Items))
	for i := range list.Items {
		found[i] = &list.Items[i]
	}
	return found, err
}

// dependents has the dependencies of templates, so that an event of a dependency finds the templates that need it.
type dependents struct {
	mu  sync.Mutex
	all map[override.Ref][]interpreter.Dependency
}

func (d *dependents) set(template override.Ref, dependencies []interpreter.Dependency) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = map[override.Ref][]interpreter.Dependency{}
	}
	if len(dependencies) == 0 {
		delete(d.all, template)
		return
	}
	d.all[template] = dependencies
}

func (d *dependents) forget(template override.Ref) { d.set(template, nil) }

// of returns the templates that need an object with the labels that it had or has.
func (d *dependents) of(object override.Ref, was, is map[string]string) (templates []override.Ref) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for template, dependencies := range d.all {
		if slices.ContainsFunc(dependencies, func(dep interpreter.Dependency) bool { return needs(dep, object, was, is) }) {
			templates = append(templates, template)
		}
	}
	return templates
}

func needs(d interpreter.Dependency, object override.Ref, was, is map[string]string) bool {
	if d.APIVersion != object.APIVersion || d.Kind != object.Kind || d.Namespace != object.Namespace {
		return false
	}
	if d.Name != "" {
		return d.Name == object.Name
	}
	selector, err := metav1.LabelSelectorAsSelector(d.LabelSelector)
	return err == nil && (selector.Matches(labels.Set(was)) || selector.Matches(labels.Set(is)))
}
