package template

import (
	"context"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// RenderInput is a placed template with its stored Works. [Render] does not write it.
type RenderInput struct {
	Template *unstructured.Unstructured // with its claim, see [Placing].Object; nil: it is gone, or nothing may be rendered now
	Binding  api.Binding                // as it should be stored, see [Placed].Binding
	Stored   api.Binding                // as it is stored; nil: it is new. It is only read with [Control].Touched
	Claims   bool                       // the template is written, because [Row].ClaimEdit is not empty

	// Left is true if no stage makes the binding, see [Row].Left: nothing is rendered. Karmada renders it when something else touches it.
	Left bool

	Works []*api.Work // the stored Works of the binding, see [work.BindingOf]

	// Named returns the stored Work with a reference, whoever owns it, or nil. Nil: Works has all that count.
	Named func(override.Ref) *api.Work

	// Cleanup is what [work.Orphans] returns for the binding, if the caller has called it. Nil: Render calls it with Works.
	Cleanup *work.Cleanup

	// AtOnce is for a caller that stores the Works now and comes back when a deleted Work is gone: until then nothing is rendered. Otherwise the Works
	// are those in the end, when all deleted ones are gone.
	AtOnce bool

	// Overridden is that of [work.Input]. With Named it may be called twice for a cluster.
	Overridden func(clusters []string, result *override.Result)
}

// Rendered is what should be done with the Works of a template or of a namespace.
type Rendered struct {
	Works  []work.Prepared // as they should be stored, sorted by namespace and name; they read the input, see [work.Prepared]
	Delete []work.Orphan   // stored ones that must be deleted, sorted by namespace and name
	Wait   string          // why nothing, or nothing new, is rendered until a Work is gone, or empty

	// Deleting is true if the binding is being deleted. After its Works are deleted, it gets Finalizers, see [work.Cleanup].
	Deleting   bool
	Finalizers []string

	Divergences []Divergence // where overriding differs from Karmada, sorted by policy
	Warnings    []string     // about policies that change what the scheduler has assigned or the identity of the object, and about Works that stay or cannot be made
	Err         error        // of the binding, of the namespace, or of each cluster that fails, see [work.Render]
}

// Complete writes what was found into the row of the template.
func (r *Rendered) Complete(row *Row) {
	row.Divergences, row.Warnings = joined(row.Divergences, r.Divergences), slices.Concat(row.Warnings, r.Warnings)
	if r.Wait != "" {
		row.Warnings = append(row.Warnings, r.Wait)
	}
	row.Err = errors.Join(row.Err, r.Err)
}

// Render makes the Works of a placed template as they should be stored, and finds the stored ones that must be deleted:
//
//  1. The stored Works are deleted whose clusters the binding leaves, or all if it is being deleted ([work.Orphans]). Then, or if the template is gone,
//     nothing else happens. The Works of a binding that is left stay, unless it is being deleted, or has neither a placement nor a binding that requires it.
//  2. The others are made by [work.Prepare]. Each is merged with the stored Work of its name, even if that belongs to another binding.
//  3. While the object must leave a cluster first, the Works are the stored ones that would be made again, and all others wait. They are still
//     rendered, for the errors. A Work that is deleted is gone in the end, so nothing waits for it. AtOnce is the exception.
//  4. The binding may wait for one of its new Works: if its object is evicted from a cluster that is also a target, it waits forever after it has its
//     Works.
//  5. Stored Works stay as they are if Karmada does not render the binding: that is decided by [Control].Touched, Changed and Overridden.
//  6. No Work is made in a cluster that is being deleted, unless it is stored, or the execution namespace of the cluster exists ([Control].Spaces).
//
// Works that an earlier identity of the object has are not deleted, as in Karmada, see [work.Superseded]. Everything that goes wrong is in the
// result. Render may be called concurrently.
func Render(ctx context.Context, control *Control, in RenderInput) (r Rendered) {
	if in.Left && !isEnding(in.Binding) {
		return r
	}
	if in.Cleanup == nil {
		found, err := work.Orphans(in.Binding, in.Works)
		if err != nil {
			return Rendered{Err: err}
		}
		in.Cleanup = &found
	}
	c := in.Cleanup
	r = Rendered{Delete: c.Delete, Wait: c.Wait, Deleting: c.Deleting, Finalizers: c.Finalizers}
	gone := in.Template == nil || in.Template.Object == nil
	if c.Deleting || gone || in.Left || in.AtOnce && c.Wait != "" {
		return r
	}
	g := rendering{control, in, staying(in.Works, c.Delete)}
	g.render(ctx, &r)
	return r
}

// isEnding reports whether a binding that is left loses its Works.
func isEnding(b api.Binding) bool {
	if content.NoBinding(b) {
		return true // an error
	}
	spec := b.BindingSpec()
	return b.GetDeletionTimestamp() != nil || spec.Placement == nil && len(spec.RequiredBy) == 0
}

// rendering is a template whose Works are rendered.
type rendering struct {
	control *Control
	in      RenderInput
	stored  storedWorks // those that are not deleted
}

// render renders the Works. What the result waits for is what the cleanup says.
func (g *rendering) render(ctx context.Context, r *Rendered) {
	own := g.stored.all
	g.prepare(ctx, own, r)
	if others := g.others(r.Works); len(others) > 0 {
		g.prepare(ctx, slices.Concat(own, others), r)
	}
	if r.Wait == "" && !g.control.renders(&g.in) {
		r.Warnings = append(r.Warnings, keptWarnings(keep(r.Works, own))...)
	}
	unmade := g.control.dropUnmade(&r.Works, g.named)
	r.Warnings = append(r.Warnings, unmadeWarnings(unmade)...)
	if r.Wait != "" {
		rest, _ := work.Orphans(g.in.Binding, slices.DeleteFunc(slices.Clone(own), isDeleting))
		if r.Wait = rest.Wait; rest.Wait != "" {
			r.Works = g.again(r.Works)
			return
		}
	}
	if made := purged(g.in.Binding, r.Works); len(made) > 0 && !g.in.AtOnce {
		rest, err := work.Orphans(g.in.Binding, made)
		r.Wait, r.Err = rest.Wait, errors.Join(r.Err, err)
	}
}

// prepare renders the Works, with these stored ones.
func (g *rendering) prepare(ctx context.Context, stored []*api.Work, r *Rendered) {
	found, rescaled, others := divergences{}, g.control.newRescaled(g.in.Binding, g.in.Template), otherObjects{}
	r.Works, r.Err = work.Prepare(ctx, work.Input{
		Binding: g.in.Binding, Template: g.in.Template, Clusters: g.control.Clusters.ByName(), Overrides: g.control.Overrides, Interpreter: g.control.Registry,
		Stored: stored, FeatureGates: g.control.FeatureGates, NewID: g.control.ID,
		Overridden: func(clusters []string, result *override.Result) {
			found.addResult(clusters, result)
			rescaled.add(clusters, result)
			others.add(clusters, result)
			if g.in.Overridden != nil {
				g.in.Overridden(clusters, result)
			}
		},
	})
	found.addErrors(r.Err)
	r.Divergences, r.Warnings = found.sorted(), slices.Concat(rescaled.warnings(), others.warnings())
}

// purged makes the Works in the clusters that the object must leave first.
func purged(b api.Binding, works []work.Prepared) (made []*api.Work) {
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

// named returns the stored Work with a reference that is not deleted, or nil.
func (g *rendering) named(ref override.Ref) *api.Work {
	switch {
	case g.in.Named == nil:
		return g.stored.named(ref)
	case g.stored.deletes(ref):
		return nil
	}
	return g.in.Named(ref)
}

// others returns the stored Works that have the names of these but are not those of the binding: they belong to no binding, or to another one.
func (g *rendering) others(works []work.Prepared) (found []*api.Work) {
	if g.in.Named == nil {
		return nil
	}
	for _, w := range works {
		ref := w.Ref()
		if stored := g.named(ref); stored != nil && g.stored.named(ref) == nil {
			found = append(found, stored)
		}
	}
	return found
}

// again returns the stored Works with the names of these.
func (g *rendering) again(works []work.Prepared) (again []work.Prepared) {
	for _, w := range works {
		if stored := g.named(w.Ref()); stored != nil && !isDeleting(stored) && content.CheckWork(stored) == nil {
			again = append(again, work.PreparedOf(stored))
		}
	}
	return again
}
