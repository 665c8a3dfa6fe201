package controller

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/template"
)

// reconcileTemplate brings the binding and the Works of a template up to date. All of its writes follow from one state of the hub: a conflict with
// another writer ends the call, and the next one starts again.
//
//  1. A template that is gone loses its binding.
//  2. A binding that is being deleted loses its dependencies and Works first, then its finalizers. When it is gone, its template is bound again.
//  3. Otherwise the template is placed, see [template.Place].
//  4. Then the dependencies are stored, and the Works rendered. Those of a binding that nothing claims or requires stay as they are, see [template.RenderInput].
func (h *Hub) reconcileTemplate(ctx context.Context, ref override.Ref) (result reconcile.Result, err error) {
	object, err := h.template(ctx, ref)
	if err != nil {
		return result, err
	}
	stored, err := h.binding(ctx, ref)
	if err != nil {
		if object != nil {
			h.event(object, corev1.EventTypeWarning, "BindFailed", "Bind", err.Error())
		}
		return result, err
	}
	var p *placing
	switch {
	case object == nil && stored == nil:
		h.changedByUser.Delete(ref)
		return result, nil
	case object == nil && stored.GetDeletionTimestamp() == nil:
		return result, h.deleteBinding(ctx, stored)
	case stored != nil && stored.GetDeletionTimestamp() != nil:
		p, err = h.detach(ctx, ref, stored)
	default:
		p, err = h.place(ctx, object, stored)
	}
	if err != nil || p == nil {
		return result, err
	}
	unknown, err := h.store(ctx, p)
	if err != nil {
		h.Index.Forget(p.Binding) // it is placed again
		if p.changedByUser {      // a lazy policy must still see it
			h.changedByUser.Store(ref, true)
		}
		return result, err
	}
	if p.object != nil {
		object = p.object
		defer func() { // one write for what all stages have set
			if unwritten := h.storeStatus(ctx, p.stored, p.Binding); err == nil {
				err = unwritten
			}
		}()
	}
	rendered, err := h.render(ctx, object, p.Binding, p.Row.Left)
	if err == nil { // neither a dependency whose kind cannot be read nor a policy that waits holds up the template
		err = errors.Join(unknown, p.Failed.Claim)
	}
	return sooner(p.again(), rendered), err
}

// sooner returns the result that comes back first.
func sooner(a, b reconcile.Result) reconcile.Result {
	if a.RequeueAfter == 0 || b.RequeueAfter > 0 && b.RequeueAfter < a.RequeueAfter {
		return b
	}
	return a
}

// template returns a template, which must not be written, or nil if it does not exist. That is asked of the API server: what follows deletes.
func (h *Hub) template(ctx context.Context, ref override.Ref) (*unstructured.Unstructured, error) {
	o := newObject(kindOf(ref))
	err := h.client.Get(ctx, nameOf(ref), o, client.UnsafeDisableDeepCopy)
	if !apierrors.IsNotFound(err) {
		return o, err
	}
	err = h.live.Get(ctx, nameOf(ref), o)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return o, err
}

// binding returns the stored binding of a template, which must not be written, or nil. A binding of that name that belongs to another object is an
// error.
func (h *Hub) binding(ctx context.Context, ref override.Ref) (api.Binding, error) {
	binding := newBinding(ref.Namespace)
	name := types.NamespacedName{Namespace: ref.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	if err := h.client.Get(ctx, name, binding, client.UnsafeDisableDeepCopy); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	if !template.IsOf(binding, ref) {
		return nil, bind.AlreadyBinds(binding)
	}
	return binding, nil
}

func newBinding(namespace string) api.Binding {
	if namespace == "" {
		return &api.ClusterResourceBinding{}
	}
	return &api.ResourceBinding{}
}

func copyBinding(b api.Binding) api.Binding { return b.DeepCopyObject().(api.Binding) }

// deleteBinding deletes a binding, unless another one has its name by now. The event of its deletion timestamp continues.
func (h *Hub) deleteBinding(ctx context.Context, binding api.Binding) error {
	uid := binding.GetUID()
	metricWrites.WithLabelValues("binding", "delete").Inc()
	err := h.client.Delete(ctx, copyBinding(binding), client.Preconditions{UID: &uid})
	return client.IgnoreNotFound(err)
}

// updateBinding writes a binding, except for its status, which it keeps. It takes over everything else that the API server returns.
func (h *Hub) updateBinding(ctx context.Context, binding api.Binding) error {
	h.written.expect(binding.Ref(), binding.BindingSpec())
	metricWrites.WithLabelValues("binding", "update").Inc()
	defer keepStatus(binding)()
	return h.client.Update(ctx, binding)
}

// createBinding creates a binding.
func (h *Hub) createBinding(ctx context.Context, binding api.Binding) error {
	h.written.expect(binding.Ref(), binding.BindingSpec())
	metricWrites.WithLabelValues("binding", "create").Inc()
	defer keepStatus(binding)()
	if err := h.client.Create(ctx, binding); err != nil {
		return fmt.Errorf("%s: %w", binding.Ref(), err)
	}
	return nil
}

// keepStatus returns a function that restores the present status of a binding.
func keepStatus(binding api.Binding) func() {
	status := *binding.BindingStatus().DeepCopy()
	return func() { *binding.BindingStatus() = status }
}
