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

// rerender makes the Works of the templates that are planned again, if they may differ. It stops if they meet those of others.
func (a *again) rerender(ctx context.Context, pending []*template) error {
	if !a.findStored() {
		a.stopped = true
		return nil
	}
	all := a.plan.Bindings
	defer func() { a.plan.Bindings = all }()
	same := map[override.Ref]bool{}
	for _, t := range pending {
		if was := a.was[t.ref]; was != nil && a.rendersSame(was, t) {
			t.made, same[t.binding] = was.made, true
			at, _ := place(a.from.templates, templateRef, t.ref)
			t.row.Divergences = a.from.plan.Rows[at].Divergences
			delete(a.was, t.ref) // its Works stay
		}
	}
	a.plan.Bindings = slices.DeleteFunc(slices.Clone(all), func(b api.Binding) bool { return same[b.Ref()] })
	for name, t := range a.shown {
		a.plan.Bindings, pending = append(a.plan.Bindings, a.from.plan.finalOf(name)), append(pending, t)
	}
	slices.SortFunc(a.plan.Bindings, byRef(api.Binding.Ref))
	return a.render(ctx, pending)
}

// findStored reduces the stored Works to those of the bindings that are made again. It returns false if others may matter, too.
func (a *again) findStored() bool {
	a.Works = nil
	stored := a.from.objects().works
	if len(stored) == 0 {
		return true
	}
	own, before := map[override.Ref]bool{}, a.worksBefore()
	names := maps.Clone(a.names)
	for name := range a.shown {
		names[name] = true
	}
	for name := range names {
		for _, w := range a.from.stored().works[name] {
			if !own[w.Ref()] {
				own[w.Ref()] = true
				a.Works = append(a.Works, w)
			}
			if a.from.plan.hasWork(w.Ref()) && !before[w.Ref()] {
				return false
			}
		}
	}
	for _, t := range a.was {
		if t.isNamespace() || slices.ContainsFunc(t.made.works, func(w workName) bool { return !own[w.ref()] && isStored(stored, w.ref()) }) {
			return false
		}
	}
	for _, t := range a.pending {
		if t.isNamespace() {
			return false
		}
	}
	return true
}

// worksBefore returns the names of the Works that the templates had.
func (a *again) worksBefore() map[override.Ref]bool {
	names := map[override.Ref]bool{}
	for _, t := range a.was {
		for _, w := range t.made.works {
			names[w.ref()] = true
		}
	}
	return names
}

// hasWork reports whether the plan has a Work with this reference.
func (p *Plan) hasWork(ref override.Ref) bool {
	_, made := place(p.Works, (*api.Work).Ref, ref)
	_, streamed := place(p.works, work.Rendered.Ref, ref)
	return made || streamed
}

func isStored(stored []*api.Work, ref override.Ref) bool {
	_, found := place(stored, (*api.Work).Ref, ref)
	return found
}

// rendersSame reports whether the Works of a template are certainly those that it had before.
func (a *again) rendersSame(was, t *template) bool {
	if a.fresh[t.ref] || !was.made.clean || was.given != t.given || was.binding != t.binding || t.isNamespace() || len(a.from.stored().works[t.binding]) > 0 {
		return false
	}
	if was.object != t.object && !reflect.DeepEqual(was.object.Object["metadata"], t.object.Object["metadata"]) {
		return false
	}
	before, after := a.from.plan.finalOf(t.binding), a.bindings[t.binding]
	if before == nil || after == nil || content.BindingID(before) != content.BindingID(after) || before.GetDeletionTimestamp() != nil || after.GetDeletionTimestamp() != nil {
		return false
	}
	x, y := *before.BindingSpec(), *after.BindingSpec()
	from, to := work.Targets(&x), work.Targets(&y)
	_, revised := a.Registry.ReplicaReviser(t.object.GroupVersionKind())
	x.Clusters, x.RequiredBy, y.Clusters, y.RequiredBy = nil, nil, nil, nil
	return equality.Semantic.DeepEqual(x, y) && slices.EqualFunc(from, to, func(x, y api.TargetCluster) bool {
		return x.Name == y.Name && (x.Replicas == y.Replicas && len(x.Components)+len(y.Components) == 0 || !revised && t.ref.Kind != "Job")
	})
}

// show makes the Works of templates again that are not planned again.
func (a *again) show(templates []*template) {
	for _, t := range templates {
		if a.was[t.ref] != nil {
			continue
		}
		at, _ := place(a.from.templates, templateRef, t.ref)
		fresh, row := *t, a.from.plan.Rows[at]
		row.Err, row.Warnings, row.Divergences = t.made.err, row.Warnings[:t.made.warnings:t.made.warnings], nil
		fresh.row, fresh.made = &row, made{}
		a.was[t.ref], a.shown[t.binding] = t, &fresh
		a.replace(&fresh)
	}
}
