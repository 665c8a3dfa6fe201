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

// render makes the Works of every binding, the stored ones of templates that are not here left as they are.
func (p *planner) render(ctx context.Context, templates []*template) error {
	rows, objects := map[override.Ref]*Row{}, map[override.Ref]*unstructured.Unstructured{}
	for i, t := range templates {
		if t.binding != (override.Ref{}) {
			rows[t.binding], objects[t.binding] = &p.plan.Rows[i], t.object
		}
	}
	for _, from := range []map[override.Ref]api.Binding{p.bindings, p.left} {
		p.plan.Bindings = slices.AppendSeq(p.plan.Bindings, maps.Values(from))
	}
	slices.SortFunc(p.plan.Bindings, func(a, b api.Binding) int { return content.CompareRefs(a.Ref(), b.Ref()) })
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
		its, wait, err := p.worksOf(ctx, b, objects[ref], stored[content.BindingID(b)])
		row.Err = errors.Join(row.Err, err)
		if wait != "" {
			row.Warnings = append(row.Warnings, wait)
		}
		its = slices.DeleteFunc(its, func(w *api.Work) bool {
			key := content.NameOf(w)
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
	slices.SortFunc(p.plan.Works, content.CompareObjects)
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return nil
}

// worksOf is the Works of a binding, and what they wait for.
//
//  1. While they wait they are as they are stored. They are rendered all the same, for the errors that rendering has, now or later.
//  2. A Work that must be gone first may be one that is made here: a binding whose object is evicted from a cluster, and goes there all the
//     same, waits for ever once it has its Works.
func (p *planner) worksOf(ctx context.Context, b api.Binding, object *unstructured.Unstructured, stored []*api.Work) ([]*api.Work, string, error) {
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
		FeatureGates: p.Options.FeatureGates,
	})
	if cleanup.Wait != "" {
		return kept(stored, cleanup.Delete), cleanup.Wait, err
	}
	made, fault := work.Orphans(b, its)
	return its, made.Wait, errors.Join(err, fault)
}

// kept is copies of the stored Works that are not to be deleted and are not being deleted.
func kept(stored []*api.Work, orphans []work.Orphan) (all []*api.Work) {
	deleted := map[override.Ref]bool{}
	for _, o := range orphans {
		deleted[o.Work] = true
	}
	for _, w := range stored {
		sound := !slices.ContainsFunc(w.Spec.Workload.Manifests, func(m api.Manifest) bool { return content.Check(m) != nil })
		if w.DeletionTimestamp == nil && !deleted[w.Ref()] && sound {
			all = append(all, w.DeepCopy())
		}
	}
	return all
}

// clean deletes the Works of bindings that are not required any more. Nothing is rendered for them.
func (p *planner) clean(stored map[string][]*api.Work) {
	for ref := range p.detached {
		if p.Options.WithoutManifests {
			return
		}
		if cleanup, err := work.Orphans(p.left[ref], stored[content.BindingID(p.left[ref])]); err == nil {
			p.plan.Deleted = append(p.plan.Deleted, cleanup.Delete...)
		}
	}
}

// worksByBinding is the stored Works by the id of their binding.
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
