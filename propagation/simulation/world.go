package simulation

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/server"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// World is a control plane and its member clusters, with the objects that each of them stores. It copies what it is given and what it returns.
//
// The zero World has no registry and no options, and its time is zero. A World is not safe for concurrent use.
type World struct {
	config propagation.PlanInput // the registry and the options; its lists are empty
	now    time.Time
	writes int // in the control plane; the last resourceVersion and uid

	templates map[override.Ref]*unstructured.Unstructured
	policies  map[override.Ref]api.PropagationSource
	overrides map[override.Ref]api.OverrideSource
	clusters  map[string]*api.Cluster

	taintPolicies map[override.Ref]*api.ClusterTaintPolicy
	memory        []template.Remembered // of the last plan
	warned        map[string]bool       // what the last plan has warned of
	failures      map[failure]bool      // of the last Settle

	bindings map[override.Ref]api.Binding
	works    map[override.Ref]*api.Work
	members  map[string]*server.Server       // also of clusters that have left
	derived  map[types.NamespacedName]string // the versions of the ServiceImports from which Services were derived
	settled  map[string]bool                 // the clusters at the end of the last Settle
	pending  map[override.Ref]bool           // Works that have changed since their slices were imported

	// Tests replace these.
	sync   func(context.Context, work.SyncInput) (*work.SyncResult, error) // nil: work.Sync
	refuse func(cluster string) error                                      // the answer to all writes; nil: none is refused
	clean  func(*api.Work, mcs.Source) (*api.Work, error)                  // nil: mcs.CleanSlice
}

// New returns an empty world at a time. It uses the registry and the options of config, except Options.Now and Options.Memory.
func New(config propagation.PlanInput, now time.Time) *World {
	return &World{config: propagation.PlanInput{Registry: config.Registry, Options: config.Options}, now: now}
}

// Now returns the time of the world.
func (w *World) Now() time.Time { return w.now }

// Wait moves the time of the world by d. The controllers see it in the next [World.Settle]. Nothing happens if d is negative, or if the year would not
// be between 1 and 9999: JSON cannot write it.
func (w *World) Wait(d time.Duration) {
	if then := w.now.Add(d); d > 0 && then.Year() >= 1 && then.Year() <= 9999 {
		w.now = then
	}
}

func (w *World) metaNow() *metav1.Time { return &metav1.Time{Time: w.now} }

// nextWrite returns a new resourceVersion.
func (w *World) nextWrite() string {
	w.writes++
	return strconv.Itoa(w.writes)
}

// newID returns the permanent id of a new Work that collects a slice.
func (w *World) newID(of override.Ref) string {
	if newID := w.config.Options.NewID; newID != nil {
		return newID(of)
	}
	return "id-" + w.nextWrite()
}

// input returns the input of a plan of the present state.
func (w *World) input() propagation.PlanInput {
	in := w.config
	in.Options.Now, in.Options.Memory = w.now, w.memory
	in.Templates, in.Policies, in.Overrides = values(w.templates), values(w.policies), values(w.overrides)
	in.Bindings, in.Works = values(w.bindings), values(w.works)
	for _, name := range slices.Sorted(maps.Keys(w.clusters)) {
		in.Clusters = append(in.Clusters, w.clusters[name])
	}
	return in
}

// put sets an entry of a map, which may be nil.
func put[K comparable, V any](m *map[K]V, key K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = v
}

// values returns the values of a map in the order of their keys.
func values[T any](m map[override.Ref]T) []T {
	all := make([]T, 0, len(m))
	for _, key := range slices.SortedFunc(maps.Keys(m), compare) {
		all = append(all, m[key])
	}
	return all
}

func compare(a, b override.Ref) int {
	return cmp.Or(content.CompareRefs(a, b), cmp.Compare(a.APIVersion, b.APIVersion))
}
