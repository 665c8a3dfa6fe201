package controller

import (
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/selector"
)

// Inventory has the templates of a hub, and finds those that an event concerns. It keeps the objects that it is given, which must not change, so
// the objects of an informer cost no memory. The zero value is empty. It is safe for concurrent use.
type Inventory struct {
	mu      sync.Mutex
	objects map[override.Ref]*unstructured.Unstructured
	claimed map[override.Ref]map[override.Ref]bool // templates by the policy that claims them
	index   *impact.Index
	pending map[override.Ref]*unstructured.Unstructured // not yet in the index; nil: gone
}

// Put adds or replaces an object.
func (i *Inventory) Put(o *unstructured.Unstructured) {
	ref := override.RefOf(o)
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.objects == nil {
		i.objects, i.claimed = map[override.Ref]*unstructured.Unstructured{}, map[override.Ref]map[override.Ref]bool{}
		i.pending = map[override.Ref]*unstructured.Unstructured{}
	}
	before := i.objects[ref]
	i.setClaim(ref, before, o)
	i.objects[ref] = o
	if before == nil || !maps.Equal(before.GetLabels(), o.GetLabels()) {
		i.pending[ref] = o
	}
}

// Delete removes an object.
func (i *Inventory) Delete(ref override.Ref) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if before := i.objects[ref]; before != nil {
		i.setClaim(ref, before, nil)
		delete(i.objects, ref)
		i.pending[ref] = nil
	}
}

// Get returns an object, not a copy, or nil.
func (i *Inventory) Get(ref override.Ref) *unstructured.Unstructured {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.objects[ref]
}

// refs returns all objects, in no order.
func (i *Inventory) refs() []override.Ref {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Collect(maps.Keys(i.objects))
}

// ofKind returns the objects of a kind, in no order.
func (i *Inventory) ofKind(kind schema.GroupVersionKind) []override.Ref {
	return slices.DeleteFunc(i.refs(), func(ref override.Ref) bool { return kindOf(ref) != kind })
}

// setClaim moves a template from one policy to another.
func (i *Inventory) setClaim(ref override.Ref, before, after *unstructured.Unstructured) {
	was, is := claimOf(before), claimOf(after)
	if was == is {
		return
	}
	delete(i.claimed[was], ref)
	if len(i.claimed[was]) == 0 {
		delete(i.claimed, was)
	}
	if is != (override.Ref{}) {
		if i.claimed[is] == nil {
			i.claimed[is] = map[override.Ref]bool{}
		}
		i.claimed[is][ref] = true
	}
}

// claimOf returns the policy that claims an object, or a zero Ref.
func claimOf(o *unstructured.Unstructured) override.Ref {
	if o == nil {
		return override.Ref{}
	}
	c, _ := claim.ClaimOf(o.GetLabels(), o.GetAnnotations())
	return c.Policy
}

// Claimed returns the templates that a propagation policy has claimed, in no order.
func (i *Inventory) Claimed(policy override.Ref) []override.Ref {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Collect(maps.Keys(i.claimed[policy]))
}

// Selected returns the templates without a claim that a propagation policy selects, in no order. It reads all templates.
func (i *Inventory) Selected(policy api.PropagationSource) (refs []override.Ref) {
	policies := claim.NewPolicies(policy)
	i.mu.Lock()
	defer i.mu.Unlock()
	for ref, o := range i.objects {
		if claimOf(o) != (override.Ref{}) {
			continue
		}
		if _, selected := policies.Match(o); selected {
			refs = append(refs, ref)
		}
	}
	return refs
}

// Affected returns the objects whose overrides a change of a policy may change, sorted. The set has the other policies, and
// may also have the changed one. See [impact.Index.Affected].
func (i *Inventory) Affected(set *override.Set, change PolicyChange) []override.Ref {
	if change == (PolicyChange{}) {
		return nil
	}
	return refsOf(i.indexed().Affected(set, change.Before, change.After))
}

// AffectedByCluster returns the objects whose overrides a change of the facts of a cluster may change, sorted, see
// [impact.Index.AffectedByCluster].
func (i *Inventory) AffectedByCluster(set *override.Set, before, after *selector.Cluster) []override.Ref {
	return refsOf(i.indexed().AffectedByCluster(set, before, after))
}

func refsOf(affected []impact.Affected) []override.Ref {
	refs := make([]override.Ref, len(affected))
	for i, a := range affected {
		refs[i] = a.Object
	}
	return refs
}

// indexed returns the index of the present objects. Events are collected until it is needed: one change of many objects costs less than many
// changes.
func (i *Inventory) indexed() *impact.Index {
	i.mu.Lock()
	defer i.mu.Unlock()
	var put []*unstructured.Unstructured
	var gone []override.Ref
	for ref, o := range i.pending {
		if o != nil {
			put = append(put, o)
		} else {
			gone = append(gone, ref)
		}
	}
	i.index = i.index.Without(gone...).With(put...)
	clear(i.pending)
	return i.index
}
