package controller

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// propagationPolicies has the propagation policies of the hub that have an id.
type propagationPolicies struct {
	mu    sync.Mutex
	all   map[override.Ref]api.PropagationSource
	built *claim.Policies // nil: all has changed since
}

// put adds or replaces a policy; nil deletes it. It reports whether the claims may change: the spec, the id or the deletion.
func (p *propagationPolicies) put(ref override.Ref, policy api.PropagationSource) (changed bool) {
	if policy != nil && policy.GetLabels()[claim.IDLabel(ref)] == "" {
		policy = nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.all[ref]
	if before == nil && policy == nil || before != nil && policy != nil && samePolicy(before, policy) {
		return false
	}
	p.built = nil
	if policy == nil {
		delete(p.all, ref)
		return true
	}
	if p.all == nil {
		p.all = map[override.Ref]api.PropagationSource{}
	}
	p.all[ref] = policy
	return true
}

func samePolicy(a, b api.PropagationSource) bool {
	label := claim.IDLabel(a.Ref())
	return a.GetLabels()[label] == b.GetLabels()[label] && (a.GetDeletionTimestamp() == nil) == (b.GetDeletionTimestamp() == nil) &&
		equality.Semantic.DeepEqual(claim.PolicySpec(a), claim.PolicySpec(b))
}

// get returns a policy, which must not be written, or nil.
func (p *propagationPolicies) get(ref override.Ref) api.PropagationSource {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all[ref]
}

func (p *propagationPolicies) refs() []override.Ref {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.all))
}

// policies returns the policies as they are now.
func (p *propagationPolicies) policies() *claim.Policies {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.built == nil {
		p.built = claim.NewPolicies(slices.Collect(maps.Values(p.all))...)
	}
	return p.built
}

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

// kinds returns the kinds that the selectors of the policies name.
func (p *propagationPolicies) kinds() (kinds []schema.GroupVersionKind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, policy := range p.all {
		kinds = append(kinds, kindsOf(claim.PolicySpec(policy).ResourceSelectors)...)
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
	for _, kind := range kindsOf(claim.PolicySpec(policy).ResourceSelectors) {
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
	for _, ref := range h.propagation.refs() {
		policy := h.propagation.get(ref)
		if policy != nil && slices.ContainsFunc(kindsOf(claim.PolicySpec(policy).ResourceSelectors), func(k schema.GroupVersionKind) bool { return kinds[k] }) {
			h.policies.add(ref)
		}
	}
}
