package affected

import (
	"encoding/json"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// Options are the options of an [Index].
type Options struct {
	// Registry has the interpreters. It is only asked which kinds have one that may revise anything. Nil: none has.
	Registry *interpreter.Registry

	// FeatureGates: PropagationPolicyPreemption and WorkloadAffinity are read.
	FeatureGates api.FeatureGates

	// Schedule: only SchedulerName is read.
	Schedule schedule.Options

	// ByMatch selects the bindings that a cluster concerns: those for which it matters, see rule 2 of [Index.PutCluster]. The default
	// are those at which Karmada's scheduler looks again.
	ByMatch bool

	Guard      override.Guard      // of [Index.Overrides], see [override.Set.Guarding]
	References override.References // of [Index.Overrides], see [override.Set.Referring]
}

// Index has what a control plane stores, and finds the templates that an event concerns, see the package documentation. It keeps the objects that it is
// given, which must not change: put the new version of one that does. What its methods return must not be written either.
//
// The zero value is empty. It is safe for concurrent use. Nil objects are ignored.
type Index struct {
	// Options must not change after the first call of a method.
	Options Options

	mu        sync.Mutex
	filling   bool // within Fill
	templates map[override.Ref]*unstructured.Unstructured
	named     groups[override.Ref]     // templates by their binding
	works     groups[string]           // templates by the name of their Works
	kinds     groups[schema.GroupKind] // templates
	custom    groups[override.Ref]     // templates of kinds with an interpreter that may revise anything, by kind: a reference without a name
	claimed   groups[override.Ref]     // templates by the policies that their annotations name
	objects   *impact.Index
	pending   map[override.Ref]*unstructured.Unstructured // templates that objects does not have yet; nil: gone

	bindings  bounds
	expected  bounds                 // see Expect
	bySource  groups[override.Ref]   // bindings by the policies that their annotations name
	byGroup   groups[schedule.Group] // bindings by workload affinity group
	required  groups[override.Ref]   // bindings by those that their requiredBy names
	byBinding groups[override.Ref]   // Works by the binding that they name
	stored    map[override.Ref]*api.Work
	peers     schedule.Peers
	attached  bind.Index

	sources  map[override.Ref]api.PropagationSource
	waiting  groups[override.Ref] // policies by the override policies that they wait for
	classes  groups[string]       // policies by the PriorityClass that they name
	policies *claim.Policies      // nil: sources has changed since

	overrides work.Overrides
	compiled  map[override.Ref]Override
	changed   map[override.Ref]bool // override policies that overrides does not have yet, or still has

	clusters map[string]*api.Cluster
	fleet    *schedule.Fleet // nil: clusters has changed since
	spaces   map[string]bool // nil: clusters or the Namespaces have changed since
}

// lock locks the index, and returns what unlocks it. The first call makes the maps.
func (x *Index) lock() (unlock func()) {
	x.mu.Lock()
	if x.templates == nil {
		x.templates, x.pending = map[override.Ref]*unstructured.Unstructured{}, map[override.Ref]*unstructured.Unstructured{}
		x.stored, x.sources, x.clusters = map[override.Ref]*api.Work{}, map[override.Ref]api.PropagationSource{}, map[string]*api.Cluster{}
		x.compiled, x.changed = map[override.Ref]Override{}, map[override.Ref]bool{}
	}
	return x.mu.Unlock
}

// put stores a version of an object. The zero value removes it.
func put[K, V comparable](all map[K]V, key K, version V) {
	if all[key] = version; version == *new(V) {
		delete(all, key)
	}
}

// Override is a compiled override policy of either dialect.
type Override struct {
	Policy  *override.Policy
	Records map[override.Origin]json.RawMessage // see [work.Record]; without them, Works record a policy of Karmada without its overriders
}

// groups has references by a key.
type groups[K comparable] map[K]map[override.Ref]bool

func (g *groups[K]) add(key K, ref override.Ref) {
	if *g == nil {
		*g = groups[K]{}
	}
	if (*g)[key] == nil {
		(*g)[key] = map[override.Ref]bool{}
	}
	(*g)[key][ref] = true
}

func (g groups[K]) remove(key K, ref override.Ref) {
	if delete(g[key], ref); len(g[key]) == 0 {
		delete(g, key)
	}
}

// set writes a group for either version of what has it: the keys before, and those after.
func (g *groups[K]) set(ref override.Ref, before, after []K) {
	if slices.Equal(before, after) {
		return
	}
	for _, key := range before {
		g.remove(key, ref)
	}
	for _, key := range after {
		g.add(key, ref)
	}
}

// answer collects the templates that an event concerns.
type answer map[override.Ref]bool

func (a answer) add(refs map[override.Ref]bool) {
	for ref := range refs {
		a[ref] = true
	}
}

// sorted returns the templates, or nil.
func (a answer) sorted() []override.Ref {
	if len(a) == 0 {
		return nil
	}
	refs := make([]override.Ref, 0, len(a))
	for ref := range a {
		refs = append(refs, ref)
	}
	slices.SortFunc(refs, content.CompareRefs)
	return refs
}

// indexed returns the index of the present templates. Events are collected until it is needed: one change of many objects costs less than many
// changes.
func (x *Index) indexed() *impact.Index {
	if x.objects == nil {
		x.objects = impact.NewIndex()
	}
	if len(x.pending) == 0 {
		return x.objects
	}
	var put []*unstructured.Unstructured
	var gone []override.Ref
	for ref, o := range x.pending {
		if o != nil {
			put = append(put, o)
		} else {
			gone = append(gone, ref)
		}
	}
	clear(x.pending)
	x.objects = x.objects.Without(gone...).With(put...)
	return x.objects
}
