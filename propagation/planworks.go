package propagation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
	"github.com/overridekit/overridekit/propagation/work"
)

// render makes the Works of every binding, the stored ones of templates that are not here left as they are.
func (p *planner) render(ctx context.Context, templates []*template) error {
	rows, objects := map[override.Ref]*Row{}, map[override.Ref]*unstructured.Unstructured{}
	for i, t := range templates {
		if t.binding != (override.Ref{}) {
			rows[t.binding], objects[t.binding] = &p.plan.Rows[i], t.object
		}
	}
	for _, from := range []map[override.Ref]karmada.Binding{p.bindings, p.left} {
		p.plan.Bindings = slices.AppendSeq(p.plan.Bindings, maps.Values(from))
	}
	slices.SortFunc(p.plan.Bindings, func(a, b karmada.Binding) int { return compareRefs(a.Ref(), b.Ref()) })
	stored, makers := worksByBinding(p.Works), map[types.NamespacedName]override.Ref{}
	var works [][]karmada.Work // joined at the end: Works are large, and there are many
	for _, ref := range slices.SortedFunc(maps.Keys(p.bindings), compareRefs) {
		b, row := p.bindings[ref], rows[ref]
		if row == nil || p.Options.WithoutManifests {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		own := stored[bindingID(b)]
		cleanup, err := work.Orphans(b, own)
		if err != nil {
			row.Err = errors.Join(row.Err, err)
			continue
		}
		p.plan.Deleted = append(p.plan.Deleted, cleanup.Delete...)
		if cleanup.Deleting || cleanup.Wait != "" {
			if cleanup.Wait != "" {
				row.Warnings = append(row.Warnings, cleanup.Wait)
			}
			continue
		}
		its, err := work.Render(ctx, work.Input{
			Binding: b, Template: objects[ref], Clusters: p.clusters, Overrides: p.overrides, Interpreter: p.Registry, Stored: own,
		})
		row.Err = errors.Join(row.Err, err)
		its = slices.DeleteFunc(its, func(w karmada.Work) bool {
			key := types.NamespacedName{Namespace: w.Namespace, Name: w.Name}
			if maker, made := makers[key]; made {
				row.Err = errors.Join(row.Err, fmt.Errorf("%s is that of %s already", w.Ref(), maker))
				return true
			}
			makers[key] = ref
			return false
		})
		works = append(works, its)
	}
	p.clean(stored)
	p.plan.Works = slices.Concat(works...)
	slices.SortFunc(p.plan.Works, func(a, b karmada.Work) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return compareRefs(a.Work, b.Work) })
	return nil
}

// clean deletes the Works of bindings that are not required any more. Nothing is rendered for them.
func (p *planner) clean(stored map[string][]karmada.Work) {
	for ref := range p.detached {
		if p.Options.WithoutManifests {
			return
		}
		if cleanup, err := work.Orphans(p.left[ref], stored[bindingID(p.left[ref])]); err == nil {
			p.plan.Deleted = append(p.plan.Deleted, cleanup.Delete...)
		}
	}
}

// worksByBinding is the stored Works by the id of their binding.
func worksByBinding(stored []karmada.Work) map[string][]karmada.Work {
	by := map[string][]karmada.Work{}
	for _, w := range stored {
		for _, key := range []string{names.BindingID, names.ClusterBindingID} {
			if id := w.Labels[key]; id != "" {
				by[id] = append(by[id], w)
			}
		}
	}
	return by
}

func bindingID(b karmada.Binding) string {
	if _, cluster := b.(*karmada.ClusterResourceBinding); cluster {
		return b.GetLabels()[names.ClusterBindingID]
	}
	return b.GetLabels()[names.BindingID]
}
