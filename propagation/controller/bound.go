package controller

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"slices"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// bound has what events need to know of the bindings, by template. It is written before a template reads the policies or the clusters, so an event
// that comes while the template is reconciled finds it.
type bound struct {
	mu  sync.RWMutex
	all map[override.Ref]boundTo
	by  map[override.Ref]override.Ref // templates by binding
}

type boundTo struct {
	binding   override.Ref
	placement *api.Placement // shared, read only
	clusters  map[string]bool
}

// see records a binding, not copied: it must not change afterwards.
func (b *bound) see(template override.Ref, binding api.Binding) {
	to := boundTo{binding: binding.Ref(), placement: binding.BindingSpec().Placement, clusters: map[string]bool{}}
	for _, target := range work.Targets(binding.BindingSpec()) {
		to.clusters[target.Name] = true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all, b.by = map[override.Ref]boundTo{}, map[override.Ref]override.Ref{}
	}
	b.all[template], b.by[to.binding] = to, template
}

func (b *bound) delete(template override.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if binding := b.all[template].binding; b.by[binding] == template {
		delete(b.by, binding)
	}
	delete(b.all, template)
}

func (b *bound) has(template override.Ref) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	_, found := b.all[template]
	return found
}

// targets reports whether a template goes to a cluster.
func (b *bound) targets(template override.Ref, cluster string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.all[template].clusters[cluster]
}

func (b *bound) refs() []override.Ref {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Collect(maps.Keys(b.all))
}

// in returns the templates whose binding satisfies a condition.
func (b *bound) in(condition func(ref override.Ref, to boundTo) bool) (refs []override.Ref) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for ref, to := range b.all {
		if condition(ref, to) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// template returns the template of a binding.
func (b *bound) template(binding override.Ref) (template override.Ref, found bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	template, found = b.by[binding]
	return template, found
}

// idLabel returns the key of the label with the id of a binding.
func idLabel(binding api.Binding) string {
	if binding.GetNamespace() == "" {
		return api.ClusterBindingIDLabel
	}
	return api.BindingIDLabel
}

// isOf reports whether a binding is that of its template: it has its name and namespace. Any user who may write bindings in one namespace can name a
// template of another one in the spec.
func isOf(binding api.Binding, template override.Ref) bool {
	return binding.GetNamespace() == template.Namespace && binding.GetName() == api.BindingName(template.Kind, template.Name)
}

// resourceOf returns the template of a binding.
func resourceOf(binding api.Binding) override.Ref {
	r := binding.BindingSpec().Resource
	return override.Ref{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}
}

// written has hashes of the specs that this process wrote last. An event with another spec is from another writer. A spec is recorded before it is
// written, because the event may come before the answer.
type written struct{ all sync.Map }

func (w *written) expect(ref override.Ref, spec any) { w.all.Store(ref, hashOf(spec)) }

func (w *written) forget(ref override.Ref) { w.all.Delete(ref) }

func (w *written) has(ref override.Ref, spec any) bool {
	hash, found := w.all.Load(ref)
	return found && hash == hashOf(spec)
}

func hashOf(spec any) uint64 {
	hash := fnv.New64a()
	_ = json.NewEncoder(hash).Encode(spec) // a spec that is not JSON has the hash of nothing: at worst a template is reconciled once too often
	return hash.Sum64()
}
