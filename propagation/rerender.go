package propagation

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// rerender makes Works again:
//
//  1. Those of the templates that are planned again. If rendersSame reports that they are the same, the template keeps them.
//  2. Those of the templates in r.rerendered, whose bindings stay.
//  3. It stops if findStored finds that stored Works of others may matter.
func (r *replanner) rerender(ctx context.Context, pending []*template) error {
	if !r.findStored() {
		r.stopped = true
		return nil
	}
	all := r.plan.Bindings
	defer func() { r.plan.Bindings = all }()
	same := map[override.Ref]bool{}
	for _, t := range pending {
		if was := r.was[t.ref]; was != nil && r.rendersSame(was, t) {
			t.made = made{works: was.made.works, err: t.row.Err, warnings: len(t.row.Warnings), clean: true}
			same[t.binding] = true
			at, _ := search(r.from.templates, templateRef, t.ref)
			t.row.Divergences = r.from.plan.Rows[at].Divergences
			delete(r.was, t.ref) // its Works stay
		}
	}
	r.plan.Bindings = slices.DeleteFunc(slices.Clone(all), func(b api.Binding) bool { return same[b.Ref()] })
	for name, t := range r.rerendered {
		r.plan.Bindings, pending = append(r.plan.Bindings, r.from.plan.finalOf(name)), append(pending, t)
	}
	slices.SortFunc(r.plan.Bindings, byRef(api.Binding.Ref))
	return r.render(ctx, pending)
}

// findStored reduces the stored Works to those of the bindings that are made again. It returns false if others may matter, too:
//
//  1. Another template has made one of them.
//  2. A stored Work of another binding has the name of one that a changed template had. It may be left now, with other reasons.
//  3. A namespace changes. It has the stored Works with its name, whatever binding they name.
func (r *replanner) findStored() bool {
	r.Works = nil
	stored := r.from.objects().works
	if len(stored) == 0 {
		return true
	}
	own, before := map[override.Ref]bool{}, r.worksBefore()
	names := maps.Clone(r.names)
	for name := range r.rerendered {
		names[name] = true
	}
	for name := range names {
		for _, w := range r.from.stored().works[name] {
			if !own[w.Ref()] {
				own[w.Ref()] = true
				r.Works = append(r.Works, w)
			}
			if r.from.plan.hasWork(w.Ref()) && !before[w.Ref()] {
				return false
			}
		}
	}
	for _, t := range r.was {
		if t.isNamespace() || slices.ContainsFunc(t.made.works, func(w workName) bool { return !own[w.ref()] && isStored(stored, w.ref()) }) {
			return false
		}
	}
	for _, t := range r.pending {
		if t.isNamespace() {
			return false
		}
	}
	return true
}

// worksBefore returns the names of the Works that the templates had.
func (r *replanner) worksBefore() map[override.Ref]bool {
	names := map[override.Ref]bool{}
	for _, t := range r.was {
		for _, w := range t.made.works {
			names[w.ref()] = true
		}
	}
	return names
}

// hasWork reports whether the plan has a Work with this reference.
func (p *Plan) hasWork(ref override.Ref) bool {
	_, made := search(p.Works, (*api.Work).Ref, ref)
	_, streamed := search(p.works, work.Rendered.Ref, ref)
	return made || streamed
}

func isStored(stored []*api.Work, ref override.Ref) bool {
	_, found := search(stored, (*api.Work).Ref, ref)
	return found
}

// rendersSame reports whether the Works of a template are certainly those that it had before. All of this is necessary:
//
//  1. No override policy that may select it has changed, see findOverridden.
//  2. Its Works had no error and no warning: these are in the row, and must be found again.
//  3. The object is the same, and so are the labels and annotations that the plan has set.
//  4. It is not a Namespace, and no Work of its binding is stored.
//  5. Its binding has the same name and id, and neither is being deleted.
//  6. The binding has the same targets in the same order, and otherwise the same spec. Replicas may differ if nothing writes them into the Works: no
//     interpreter revises them, and the kind is not Job.
func (r *replanner) rendersSame(was, t *template) bool {
	if r.overridden[t.ref] || !was.made.clean || was.given != t.given || was.binding != t.binding || t.isNamespace() || len(r.from.stored().works[t.binding]) > 0 {
		return false
	}
	if was.object != t.object && !reflect.DeepEqual(was.object.Object["metadata"], t.object.Object["metadata"]) {
		return false
	}
	before, after := r.from.plan.finalOf(t.binding), r.bindings[t.binding]
	if before == nil || after == nil || content.BindingID(before) != content.BindingID(after) || before.GetDeletionTimestamp() != nil || after.GetDeletionTimestamp() != nil {
		return false
	}
	x, y := *before.BindingSpec(), *after.BindingSpec()
	from, to := work.Targets(&x), work.Targets(&y)
	_, revised := r.Registry.ReplicaReviser(t.object.GroupVersionKind())
	x.Clusters, x.RequiredBy, y.Clusters, y.RequiredBy = nil, nil, nil, nil
	return equality.Semantic.DeepEqual(x, y) && slices.EqualFunc(from, to, func(x, y api.TargetCluster) bool {
		return x.Name == y.Name && (x.Replicas == y.Replicas && len(x.Components)+len(y.Components) == 0 || !revised && t.ref.Kind != "Job")
	})
}

// rerenderOnly makes the Works of templates again that are not planned again.
func (r *replanner) rerenderOnly(templates []*template) {
	for _, t := range templates {
		if r.was[t.ref] != nil {
			continue
		}
		at, _ := search(r.from.templates, templateRef, t.ref)
		rerendered, row := *t, *r.from.plan.Rows[at]
		row.Err, row.Warnings, row.Divergences = t.made.err, slices.Concat(row.Warnings[:t.made.warnings]), nil
		rerendered.row, rerendered.made = &row, made{}
		r.was[t.ref], r.rerendered[t.binding] = t, &rerendered
		r.replace(&rerendered)
	}
}
