package bind

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Index has the stored ResourceBindings of a control plane by name, and by the labels of what is attached, so that a [Batch] reads only those that it
// needs. It keeps the bindings, which must not change: put the new version of one that does. The zero value is empty, and nil is read as empty. It is safe for
// concurrent use: a call sees one version of each binding, which may be older than that of another binding.
type Index struct {
	mu       sync.RWMutex
	all      map[types.NamespacedName]*api.ResourceBinding
	attached map[string]map[types.NamespacedName]bool // by the label of the independent binding
}

// Put adds a binding, or replaces the one of that name. Nil is ignored.
func (x *Index) Put(b *api.ResourceBinding) {
	if b == nil {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.all == nil {
		x.all, x.attached = map[types.NamespacedName]*api.ResourceBinding{}, map[string]map[types.NamespacedName]bool{}
	}
	name := content.NameOf(b)
	x.remove(name)
	x.all[name] = b
	for label := range b.Labels {
		if strings.HasPrefix(label, api.DependedByLabelPrefix) {
			if x.attached[label] == nil {
				x.attached[label] = map[types.NamespacedName]bool{}
			}
			x.attached[label][name] = true
		}
	}
}

// Delete removes a binding, if it is there.
func (x *Index) Delete(namespace, name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(types.NamespacedName{Namespace: namespace, Name: name})
}

func (x *Index) remove(name types.NamespacedName) {
	before := x.all[name]
	if before == nil {
		return
	}
	delete(x.all, name)
	for label := range before.Labels {
		if delete(x.attached[label], name); len(x.attached[label]) == 0 {
			delete(x.attached, label)
		}
	}
}

// Get returns a binding, not a copy, or nil.
func (x *Index) Get(namespace, name string) *api.ResourceBinding {
	if x == nil {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.all[types.NamespacedName{Namespace: namespace, Name: name}]
}

// labeled returns the names of the bindings with a label, in no order.
func (x *Index) labeled(label string) []types.NamespacedName {
	if x == nil {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Collect(maps.Keys(x.attached[label]))
}

// Batch returns a batch of the stored bindings, which it reads when it needs them, and planned ones, see [NewBatch].
func (x *Index) Batch(planned ...*api.ResourceBinding) *Batch {
	s := NewBatch(nil, planned)
	s.source = x
	return s
}
