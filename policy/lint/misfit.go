package lint

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
)

// misfit is the first value of a step that does not fit the type of an object, and how many objects have such a value.
type misfit struct {
	schema.Misfit
	object  override.Ref
	cluster string
	last    *object
	objects int
}

// observeMisfits records the steps whose values do not fit the type of the object's kind. A misfit that the object already has is not recorded.
func (inv *inventory) observeMisfits(o *object, r *override.Result, leftOut []*step) {
	if inv.unchecked[o.kind] || !inv.hasType(o.kind) {
		for _, a := range r.Applied() {
			if s := inv.subjects[a.Policy]; s != nil {
				s.excused[InvalidResult], s.excused[UnknownField] = true, true
			}
		}
		return
	}
	if !o.checked {
		o.checked, o.misfits = true, inv.schemas.Misfits(o.source)
	}
	content := r.SharedContent()
	after := inv.schemas.HidingAlso(r.Hidden()).Misfits(&unstructured.Unstructured{Object: content})
	for _, m := range after {
		inv.unchecked[o.kind] = inv.unchecked[o.kind] || len(m.Path) == 0
	}
	added := schema.Added(o.misfits, after)
	if inv.unchecked[o.kind] || len(added) == 0 {
		return
	}
	places := make([]jsontree.Pointer, len(added))
	for i := range added {
		places[i] = writtenAround(o.content, content, added[i].Path)
	}
	for i, origin := range r.Origins(places) {
		if st := inv.steps[origin]; st != nil && !dependsOn(st, leftOut) {
			st.seen.misfit(o, r.Cluster(), added[i])
		}
	}
}

// hasType reports whether the type of a kind is known.
func (inv *inventory) hasType(k kind) bool {
	return inv.schemas.Has(apischema.FromAPIVersionAndKind(k.apiVersion, k.kind))
}

// writtenAround returns the place that a change must have written to cause a misfit at a path: the path itself, or for a field that neither
// version of the object has, the map that should have it.
func writtenAround(before, after map[string]any, path jsontree.Pointer) jsontree.Pointer {
	if _, there := jsontree.Get(any(before), path); there || len(path) == 0 {
		return path
	}
	if _, there := jsontree.Get(any(after), path); there {
		return path
	}
	return path[:len(path)-1]
}

// misfit records a misfit.
func (f *facts) misfit(o *object, cluster string, m schema.Misfit) {
	code := InvalidResult
	if m.Dropped {
		code = UnknownField
	}
	known := f.misfits[code]
	if known == nil {
		if f.misfits == nil {
			f.misfits = map[Code]*misfit{}
		}
		known = &misfit{Misfit: m, object: o.ref, cluster: cluster}
		f.misfits[code] = known
	}
	if known.last != o {
		known.last = o
		known.objects++
	}
}

// reportMisfits reports the values of a step that API servers refuse or drop.
func (s *subject) reportMisfits(st *step) {
	if s.broken[pathOf(st.at)] {
		return
	}
	for _, code := range []Code{InvalidResult, UnknownField} {
		m, verdict := st.seen.misfits[code], "refuses"
		if m == nil {
			continue
		}
		if m.Dropped {
			verdict = "drops it from"
		}
		more := ""
		if m.objects > 1 {
			more = fmt.Sprintf(" and %d more", m.objects-1)
		}
		s.report(code, st.at, nil, "%s, so an API server %s %s%s%s", m.Misfit, verdict, m.object, inCluster(m.cluster), more)
	}
}
