package controller

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// readPropagation reads a propagation policy as the API server has it.
func readPropagation(o *unstructured.Unstructured) (api.PropagationSource, error) {
	var policy api.PropagationSource = &api.PropagationPolicy{}
	if o.GetNamespace() == "" {
		policy = &api.ClusterPropagationPolicy{}
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, policy); err != nil {
		return nil, fmt.Errorf("%s: %w", override.RefOf(o), err)
	}
	return policy, nil
}

// kindsOf returns the kinds that selectors name completely.
func kindsOf(selectors []api.ResourceSelector) (kinds []schema.GroupVersionKind) {
	for _, s := range selectors {
		if kind := kindOf(override.Ref{APIVersion: s.APIVersion, Kind: s.Kind}); kind.Kind != "" && kind.Version != "" {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// wantedKinds returns the kinds that the selectors of the policies name.
func (h *Hub) wantedKinds() (kinds []schema.GroupVersionKind) {
	for _, policy := range h.Index.Sources() {
		kinds = append(kinds, kindsOf(policy.PropagationSpec().ResourceSelectors)...)
	}
	return kinds
}

// reportKinds records an Event for the kinds that a policy selects and that are not propagated. A policy that only names such kinds would
// otherwise silently do nothing.
func (h *Hub) reportKinds(o *unstructured.Unstructured) {
	policy, err := readPropagation(o)
	if err != nil || o.GetDeletionTimestamp() != nil {
		return
	}
	var faults []string
	for _, kind := range kindsOf(policy.PropagationSpec().ResourceSelectors) {
		if fault := h.kinds.faultOf(kind); fault != "" {
			faults = append(faults, fmt.Sprintf("%s: %s", kind, fault))
		}
	}
	if len(faults) > 0 {
		h.event(o, corev1.EventTypeWarning, "KindNotPropagated", "Watch", strings.Join(faults, "; "))
	}
}

// resyncSelecting enqueues the policies that select one of the kinds.
func (h *Hub) resyncSelecting(kinds map[schema.GroupVersionKind]bool) {
	for _, policy := range h.Index.Sources() {
		if slices.ContainsFunc(kindsOf(policy.PropagationSpec().ResourceSelectors), func(k schema.GroupVersionKind) bool { return kinds[k] }) {
			h.policies.add(policy.Ref())
		}
	}
}
