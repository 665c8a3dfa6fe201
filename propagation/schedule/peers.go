package schedule

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Peers is an index of ResourceBindings by their workload affinity groups. A group belongs to a namespace. Only bindings that have
// clusters count, even if they are suspended or being deleted, or have lost their template.
//
// The zero value is an empty index. It is safe for concurrent use: a [Schedule] that runs while the index changes may see some clusters before and
// some after the change.
type Peers struct {
	mu      sync.RWMutex
	members map[types.NamespacedName]*peer
	groups  map[Group]*peerGroup
}

// Group names a workload affinity group of a namespace.
type Group struct {
	Namespace, Name string
	Apart           bool // it is one of anti-affinity
}

// peer is what the index keeps of a binding.
type peer struct {
	name     types.NamespacedName
	resource api.ObjectReference
	groups   []Group
	clusters []string // sorted, each once
}

// peerGroup is the members of a group, in the order of comparePeers.
type peerGroup struct {
	all []*peer
	on  map[string][]*peer // by cluster
}

// NewPeers returns an index of the bindings. Among bindings with the same name, the last counts; nil is ignored.
func NewPeers(bindings ...*api.ResourceBinding) *Peers {
	p := &Peers{}
	ordered := make([]*peer, 0, len(bindings))
	last := map[types.NamespacedName]*peer{}
	for _, b := range bindings {
		if b != nil {
			m := newPeer(b)
			last[m.name] = m
			ordered = append(ordered, m)
		}
	}
	slices.SortFunc(ordered, comparePeers) // so that each is added at the end
	for _, m := range ordered {
		if last[m.name] == m {
			p.add(m)
		}
	}
	return p
}

// Put adds a binding to the index, or replaces the one of that name, and reports whether this changes the index. It keeps no reference to
// the binding: call Put again after a change. Nil changes nothing.
func (p *Peers) Put(binding *api.ResourceBinding) (changed bool) {
	if binding == nil {
		return false
	}
	m := newPeer(binding)
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.members[m.name]
	if old != nil && same(old.resource, m.resource) && slices.Equal(old.groups, m.groups) && slices.Equal(old.clusters, m.clusters) {
		return false
	}
	if removed := p.remove(m.name); !removed && len(m.groups) == 0 {
		return false
	}
	p.add(m)
	return true
}

// Delete removes a binding from the index and reports whether it was there.
func (p *Peers) Delete(namespace, name string) (removed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.remove(types.NamespacedName{Namespace: namespace, Name: name})
}

func (p *Peers) remove(name types.NamespacedName) (removed bool) {
	m := p.members[name]
	if m == nil {
		return false
	}
	delete(p.members, m.name)
	for _, key := range m.groups {
		g := p.groups[key]
		g.all = withoutPeer(g.all, m)
		for _, c := range m.clusters {
			g.on[c] = withoutPeer(g.on[c], m)
			if len(g.on[c]) == 0 {
				delete(g.on, c)
			}
		}
		if len(g.all) == 0 {
			delete(p.groups, key)
		}
	}
	return true
}

func newPeer(b *api.ResourceBinding) *peer {
	m := &peer{name: types.NamespacedName{Namespace: b.Namespace, Name: b.Name}, resource: b.Spec.Resource}
	if len(b.Spec.Clusters) == 0 {
		return m
	}
	m.groups = Groups(&b.Spec)
	if len(m.groups) == 0 {
		return m
	}
	for _, t := range b.Spec.Clusters {
		m.clusters = append(m.clusters, t.Name)
	}
	slices.Sort(m.clusters)
	m.clusters = slices.Compact(m.clusters)
	return m
}

// Groups returns the workload affinity groups of a binding, affinity first.
func Groups(spec *api.ResourceBindingSpec) (keys []Group) {
	groups := spec.WorkloadAffinityGroups
	if groups == nil {
		return nil
	}
	if groups.AffinityGroup != "" {
		keys = append(keys, Group{spec.Resource.Namespace, groups.AffinityGroup, false})
	}
	if groups.AntiAffinityGroup != "" {
		keys = append(keys, Group{spec.Resource.Namespace, groups.AntiAffinityGroup, true})
	}
	return keys
}

func (p *Peers) add(m *peer) {
	if len(m.groups) == 0 {
		return
	}
	if p.members == nil {
		p.members, p.groups = map[types.NamespacedName]*peer{}, map[Group]*peerGroup{}
	}
	p.members[m.name] = m
	for _, key := range m.groups {
		g := p.groups[key]
		if g == nil {
			g = &peerGroup{on: map[string][]*peer{}}
			p.groups[key] = g
		}
		g.all = withPeer(g.all, m)
		for _, c := range m.clusters {
			g.on[c] = withPeer(g.on[c], m)
		}
	}
}

// comparePeers is the order of a plan: by the object. Objects with several bindings are ordered by these.
func comparePeers(a, b *peer) int {
	return cmp.Or(cmp.Compare(a.resource.Kind, b.resource.Kind), cmp.Compare(a.resource.Name, b.resource.Name), cmp.Compare(a.resource.APIVersion, b.resource.APIVersion),
		cmp.Compare(a.name.Namespace, b.name.Namespace), cmp.Compare(a.name.Name, b.name.Name))
}

func withPeer(all []*peer, m *peer) []*peer {
	at, _ := slices.BinarySearchFunc(all, m, comparePeers)
	return slices.Insert(all, at, m)
}

func withoutPeer(all []*peer, m *peer) []*peer {
	if at, found := slices.BinarySearchFunc(all, m, comparePeers); found {
		return slices.Delete(all, at, at+1)
	}
	return all
}

// peerFilter is the groups of one binding.
type peerFilter struct {
	peers           *Peers // nil: without an index
	resource        api.ObjectReference
	together, apart *peerGroup // nil: it has no such group, or nothing else is in it
}

// filterFor returns the filter for a binding. Without an index workload affinity does not count.
func (p *Peers) filterFor(spec *api.ResourceBindingSpec) peerFilter {
	f := peerFilter{resource: spec.Resource}
	if p == nil {
		return f
	}
	f.peers = p
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, key := range Groups(spec) {
		if key.Apart {
			f.apart = p.groups[key]
		} else {
			f.together = p.groups[key]
		}
	}
	return f
}

// reasons returns why the peers rule a cluster out. A peer has another object than the binding.
func (f *peerFilter) reasons(cluster string) (reasons []string) {
	if f.together == nil && f.apart == nil {
		return nil
	}
	f.peers.mu.RLock()
	defer f.peers.mu.RUnlock()
	if m := f.together.firstWithout(cluster, f.resource); m != nil {
		reasons = append(reasons, reasonPeers+": "+m.name.String())
	}
	if m := f.apart.firstOn(cluster, f.resource); m != nil {
		reasons = append(reasons, reasonApart+": "+m.name.String())
	}
	return reasons
}

// firstOn returns the first member with another object that has the cluster.
func (g *peerGroup) firstOn(cluster string, resource api.ObjectReference) *peer {
	if g == nil {
		return nil
	}
	for _, m := range g.on[cluster] {
		if !same(m.resource, resource) {
			return m
		}
	}
	return nil
}

// firstWithout returns the first member with another object that does not have the cluster. Both lists have one order, so they are equal
// before the first member without the cluster and differ at every index from there on.
func (g *peerGroup) firstWithout(cluster string, resource api.ObjectReference) *peer {
	if g == nil {
		return nil
	}
	all, on := g.all, g.on[cluster]
	for {
		at := sort.Search(len(all), func(i int) bool { return i >= len(on) || all[i] != on[i] })
		switch {
		case at == len(all):
			return nil
		case !same(all[at].resource, resource):
			return all[at]
		}
		all, on = all[at+1:], on[at:]
	}
}

func same(a, b api.ObjectReference) bool {
	return a.APIVersion == b.APIVersion && a.Kind == b.Kind && a.Namespace == b.Namespace && a.Name == b.Name
}
