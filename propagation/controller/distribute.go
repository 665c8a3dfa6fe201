package controller

import (
	"context"
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
)

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
