package controller

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// Policies is the set of the override policies that an API server stores, of Karmada and KubeAdmiral. It watches nothing itself: call Put and Delete
// for each event of the informers of [OverrideKinds], and Sync when the HasSynced of every handler is true. The zero value is empty. It is safe for
// concurrent use.
type Policies struct {
	// Guard protects the identity of objects, see [override.Guard]. Set it before Sync. The zero value protects nothing.
	Guard override.Guard

	mu     sync.RWMutex
	all    map[override.Ref]compiled
	set    work.Overrides
	synced bool
}

// compiled is a policy, compiled from one generation.
type compiled struct {
	version string
	policy  *override.Policy
	records map[override.Origin]json.RawMessage
}

// PolicyChange is what an event does to the set, for [affected.Index.PutOverride]. Both are nil if nothing has changed.
type PolicyChange struct {
	Before, After *override.Policy // nil: the set did not have it, or no longer has it
}

// OverrideKinds returns the kinds that [Policies.Put] accepts, in two dialects: those of policy.karmada.io/v1alpha1 and core.kubeadmiral.io/v1alpha1.
func OverrideKinds() []schema.GroupVersionKind {
	var kinds []schema.GroupVersionKind
	for _, group := range []schema.GroupVersion{karmadaapi.PolicyGroupVersion, kubeadmiralapi.GroupVersion} {
		kinds = append(kinds, group.WithKind("OverridePolicy"), group.WithKind("ClusterOverridePolicy"))
	}
	return kinds
}

// Put adds or replaces a policy.
//
//  1. A policy is compiled once for each uid and generation. A change of its metadata or status does not change the set.
//  2. A policy with faults is in the set: it fails the objects that it selects, and no others. See [override.Policy.Faults] of After.
//  3. A policy that cannot be read at all is an error. What the set had of it stays: it would undo its overrides to drop it.
//
// The policy is not kept.
func (p *Policies) Put(policy *unstructured.Unstructured) (PolicyChange, error) {
	ref, version := override.RefOf(policy), versionOf(policy)
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.all[ref]
	if before.policy != nil && before.version == version {
		return PolicyChange{}, nil
	}
	after, err := compile(policy)
	if err != nil {
		return PolicyChange{}, fmt.Errorf("%s: %w", ref, err)
	}
	after.version = version
	if p.all == nil {
		p.all = map[override.Ref]compiled{}
	}
	p.all[ref] = after
	if p.synced {
		p.set.Set = p.set.Set.With(after.policy)
		p.setRecords(before.records, after.records)
	}
	return PolicyChange{before.policy, after.policy}, nil
}

// Delete removes a policy.
func (p *Policies) Delete(ref override.Ref) PolicyChange {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, found := p.all[ref]
	if !found {
		return PolicyChange{}
	}
	delete(p.all, ref)
	if p.synced {
		p.set.Set = p.set.Set.Without(ref)
		p.setRecords(before.records, nil)
	}
	return PolicyChange{Before: before.policy}
}

// setRecords replaces the records by a copy: readers have the old map.
func (p *Policies) setRecords(without, with map[override.Origin]json.RawMessage) {
	records := maps.Clone(p.set.Records)
	for origin := range without {
		delete(records, origin)
	}
	maps.Copy(records, with)
	p.set.Records = records
}

// Sync declares that every policy of the first list was put. Until then there is no set. Further calls do nothing.
func (p *Policies) Sync() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.synced {
		return
	}
	policies, records := make([]*override.Policy, 0, len(p.all)), map[override.Origin]json.RawMessage{}
	for _, c := range p.all {
		policies = append(policies, c.policy)
		maps.Copy(records, c.records)
	}
	p.set = work.Overrides{Set: override.NewSet(policies...).Referring(kubeadmiral.References).Guarding(p.Guard), Records: records}
	p.synced = true
}

// Overrides returns the policies as they are now, and false before [Policies.Sync]. The result never changes.
func (p *Policies) Overrides() (overrides work.Overrides, synced bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.set, p.synced
}

// Exists reports whether an OverridePolicy of Karmada exists, or a ClusterOverridePolicy if the namespace is empty: see claim.DecideInput.
func (p *Policies) Exists(namespace, name string) bool {
	ref := override.Ref{APIVersion: karmadaapi.PolicyGroupVersion.String(), Kind: "ClusterOverridePolicy", Namespace: namespace, Name: name}
	if namespace != "" {
		ref.Kind = "OverridePolicy"
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	_, found := p.all[ref]
	return found
}

// compile compiles a policy of either dialect.
func compile(policy *unstructured.Unstructured) (c compiled, err error) {
	kind := policy.GroupVersionKind()
	switch {
	case !slices.Contains(OverrideKinds(), kind):
		return c, fmt.Errorf("found the kind %s, expected an override policy of Karmada or KubeAdmiral", kind)
	case kind.Group == kubeadmiralapi.GroupVersion.Group:
		source, err := kubeadmiral.From(policy)
		if err != nil {
			return c, err
		}
		c.policy, err = kubeadmiral.Compile(source)
		return c, err
	}
	source, err := karmada.From(policy)
	if err != nil {
		return c, err
	}
	if c.records, err = work.Record(source); err != nil {
		return c, err
	}
	c.policy, err = karmada.Compile(source)
	return c, err
}

// versionOf names a generation of an object. An API server increases it with each change of the spec.
func versionOf(o *unstructured.Unstructured) string {
	if o.GetGeneration() == 0 {
		return string(o.GetUID()) + "/" + o.GetResourceVersion()
	}
	return fmt.Sprintf("%s/%d", o.GetUID(), o.GetGeneration())
}

// nameOf returns the namespace and the name of a Ref.
func nameOf(ref override.Ref) types.NamespacedName {
	return types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}
}
