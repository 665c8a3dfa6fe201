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
	ids map[string]map[override.Ref]bool // templates by the index value of their Works; a user may give several bindings one id
}

type boundTo struct {
	id        string
	placement *api.Placement // shared, read only
	clusters  map[string]bool
}

// see records a binding, not copied: it must not change afterwards.
func (b *bound) see(template override.Ref, binding api.Binding) {
	to := boundTo{id: workIndex(binding), placement: binding.BindingSpec().Placement, clusters: map[string]bool{}}
	for _, target := range work.Targets(binding.BindingSpec()) {
		to.clusters[target.Name] = true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all, b.ids = map[override.Ref]boundTo{}, map[string]map[override.Ref]bool{}
	}
	b.dropID(template)
	b.all[template] = to
	if b.ids[to.id] == nil {
		b.ids[to.id] = map[override.Ref]bool{}
	}
	b.ids[to.id][template] = true
}

func (b *bound) delete(template override.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropID(template)
	delete(b.all, template)
}

func (b *bound) dropID(template override.Ref) {
	id := b.all[template].id
	if delete(b.ids[id], template); len(b.ids[id]) == 0 {
		delete(b.ids, id)
	}
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

// byWork returns the templates whose binding has made a Work.
func (b *bound) byWork(w *api.Work) (refs []override.Ref) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, label := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel} {
		if w.Labels[label] != "" {
			refs = slices.AppendSeq(refs, maps.Keys(b.ids[label+"="+w.Labels[label]]))
		}
	}
	return refs
}

// idLabel returns the key of the label with the id of a binding.
func idLabel(binding api.Binding) string {
	if binding.GetNamespace() == "" {
		return api.ClusterBindingIDLabel
	}
	return api.BindingIDLabel
}

// workIndex returns the value of indexBinding that the Works of a binding have.
func workIndex(binding api.Binding) string {
	return idLabel(binding) + "=" + binding.GetLabels()[idLabel(binding)]
}

// isOf reports whether a binding is that of its template: it has its name and namespace. Any user who may write bindings in one namespace can name a
// template of another one in the spec.
func isOf(binding api.Binding, template override.Ref) bool {
	return binding.GetNamespace() == template.Namespace && binding.GetName() == api.BindingName(template.Kind, template.Name)
}

// isWorkOf reports whether a Work may be one of a binding: it does not name another one. A user may give a binding the id of another.
func isWorkOf(w *api.Work, binding api.Binding) bool {
	namespace, name := w.Annotations[api.BindingNamespaceAnnotation], w.Annotations[api.BindingNameAnnotation]
	if cluster := w.Annotations[api.ClusterBindingNameAnnotation]; name == "" && cluster != "" {
		namespace, name = "", cluster
	}
	return name == "" || namespace == binding.GetNamespace() && name == binding.GetName()
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
