package controller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// placement is a template and its binding as they are stored after it was placed.
type placement struct {
	reconcile.Result
	template *unstructured.Unstructured
	binding  api.Binding // nil: no policy claims the template, and none was stored. Its status is not written yet
	stored   api.Binding // before; nil: there was none
}

// place claims, binds, evicts and schedules a template. The clusters are written together with the other fields of the spec, so no Work is rendered in
// between.
func (h *Hub) place(ctx context.Context, template *unstructured.Unstructured, stored api.Binding) (p placement, err error) {
	ref := override.RefOf(template)
	_, touched := h.touched.LoadAndDelete(ref)
	defer func() {
		if touched && err != nil {
			h.touched.Store(ref, true)
		}
	}()
	c, err := h.claim(ctx, template, stored, touched)
	if apierrors.IsNotFound(err) { // the template or its binding is gone, and the event of that continues
		return p, nil
	}
	if err != nil {
		h.event(template, corev1.EventTypeWarning, "ClaimFailed", "Claim", err.Error())
		return p, err
	}
	b := c.binding
	if b != nil {
		genuine, err := h.isGenuine(ctx, c.template, b)
		if err != nil {
			return p, err
		}
		if !genuine && c.policy == nil {
			h.event(template, corev1.EventTypeWarning, "UnknownBinding", "Bind", fmt.Sprintf("%s was not made by a policy, and is ignored", b.Ref()))
			works, err := h.worksOf(ctx, b) // those of an earlier binding with this name
			if err != nil {
				return p, err
			}
			return p, h.deleteWorks(ctx, works)
		}
		if !genuine {
			b = withoutPlaces(b)
		}
	}
	if c.policy != nil {
		if b, err = h.bind(ctx, c, b); err != nil {
			return p, err
		}
	}
	if b == nil {
		return p, nil
	}
	if b == c.binding { // the cache's
		b = copyBinding(b)
	}
	h.Index.Expect(b) // before the clusters are read
	e := h.evict(c.template, b)
	scheduled := h.schedule(ctx, c.template, b)
	assessed := h.assess(e, c.binding, b, scheduled.succeeded)
	if err := h.storeBinding(ctx, c.binding, b, scheduled.succeeded); err != nil {
		if _, lasting := settleConflict(reconcile.Result{}, err); lasting != nil { // the API server may refuse its name or its size
			h.event(template, corev1.EventTypeWarning, "BindFailed", "Bind", err.Error())
		}
		return p, err
	}
	h.evicted(c.template, e)
	return placement{sooner(scheduled.Result, assessed), c.template, b, c.binding}, nil
}

// bind returns the binding of a claimed template, merged with the stored one. It is nil if a binding of an earlier object with that name must go
// first.
func (h *Hub) bind(ctx context.Context, c claimed, stored api.Binding) (api.Binding, error) {
	desired, err := bind.Bind(ctx, bind.Input{
		Template: c.template, Policy: c.policy, Registry: h.Registry, PriorityClass: h.priorityClass, FeatureGates: h.FeatureGates,
	})
	if err != nil || stored == nil {
		if err != nil {
			h.event(c.template, corev1.EventTypeWarning, "BindFailed", "Bind", err.Error())
		}
		return desired, err
	}
	merged, _, err := bind.Merge(stored, desired)
	var owner *bind.OwnerError
	if errors.As(err, &owner) {
		return nil, h.deleteBinding(ctx, c.binding)
	}
	return merged, err
}

// scheduled is what scheduling has done to a binding.
type scheduled struct {
	reconcile.Result
	succeeded bool // or nothing was to be done
}

// schedule chooses the clusters of a binding and writes them into it.
func (h *Hub) schedule(ctx context.Context, template *unstructured.Unstructured, b api.Binding) scheduled {
	spec, status := b.BindingSpec(), b.BindingStatus()
	in := schedule.Input{Spec: spec, Status: status, Fleet: h.Index.Fleet(), Options: h.Options.Schedule, FeatureGates: h.FeatureGates, Peers: h.peers(ctx, b)}
	if accepted, _ := schedule.Accepted(in, b); !accepted {
		return scheduled{}
	}
	needed, _ := schedule.ShouldSchedule(in, b)
	if !needed && meta.FindStatusCondition(status.Conditions, api.BindingScheduled) != nil {
		return scheduled{succeeded: true}
	}
	before := spec.Clusters
	result, err := schedule.Schedule(in)
	after := schedule.StatusAfter(in, result, err)
	if needed {
		spec.Clusters, status.SchedulerObservedAffinityName = after.Clusters, after.AffinityName
		if after.Applied {
			if text, err := json.Marshal(spec.Placement); err == nil {
				b.SetAnnotations(merged(b.GetAnnotations(), map[string]string{api.AppliedPlacementAnnotation: string(text)}))
			}
		}
	}
	after.Condition.Message = clip(after.Condition.Message)
	if meta.SetStatusCondition(&status.Conditions, after.Condition) || !equality.Semantic.DeepEqual(before, spec.Clusters) {
		h.reportSchedule(template, spec, result, err)
	}
	out := scheduled{succeeded: err == nil}
	if after.Retry {
		out.RequeueAfter = 10 * time.Second
	}
	return out
}

// reportSchedule records an Event with the clusters of a template, or why it has none.
func (h *Hub) reportSchedule(template *unstructured.Unstructured, spec *api.ResourceBindingSpec, result *schedule.Result, err error) {
	warnings := schedule.Warnings(result, err)
	if err != nil {
		h.event(template, corev1.EventTypeWarning, "ScheduleFailed", "Schedule", strings.Join(append([]string{err.Error()}, warnings...), "; "))
		return
	}
	parts := make([]string, len(spec.Clusters))
	for i, target := range spec.Clusters {
		parts[i] = fmt.Sprintf("%s:%d", target.Name, target.Replicas)
	}
	h.event(template, corev1.EventTypeNormal, "Scheduled", "Schedule", strings.Join(append([]string{strings.Join(parts, " ")}, warnings...), "; "))
}

// storeBinding writes what differs from the stored binding, except for the status, and completes the status of the binding, which [Hub.storeStatus]
// writes.
func (h *Hub) storeBinding(ctx context.Context, stored, b api.Binding, succeeded bool) error {
	moved := true
	if stored == nil {
		if err := h.createBinding(ctx, b); err != nil {
			return err
		}
	} else {
		moved = !equality.Semantic.DeepEqual(stored.BindingSpec().Clusters, b.BindingSpec().Clusters)
		if !sameObject(stored, b) || !equality.Semantic.DeepEqual(stored.BindingSpec(), b.BindingSpec()) {
			if err := h.updateBinding(ctx, b); err != nil {
				return err
			}
		}
	}
	if !succeeded {
		return nil
	}
	status, asked := b.BindingStatus(), b.BindingSpec().RescheduleTriggeredAt
	if moved || status.LastScheduledTime == nil || asked != nil && asked.After(status.LastScheduledTime.Time) || status.SchedulerObservedGeneration != b.GetGeneration() {
		status.LastScheduledTime = &metav1.Time{Time: now()}
	}
	status.SchedulerObservedGeneration = b.GetGeneration()
	return nil
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
func (h *Hub) storeFirstStatus(ctx context.Context, p *placement) error {
	if !p.binding.BindingSpec().PropagateDeps || p.stored != nil && isReported(p.stored) {
		return nil
	}
	if !isReported(p.binding) {
		setRendered(p.binding, metav1.ConditionUnknown, "Pending", "the Works are not rendered yet")
	}
	if err := h.storeStatus(ctx, p.stored, p.binding); err != nil {
		return err
	}
	p.stored = copyBinding(p.binding)
	return nil
}

// sameObject reports whether the metadata that this package writes is the same.
func sameObject(a, b metav1.Object) bool {
	return equality.Semantic.DeepEqual(a.GetLabels(), b.GetLabels()) && equality.Semantic.DeepEqual(a.GetAnnotations(), b.GetAnnotations()) &&
		equality.Semantic.DeepEqual(a.GetFinalizers(), b.GetFinalizers()) && equality.Semantic.DeepEqual(a.GetOwnerReferences(), b.GetOwnerReferences())
}

// peers returns the bindings that count for workload affinity, or nil if that is off.
func (h *Hub) peers(ctx context.Context, b api.Binding) *schedule.Peers {
	if b.GetNamespace() == "" || !h.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil
	}
	all, err := h.bindingsIn(ctx, b.GetNamespace())
	if err != nil {
		return nil
	}
	return schedule.NewPeers(all...)
}

// priorityClass looks up the value of a PriorityClass.
func (h *Hub) priorityClass(ctx context.Context, name string) (int32, bool, error) {
	class := newObject(schema.GroupVersionKind{Group: "scheduling.k8s.io", Version: "v1", Kind: "PriorityClass"})
	err := h.live.Get(ctx, types.NamespacedName{Name: name}, class)
	if err != nil {
		return 0, false, client.IgnoreNotFound(err)
	}
	value, _, err := unstructured.NestedInt64(class.Object, "value")
	return int32(value), err == nil, err
}
