package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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
	cleanups := p.cleanUp(stored)
	bindings, workers := p.plan.Bindings, p.workers(len(p.plan.Bindings))
	made := make([]rendered, len(bindings))
	err := eachContext(ctx, workers, len(bindings), func(ctx context.Context, _, i int) {
		if t := of[bindings[i].Ref()]; t != nil {
			made[i] = p.worksOf(ctx, bindings[i], t, cleanups[bindings[i].Ref()], stored)
		}
	})
	if err != nil {
		return err
	}
	list := workList{map[string][]entry{}}
	for i := range made {
		list.add(made[i].works, i)
		made[i].works = nil
	}
	err = list.sort(ctx, workers, func(other, kept entry) {
		made[other.by].again = append(made[other.by].again, fmt.Errorf("%s already belongs to %s", content.ClipRef(other.work.Ref()), content.ClipRef(bindings[kept.by].Ref())))
	})
	if err != nil {
		return err
	}
	for i, b := range bindings {
		if t := of[b.Ref()]; t != nil {
			made[i].complete(t.Row)
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
func (p *planner) cleanUp(stored *storedWorks) map[override.Ref]cleanup {
	all := map[override.Ref]cleanup{}
	add := func(b api.Binding) {
		found, err := work.Orphans(b, stored.of(b))
		all[b.Ref()] = cleanup{found, err}
		for _, orphan := range found.Delete {
			p.delete(stored, orphan)
		}
	}
	for _, b := range p.plan.Bindings {
		add(b)
	}
	for _, b := range p.plan.Left.Bindings {
		detached := b.BindingSpec().Placement == nil && len(b.BindingSpec().RequiredBy) == 0
		if detached || p.detached[b.Ref()] || b.GetDeletionTimestamp() != nil {
			if add(b); all[b.Ref()].err != nil {
				p.warn("%v", all[b.Ref()].err)
			}
		}
	}
	return all
}

// cleanup is what [work.Orphans] returns for a binding.
type cleanup struct {
	work.Cleanup
	err error
}

// delete deletes a stored Work, unless it is already deleted.
func (p *planner) delete(stored *storedWorks, orphan work.Orphan) {
	if !stored.deleted[orphan.Work] {
		stored.deleted[orphan.Work] = true
		p.plan.Deleted = append(p.plan.Deleted, orphan)
	}
}

// rendered is the Works of a binding.
type rendered struct {
	works       []work.Rendered
	wait        string // what they wait for
	divergences []template.Divergence
	warnings    []string // of override policies
	kept        []string // clusters whose stored Works are not rendered again, although they would differ
	unmade      []string // clusters that are being deleted, see withoutSpace
	err         error
	again       []error // Works that another binding makes
}

// complete writes what was found into the row of a template.
func (r *rendered) complete(row *Row) {
	row.Divergences, row.Warnings = r.divergences, slices.Concat(row.Warnings, r.warnings, keptWarnings(r.kept), unmadeWarnings(r.unmade))
	if r.wait != "" {
		row.Warnings = append(row.Warnings, r.wait)
	}
	row.Err = errors.Join(append([]error{row.Err, r.err}, r.again...)...)
}

// worksOf renders the Works of a binding.
//
//  1. A binding does not wait for a Work that is deleted: it is gone in the end.
//  2. While a binding waits, its Works are the stored ones that it would make again; all others are left. They are still rendered, for the errors.
//  3. A binding may wait for one of its new Works: if its object is evicted from a cluster that is also a target, it waits forever after it
//     has its Works.
func (p *planner) worksOf(ctx context.Context, b api.Binding, t *template.Placing, c cleanup, stored *storedWorks) (r rendered) {
	object := t.Object
	if c.err != nil || c.Deleting {
		return rendered{err: c.err}
	}
	r = p.renderOnce(ctx, b, object, stored.kept(stored.of(b)))
	if others := stored.named(r.works, b); len(others) > 0 {
		r = p.renderOnce(ctx, b, object, append(stored.kept(stored.of(b)), others...))
	}
	if c.Wait == "" && !p.renders(t, b) {
		r.keep(stored, stored.of(b))
	}
	r.works, r.unmade = p.withoutSpace(r.works, stored)
	if c.Wait != "" {
		if rest, _ := work.Orphans(b, slices.DeleteFunc(stored.kept(stored.of(b)), isDeleting)); rest.Wait != "" {
			r.works, r.wait = stored.again(r.works), rest.Wait
			return r
		}
	}
	if made := purged(b, r.works); len(made) > 0 {
		rest, err := work.Orphans(b, made)
		r.wait, r.err = rest.Wait, errors.Join(r.err, err)
	}
	return r
}

// purged makes the Works in the clusters that the object must leave first.
func purged(b api.Binding, works []work.Rendered) (made []*api.Work) {
	clusters := work.PurgedClusters(b.BindingSpec())
	if len(clusters) == 0 {
		return nil
	}
	for _, w := range works {
		if clusters.Has(w.Cluster()) {
			made = append(made, w.Work())
		}
	}
	return made
}

func (p *planner) renderOnce(ctx context.Context, b api.Binding, object *unstructured.Unstructured, stored []*api.Work) (r rendered) {
	found, rescaled, others := divergences{}, p.newRescaled(b, object), otherObjects{}
	r.works, r.err = work.Prepare(ctx, work.Input{
		Binding: b, Template: object, Clusters: p.clusters, Overrides: p.overrides, Interpreter: p.Registry, Stored: stored,
		FeatureGates: p.Options.FeatureGates, NewID: p.control.ID, Outcomes: func(clusters []string, result *override.Result) {
			found.addResult(clusters, result)
			rescaled.add(clusters, result)
			others.add(clusters, result)
		},
	})
	found.addErrors(r.err)
	r.divergences, r.warnings = found.sorted(), slices.Concat(rescaled.warnings(), others.warnings())
	return r
}
