package controller

import (
	"context"
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/propagation/claim"
)

// ConditionValid is the type of the condition that a policy with faults gets. A policy that never had faults does not have it.
const ConditionValid = "Valid"

// Finalizers of propagation policies. They are Karmada's.
const (
	propagationFinalizer        = "karmada.io/propagation-policy-controller"
	clusterPropagationFinalizer = "karmada.io/cluster-propagation-policy-controller"
)

func (h *Hub) resyncPolicies() {
	for _, policy := range h.Index.Sources() {
		h.policies.add(policy.Ref())
	}
	h.faults.Range(func(ref, _ any) bool {
		h.policies.add(ref.(override.Ref))
		return true
	})
}

// reportOverride records the faults of an override policy after an event.
func (h *Hub) reportOverride(policy *unstructured.Unstructured, compiled *override.Policy, err error) {
	if err == nil && len(compiled.Faults()) > 0 {
		err = words.Faults(compiled.Faults())
	}
	h.report(policy, messageOf(err))
}

// report records what is wrong with a policy, if anything.
func (h *Hub) report(policy *unstructured.Unstructured, fault string) {
	ref := override.RefOf(policy)
	if before, known := h.faults.Swap(ref, clip(fault)); known && before == clip(fault) || !known && fault == "" && conditionOf(policy) == nil {
		return
	}
	h.policies.add(ref)
}

// reconcilePolicy writes what is missing in a policy.
func (h *Hub) reconcilePolicy(ctx context.Context, ref override.Ref) (reconcile.Result, error) {
	if !h.owns(ref) {
		return reconcile.Result{}, nil
	}
	ctx, release := h.fence(ctx)
	defer release()
	policy := newObject(kindOf(ref))
	if err := h.client.Get(ctx, nameOf(ref), policy); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if policy.GetKind() == "PropagationPolicy" || policy.GetKind() == "ClusterPropagationPolicy" {
		h.reportKinds(policy)
		if result, err := h.setClaimable(ctx, ref, policy); err != nil || result.RequeueAfter > 0 {
			return settleConflict(result, err)
		}
	}
	return settleConflict(reconcile.Result{}, h.setCondition(ctx, ref, policy))
}

// setClaimable sets the id of a propagation policy. If the policy is being deleted, it removes the finalizer when no template is claimed.
func (h *Hub) setClaimable(ctx context.Context, ref override.Ref, policy *unstructured.Unstructured) (reconcile.Result, error) {
	before := policy.DeepCopy()
	finalizer := propagationFinalizer
	if ref.Namespace == "" {
		finalizer = clusterPropagationFinalizer
	}
	label := claim.IDLabel(ref)
	switch {
	case policy.GetDeletionTimestamp() != nil && slices.Contains(policy.GetFinalizers(), finalizer):
		if len(h.Index.Claimed(ref)) > 0 {
			return reconcile.Result{RequeueAfter: retryDelay}, nil
		}
		controllerutil.RemoveFinalizer(policy, finalizer)
	case policy.GetDeletionTimestamp() == nil && policy.GetLabels()[label] == "":
		if err := unstructured.SetNestedField(policy.Object, h.newID(ref), "metadata", "labels", label); err != nil {
			return reconcile.Result{}, err
		}
	default:
		return reconcile.Result{}, nil
	}
	return reconcile.Result{}, client.IgnoreNotFound(h.client.Patch(ctx, policy, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
}

// setCondition writes the condition Valid if the policy has faults, or had some, and an Event for new faults. An API server without a
// status of policies, such as Karmada's, keeps only the Event.
func (h *Hub) setCondition(ctx context.Context, ref override.Ref, policy *unstructured.Unstructured) error {
	value, _ := h.faults.Load(ref)
	fault, _ := value.(string)
	before := conditionOf(policy)
	is := metav1.Condition{Type: ConditionValid, Status: metav1.ConditionTrue, Reason: "Valid", Message: "the policy has no faults", ObservedGeneration: policy.GetGeneration()}
	if fault != "" {
		is.Status, is.Reason, is.Message = metav1.ConditionFalse, "Invalid", fault
	} else if before == nil {
		return nil
	}
	all := []metav1.Condition{}
	if before != nil {
		all = append(all, *before)
	}
	if !meta.SetStatusCondition(&all, is) {
		return nil
	}
	if fault != "" {
		h.event(policy, corev1.EventTypeWarning, "InvalidPolicy", "Validate", fault)
	}
	patch, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": all}})
	if err != nil {
		return err
	}
	err = h.client.Status().Patch(ctx, policy, client.RawPatch(types.MergePatchType, patch))
	if apierrors.IsNotFound(err) { // the policy is gone, or has no status
		return nil
	}
	return err
}

// conditionOf returns the condition Valid of a policy, or nil.
func conditionOf(policy *unstructured.Unstructured) *metav1.Condition {
	list, _, _ := unstructured.NestedSlice(policy.Object, "status", "conditions")
	for _, item := range list {
		fields, _ := item.(map[string]any)
		var c metav1.Condition
		if fields["type"] == ConditionValid && runtime.DefaultUnstructuredConverter.FromUnstructured(fields, &c) == nil {
			return &c
		}
	}
	return nil
}
