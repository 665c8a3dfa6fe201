package controller

import (
	"encoding/json"
	"hash/fnv"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// isOwn reports whether a binding is that of its template: it has its name and namespace. Any user who may write bindings in one namespace can name a
// template of another one in the spec.
func isOwn(binding api.Binding) bool {
	r := binding.BindingSpec().Resource
	return binding.GetNamespace() == r.Namespace && binding.GetName() == api.BindingName(r.Kind, r.Name)
}

// resourceOf returns the template of a binding.
func resourceOf(binding api.Binding) override.Ref {
	r := binding.BindingSpec().Resource
	return override.Ref{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}
}

// written has hashes of the specs that this process wrote last. An event with another spec is from another writer. A spec is recorded before it is
// written, because the event may come before the answer.
type written struct{ sync.Map }

func (w *written) expect(ref override.Ref, spec any) { w.Store(ref, hashOf(spec)) }

func (w *written) has(ref override.Ref, spec any) bool {
	hash, found := w.Load(ref)
	return found && hash == hashOf(spec)
}

func hashOf(spec any) uint64 {
	hash := fnv.New64a()
	_ = json.NewEncoder(hash).Encode(spec) // a spec that is not JSON has the hash of nothing: at worst a template is reconciled once too often
	return hash.Sum64()
}
