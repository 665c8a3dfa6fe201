package controller

import (
	"context"
	"errors"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// store writes the bindings of a placed template: first its own, with the list of what it needs and a first condition, then those of what it needs, see
// [Hub.isGenuine]. One that loses a finalizer is written last. An error about what it needs is the first result: it does not hold up the template.
func (h *Hub) store(ctx context.Context, p *placing) (unattached, err error) {
	detaches := p.stored != nil && distributes(p.stored) && !distributes(p.Binding)
	if detaches {
		if unattached = h.storeAttached(ctx, p); unattached != nil {
			p.Binding.SetFinalizers(append(p.Binding.GetFinalizers(), api.DependenciesFinalizer))
		}
	}
	if err := h.storeBinding(ctx, p); err != nil {
		return nil, err
	}
	if p.object != nil {
		if err := h.storeFirstStatus(ctx, p); err != nil {
			return nil, err
		}
	}
	if !detaches {
		unattached = h.storeAttached(ctx, p)
	}
	return errors.Join(p.Failed.Distribute, unattached), nil
}

// distributes reports whether a binding may have attached others.
func distributes(b api.Binding) bool {
	return slices.Contains(b.GetFinalizers(), api.DependenciesFinalizer)
}

// storeAttached writes the bindings of what a template needs, and enqueues what they are of: this process does not look at its own writes.
func (h *Hub) storeAttached(ctx context.Context, p *placing) error {
	var errs []error
	for _, b := range p.Attached {
		write := h.updateBinding
		if b.ResourceVersion == "" {
			write = h.createBinding
		}
		if err := write(ctx, b); err != nil {
			errs = append(errs, err)
			continue
		}
		h.enqueue(resourceOf(b))
	}
	return errors.Join(errs...)
}

// storeBinding writes what differs from the stored binding, except for the status, and completes the status of the binding, which [Hub.storeStatus]
// writes. Nothing is remembered or reported before.
func (h *Hub) storeBinding(ctx context.Context, p *placing) (err error) {
	b, reports, moved := p.Binding, false, true
	if p.Scheduled != nil {
		p.Scheduled.Condition.Message = clip(p.Scheduled.Condition.Message)
		reports = meta.SetStatusCondition(&b.BindingStatus().Conditions, p.Scheduled.Condition)
	}
	if p.stored == nil {
		err = h.createBinding(ctx, b)
	} else {
		moved = !equality.Semantic.DeepEqual(p.stored.BindingSpec().Clusters, b.BindingSpec().Clusters)
		if !sameObject(p.stored, b) || !equality.Semantic.DeepEqual(p.stored.BindingSpec(), b.BindingSpec()) {
			err = h.updateBinding(ctx, b)
		}
	}
	if p.object == nil {
		return client.IgnoreNotFound(err)
	}
	if err != nil {
		h.reportFailed(p.object, "BindFailed", "Bind", err) // the API server may refuse its name or its size
		return err
	}
	h.evictions.set(p.ref, p.Memory)
	h.reportEvictions(p)
	if p.Scheduled != nil && (reports || moved) {
		h.reportSchedule(p)
	}
	if p.Scheduled == nil || p.Failed.Schedule != nil {
		return nil
	}
	status, last := b.BindingStatus(), (*metav1.Time)(nil)
	if p.stored != nil {
		last = p.stored.BindingStatus().LastScheduledTime
	}
	if moved || last == nil || !last.Equal(status.LastScheduledTime) || status.SchedulerObservedGeneration != b.GetGeneration() {
		status.LastScheduledTime = &metav1.Time{Time: time.Now().Truncate(time.Second)}
	}
	status.SchedulerObservedGeneration = b.GetGeneration()
	return nil
}

// again returns when the template must be placed again even if nothing happens.
func (p *placing) again() (result reconcile.Result) {
	if p.Scheduled != nil && p.Scheduled.Retry {
		result.RequeueAfter = 10 * time.Second
	}
	if p.Again.IsZero() {
		return result
	}
	return sooner(result, reconcile.Result{RequeueAfter: max(time.Until(p.Again), time.Millisecond)})
}

// storeStatus writes the status of a binding if it differs from the stored one. If another writer has changed the status meanwhile, only the fields of
// this package are replaced.
func (h *Hub) storeStatus(ctx context.Context, stored, b api.Binding) error {
	if stored != nil && equality.Semantic.DeepEqual(stored.BindingStatus(), b.BindingStatus()) {
		return nil
	}
	is, to := *b.BindingStatus().DeepCopy(), b
	b = copyBinding(b)
	defer func() { to.SetResourceVersion(b.GetResourceVersion()) }()
	return client.IgnoreNotFound(retry.RetryOnConflict(retry.DefaultRetry, func() error {
		metricWrites.WithLabelValues("binding", "status").Inc()
		err := h.client.Status().Update(ctx, b)
		if apierrors.IsConflict(err) {
			if err := h.live.Get(ctx, client.ObjectKeyFromObject(b), b); err != nil {
				return err
			}
			status := b.BindingStatus()
			status.SchedulerObservedGeneration, status.SchedulerObservedAffinityName = is.SchedulerObservedGeneration, is.SchedulerObservedAffinityName
			status.LastScheduledTime = is.LastScheduledTime
			for _, condition := range is.Conditions {
				if condition.Type == api.BindingScheduled || condition.Type == ConditionRendered {
					meta.SetStatusCondition(&status.Conditions, condition)
				}
			}
		}
		return err
	}))
}

// storeFirstStatus stores the first conditions of a binding that may attach others, see rule 3 of [Hub.isGenuine].
func (h *Hub) storeFirstStatus(ctx context.Context, p *placing) error {
	if !p.Binding.BindingSpec().PropagateDeps || p.stored != nil && isReported(p.stored) {
		return nil
	}
	if !isReported(p.Binding) {
		setRendered(p.Binding, metav1.ConditionUnknown, "Pending", "the Works are not rendered yet")
	}
	if err := h.storeStatus(ctx, p.stored, p.Binding); err != nil {
		return err
	}
	p.stored = copyBinding(p.Binding)
	return nil
}

// sameObject reports whether the metadata that this package writes is the same.
func sameObject(a, b metav1.Object) bool {
	return equality.Semantic.DeepEqual(a.GetLabels(), b.GetLabels()) && equality.Semantic.DeepEqual(a.GetAnnotations(), b.GetAnnotations()) &&
		equality.Semantic.DeepEqual(a.GetFinalizers(), b.GetFinalizers()) && equality.Semantic.DeepEqual(a.GetOwnerReferences(), b.GetOwnerReferences())
}
