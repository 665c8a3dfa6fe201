package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// renderer renders the Works of a plan.
type renderer struct {
	*planner
	stored *storedWorks
	list   workList
}

// render renders the Works of all bindings with a template and of namespaces, and finds those that must be deleted.
func (p *planner) render(ctx context.Context) error {
	r := &renderer{p, newStoredWorks(p.Works, slices.Concat(p.plan.Bindings, p.plan.Left.Bindings)...), workList{map[string][]entry{}}}
	if err := r.renderBindings(ctx); err != nil {
		return err
	}
	if err := r.renderNamespaces(ctx); err != nil {
		return err
	}
	r.leaveWorks()
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return r.makeWorks(ctx, r.list.all())
}

// renderBindings renders the Works of all bindings with a template.
func (r *renderer) renderBindings(ctx context.Context) error {
	of := map[override.Ref]*template.Placing{} // by binding
	for _, t := range r.templates {
		if t.Binding != nil {
			of[t.Binding.Ref()] = t
		}
	}
	cleanups := r.cleanUp(ctx)
	bindings, workers := r.plan.Bindings, r.workers(len(r.plan.Bindings))
	made, again := make([]template.Rendered, len(bindings)), make([][]error, len(bindings)) // Works that another binding makes
	err := parallel.EachContext(ctx, workers, len(bindings), func(ctx context.Context, _, i int) {
		if t := of[bindings[i].Ref()]; t != nil {
			made[i] = r.renderOne(ctx, bindings[i], t, cleanups[bindings[i].Ref()])
			made[i].Complete(t.Row)
		}
	})
	if err != nil {
		return err
	}
	for i := range made {
		r.list.add(made[i].Works, i)
		made[i] = template.Rendered{}
	}
	err = r.list.sort(ctx, workers, func(other, kept entry) {
		again[other.by] = append(again[other.by], fmt.Errorf("%s already belongs to %s", content.ClipRef(other.work.Ref()), content.ClipRef(bindings[kept.by].Ref())))
	})
	if err != nil {
		return err
	}
	for i, b := range bindings {
		if again[i] != nil {
			row := of[b.Ref()].Row
			row.Err = errors.Join(append([]error{row.Err}, again[i]...)...)
		}
	}
	return nil
}

// makeWorks makes the Works of the plan, unless they are read as a stream.
func (r *renderer) makeWorks(ctx context.Context, works []work.Prepared) error {
	if r.Options.StreamWorks {
		r.plan.works = works
		return nil
	}
	r.plan.Works = make([]*api.Work, len(works))
	return parallel.Each(ctx, r.workers(len(works)), len(works), func(_, i int) { r.plan.Works[i] = works[i].Work() })
}

// cleanUp finds the stored Works that must be deleted: of bindings with a template, of those that nothing requires any longer, and of those that are
// being deleted.
func (r *renderer) cleanUp(ctx context.Context) map[override.Ref]cleanup {
	all := map[override.Ref]cleanup{}
	for _, b := range r.plan.Bindings {
		found, err := work.Orphans(b, r.stored.of(b))
		all[b.Ref()] = cleanup{found, err}
		r.delete(found.Delete)
	}
	for _, b := range r.plan.Left.Bindings {
		found := template.Render(ctx, r.control, template.RenderInput{Binding: b, Left: !r.placed.Detached[b.Ref()], Works: r.stored.of(b)})
		if r.delete(found.Delete); found.Err != nil {
			r.warn("%v", found.Err)
		}
	}
	return all
}

// cleanup is what [work.Orphans] returns for a binding.
type cleanup struct {
	work.Cleanup
	err error
}

// delete deletes stored Works, unless they are already deleted.
func (r *renderer) delete(orphans []work.Orphan) {
	for _, orphan := range orphans {
		if !r.stored.deleted[orphan.Work] {
			r.stored.deleted[orphan.Work] = true
			r.plan.Deleted = append(r.plan.Deleted, orphan)
		}
	}
}

// renderOne renders the Works of the binding of a template.
func (r *renderer) renderOne(ctx context.Context, b api.Binding, t *template.Placing, c cleanup) template.Rendered {
	if c.err != nil {
		return template.Rendered{Err: c.err}
	}
	return template.Render(ctx, r.control, template.RenderInput{
		Template: t.Object, Binding: b, Stored: r.given[b.Ref()], Claims: !t.Row.ClaimEdit.Empty(), Works: r.stored.kept(r.stored.of(b)), Named: r.stored.finder(),
		Cleanup: &c.Cleanup,
	})
}
