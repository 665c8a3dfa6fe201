package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Left has the stored objects that no stage makes or deletes. Store these too: a binding may have lost its claim. Together with the bindings and
// Works of the plan, these are all objects that are stored in the end, except those with values that cannot be copied: [Plan].Warnings names
// them.
type Left struct {
	// Bindings are sorted like [Plan].Bindings. A binding is left if no policy claims its object and neither an eviction nor a cluster that leaves changes it, if
	// its object is not a template of the plan, or if no binding requires it any longer. One whose claim was removed is listed without it. A template that is not given is unknown, not deleted: to plan its deletion, set the deletion timestamp of its binding, as
	// the garbage collector does. Such a binding is detached from its dependencies, and stays here until the caller stores the finalizers that
	// [work.Orphans] returns for it.
	Bindings []api.Binding `json:"bindings"`

	// Works are sorted like [Plan].Works. They belong to such a binding or to no binding at all, an eviction keeps them, they could not
	// be made again, or they are already being deleted. Karmada makes the Works of a binding without a claim again when an override policy
	// changes or its controller restarts; a plan leaves them as they are. None with WithoutManifests.
	Works []*api.Work `json:"works"`
}

// warnFaulty warns of the stored bindings that cannot be read.
func (p *planner) warnFaulty() {
	for _, ref := range slices.SortedFunc(maps.Keys(p.faulty), content.CompareRefs) {
		p.warn("not in the plan: %v", p.faulty[ref])
	}
}

// leaveWorks copies the stored Works that the plan neither has nor deletes.
func (r *renderer) leaveWorks() {
	for _, w := range r.stored.all {
		if r.list.has(w) || r.stored.deleted[w.Ref()] {
			continue
		}
		if err := content.CheckWork(w); err != nil {
			r.warn("not in the plan: %v", err)
			continue
		}
		r.plan.Left.Works = append(r.plan.Left.Works, w.DeepCopy())
	}
	slices.SortFunc(r.plan.Left.Works, content.CompareObjects)
}

// valuesOf returns the values of keys.
func valuesOf[K comparable, V any](all map[K]V, keys []K) []V {
	values := make([]V, 0, len(keys))
	for _, key := range keys {
		values = append(values, all[key])
	}
	return values
}
