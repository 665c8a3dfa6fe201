package propagation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// render makes the Works of all bindings with a template.
func (p *planner) render(ctx context.Context, templates []*template) error {
	rows, objects := map[override.Ref]*Row{}, map[override.Ref]*unstructured.Unstructured{}
	for i, t := range templates {
		if t.binding != (override.Ref{}) {
			rows[t.binding], objects[t.binding] = &p.plan.Rows[i], t.object
		}
	}
	p.plan.Bindings = sortedBindings(p.bindings)
	stored, makers := worksByBinding(p.Works), map[types.NamespacedName]override.Ref{}
	var works [][]*api.Work // joined at the end: Works are large, and there are many
	for _, ref := range slices.SortedFunc(maps.Keys(p.bindings), content.CompareRefs) {
		b, row := p.bindings[ref], rows[ref]
		if row == nil || p.Options.WithoutManifests {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		found := divergences{}
		its, wait, err := p.worksOf(ctx, b, objects[ref], stored[content.BindingID(b)], found)
		found.addErrors(err)
		row.Err, row.Divergences = errors.Join(row.Err, err), found.sorted()
		if wait != "" {
			row.Warnings = append(row.Warnings, wait)
		}
		its = slices.DeleteFunc(its, func(w *api.Work) bool {
			key := content.NameOf(w)
			if maker, made := makers[key]; made {
				row.Err = errors.Join(row.Err, fmt.Errorf("%s already belongs to %s", w.Ref(), maker))
				return true
			}
			makers[key] = ref
			return false
		})
		works = append(works, its)
	}
	p.deleteDetached(stored)
	namespaces, err := p.renderNamespaces(ctx, templates, makers)
	if err != nil {
		return err
	}
	works = append(works, namespaces)
	p.plan.Works = slices.Concat(works...)
	slices.SortFunc(p.plan.Works, content.CompareObjects)
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	p.leave(templates)
	return nil
}

func sortedBindings(all map[override.Ref]api.Binding) []api.Binding {
	return slices.SortedFunc(maps.Values(all), func(a, b api.Binding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
}

// worksOf returns the Works of a binding, and what they wait for.
//
//  1. A binding does not wait for a Work that is deleted: it is gone in the end.
//  2. While a binding waits, its Works are the stored ones that it would make again; all others are left. They are still rendered, for the errors.
//  3. A binding may wait for one of its new Works: if its object is evicted from a cluster that is also a target, it waits forever after it
//     has its Works.
func (p *planner) worksOf(ctx context.Context, b api.Binding, object *unstructured.Unstructured, stored []*api.Work, found divergences) ([]*api.Work, string, error) {
	cleanup, err := work.Orphans(b, stored)
	if err != nil {
		return nil, "", err
	}
	p.plan.Deleted = append(p.plan.Deleted, cleanup.Delete...)
	if cleanup.Deleting {
		return nil, "", nil
	}
	its, err := work.Render(ctx, work.Input{
		Binding: b, Template: object, Clusters: p.clusters, Overrides: p.overrides, Interpreter: p.Registry, Stored: stored,
		FeatureGates: p.Options.FeatureGates, NewID: p.id, Overridden: found.addResult,
	})
	if cleanup.Wait != "" {
		if rest, _ := work.Orphans(b, withoutDeleted(stored, cleanup.Delete)); rest.Wait != "" {
			return keptWorks(stored, its, cleanup.Delete), rest.Wait, err
		}
	}
	made, fault := work.Orphans(b, its)
	return its, made.Wait, errors.Join(err, fault)
}

// withoutDeleted returns the Works that are neither being deleted nor among the orphans.
func withoutDeleted(works []*api.Work, orphans []work.Orphan) []*api.Work {
	deleted := map[override.Ref]bool{}
	for _, o := range orphans {
		deleted[o.Work] = true
	}
	return slices.DeleteFunc(slices.Clone(works), func(w *api.Work) bool { return w.DeletionTimestamp != nil || deleted[w.Ref()] })
}

// keptWorks copies the stored Works that were rendered again, must not be deleted and are not being deleted.
func keptWorks(stored, rendered []*api.Work, orphans []work.Orphan) (all []*api.Work) {
	kept := map[override.Ref]bool{}
	for _, w := range rendered {
		kept[w.Ref()] = true
	}
	for _, o := range orphans {
		delete(kept, o.Work)
	}
	for _, w := range stored {
		if w.DeletionTimestamp == nil && kept[w.Ref()] && content.CheckWork(w) == nil {
			all = append(all, w.DeepCopy())
		}
	}
	return all
}

// deleteDetached deletes the Works of bindings that are no longer required.
func (p *planner) deleteDetached(stored map[string][]*api.Work) {
	for ref := range p.detached {
		if p.Options.WithoutManifests {
			return
		}
		if cleanup, err := work.Orphans(p.left[ref], stored[content.BindingID(p.left[ref])]); err == nil {
			p.plan.Deleted = append(p.plan.Deleted, cleanup.Delete...)
		}
	}
}

// worksByBinding returns the stored Works by the id of their binding.
func worksByBinding(stored []*api.Work) map[string][]*api.Work {
	by := map[string][]*api.Work{}
	for _, w := range stored {
		if w == nil {
			continue
		}
		for _, key := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel} {
			if id := w.Labels[key]; id != "" {
				by[id] = append(by[id], w)
			}
		}
	}
	return by
}
