package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// render makes the Works of all bindings with a template, and finds those that must be deleted.
func (p *planner) render(ctx context.Context, templates []*template) error {
	of := map[override.Ref]*template{} // by binding
	for _, t := range templates {
		if t.binding != (override.Ref{}) {
			of[t.binding] = t
		}
	}
	stored := newStoredWorks(p.Works, slices.Concat(p.plan.Bindings, p.plan.Left.Bindings)...)
	owners := map[types.NamespacedName]override.Ref{}
	cleanups := p.cleanUp(stored)
	var works [][]*api.Work // joined at the end: Works are large, and there are many
	for _, b := range p.plan.Bindings {
		ref := b.Ref()
		t := of[ref]
		if t == nil {
			continue
		}
		row := t.row
		if err := ctx.Err(); err != nil {
			return err
		}
		t.made.err, t.made.warnings = row.Err, len(row.Warnings)
		made := p.worksOf(ctx, b, t.object, cleanups[ref], stored)
		errs := []error{row.Err, made.err}
		row.Divergences = made.divergences
		if made.wait != "" {
			row.Warnings = append(row.Warnings, made.wait)
		}
		works = append(works, slices.DeleteFunc(made.works, func(w *api.Work) bool {
			key := content.NameOf(w)
			if owner, owned := owners[key]; owned {
				errs = append(errs, fmt.Errorf("%s already belongs to %s", w.Ref(), owner))
				p.traits.contested = true
				return true
			}
			owners[key] = ref
			return false
		}))
		t.made.works = works[len(works)-1]
		row.Err, t.made.clean = errors.Join(errs...), made.wait == "" && errors.Join(errs[1:]...) == nil
	}
	namespaces, err := p.renderNamespaces(ctx, templates, stored, owners)
	if err != nil {
		return err
	}
	p.plan.Works = slices.Concat(append(works, namespaces)...)
	p.leaveWorks(stored)
	slices.SortFunc(p.plan.Works, content.CompareObjects)
	slices.SortFunc(p.plan.Deleted, func(a, b work.Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return nil
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
				p.warnStored("%v", all[b.Ref()].err)
			}
		}
	}
	return all
}

// made is the Works of a template, and its row before they were rendered.
type made struct {
	works    []*api.Work
	err      error
	warnings int  // their number
	clean    bool // rendering has added no error and no warning to it
}

// traits is what the Works and warnings of a plan have in common.
type traits struct {
	contested bool // two objects have a Work with the same name
	warned    bool // there are warnings of stored objects, see warnStored
	needy     bool // the dependencies of a template were distributed
	failing   bool // with an error
}

// cleanup is what [work.Orphans] returns for a binding.
type cleanup struct {
	work.Cleanup
	err error
}

// delete deletes a stored Work, unless it is deleted already.
func (p *planner) delete(stored *storedWorks, orphan work.Orphan) {
	if !stored.deleted[orphan.Work] {
		stored.deleted[orphan.Work] = true
		p.plan.Deleted = append(p.plan.Deleted, orphan)
	}
}

// rendered is the Works of a binding.
type rendered struct {
	works       []*api.Work
	wait        string // what they wait for
	divergences []Divergence
	err         error
}

// worksOf renders the Works of a binding.
//
//  1. A binding does not wait for a Work that is deleted: it is gone in the end.
//  2. While a binding waits, its Works are the stored ones that it would make again; all others are left. They are still rendered, for the errors.
//  3. A binding may wait for one of its new Works: if its object is evicted from a cluster that is also a target, it waits forever after it
//     has its Works.
func (p *planner) worksOf(ctx context.Context, b api.Binding, object *unstructured.Unstructured, c cleanup, stored *storedWorks) (r rendered) {
	if c.err != nil || c.Deleting {
		return rendered{err: c.err}
	}
	r = p.renderOnce(ctx, b, object, stored.kept(stored.of(b)))
	if others := stored.named(r.works, b); len(others) > 0 {
		r = p.renderOnce(ctx, b, object, append(stored.kept(stored.of(b)), others...))
	}
	if c.Wait != "" {
		if rest, _ := work.Orphans(b, slices.DeleteFunc(stored.kept(stored.of(b)), isDeleting)); rest.Wait != "" {
			r.works, r.wait = stored.again(r.works), rest.Wait
			return r
		}
	}
	made, err := work.Orphans(b, r.works)
	r.wait, r.err = made.Wait, errors.Join(r.err, err)
	return r
}

func (p *planner) renderOnce(ctx context.Context, b api.Binding, object *unstructured.Unstructured, stored []*api.Work) (r rendered) {
	found := divergences{}
	r.works, r.err = work.Render(ctx, work.Input{
		Binding: b, Template: object, Clusters: p.clusters, Overrides: p.overrides, Interpreter: p.Registry, Stored: stored,
		FeatureGates: p.Options.FeatureGates, NewID: p.id, Overridden: found.addResult,
	})
	found.addErrors(r.err)
	r.divergences = found.sorted()
	return r
}
