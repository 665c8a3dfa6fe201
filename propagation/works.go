package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// render renders the Works of all bindings with a template and of namespaces, and finds those that must be deleted.
func (p *planner) render(ctx context.Context) error {
	of := map[override.Ref]*template.Placing{} // by binding
	for _, t := range p.templates {
		if t.Binding != nil {
			of[t.Binding.Ref()] = t
		}
	}
	stored := newStoredWorks(p.Works, slices.Concat(p.plan.Bindings, p.plan.Left.Bindings)...)
	cleanups := p.cleanUp(ctx, stored)
	bindings, workers := p.plan.Bindings, p.workers(len(p.plan.Bindings))
	made, again := make([]template.Rendered, len(bindings)), make([][]error, len(bindings)) // Works that another binding makes
	err := eachContext(ctx, workers, len(bindings), func(ctx context.Context, _, i int) {
		if t := of[bindings[i].Ref()]; t != nil {
			made[i] = p.renderOne(ctx, bindings[i], t, cleanups[bindings[i].Ref()], stored)
			made[i].Complete(t.Row)
		}
	})
	if err != nil {
		return err
	}
	list := workList{map[string][]entry{}}
	for i := range made {
		list.add(made[i].Works, i)
		made[i] = template.Rendered{}
	}
	err = list.sort(ctx, workers, func(other, kept entry) {
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
	if err := p.renderNamespaces(ctx, stored, &list); err != nil {
		return err
	}
	p.leaveWorks(stored, &list)
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return p.makeWorks(ctx, list.all())
}

// makeWorks makes the Works of the plan, unless they are read as a stream.
func (p *planner) makeWorks(ctx context.Context, works []work.Rendered) error {
	if p.Options.StreamWorks {
		p.plan.works = works
		return nil
	}
	p.plan.Works = make([]*api.Work, len(works))
	return each(ctx, p.workers(len(works)), len(works), func(_, i int) { p.plan.Works[i] = works[i].Work() })
}

// cleanUp finds the stored Works that must be deleted: of bindings with a template, of those that nothing requires any longer, and of those that are
// being deleted.
func (p *planner) cleanUp(ctx context.Context, stored *storedWorks) map[override.Ref]cleanup {
	all := map[override.Ref]cleanup{}
	for _, b := range p.plan.Bindings {
		found, err := work.Orphans(b, stored.of(b))
		all[b.Ref()] = cleanup{found, err}
		p.delete(stored, found.Delete)
	}
	for _, b := range p.plan.Left.Bindings {
		found := template.Render(ctx, p.control, template.RenderInput{Binding: b, Left: !p.detached[b.Ref()], Works: stored.of(b)})
		if p.delete(stored, found.Delete); found.Err != nil {
			p.warn("%v", found.Err)
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
func (p *planner) delete(stored *storedWorks, orphans []work.Orphan) {
	for _, orphan := range orphans {
		if !stored.deleted[orphan.Work] {
			stored.deleted[orphan.Work] = true
			p.plan.Deleted = append(p.plan.Deleted, orphan)
		}
	}
}

// renderOne renders the Works of the binding of a template.
func (p *planner) renderOne(ctx context.Context, b api.Binding, t *template.Placing, c cleanup, stored *storedWorks) template.Rendered {
	if c.err != nil {
		return template.Rendered{Err: c.err}
	}
	return template.Render(ctx, p.control, template.RenderInput{
		Template: t.Object, Binding: b, Stored: p.given[b.Ref()], Claims: !t.Row.ClaimEdit.Empty(), Works: stored.kept(stored.of(b)), Named: stored.finder(),
		Cleanup: &c.Cleanup,
	})
}
