package propagation

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// renders reports whether Karmada renders the Works of a binding. Without [PlanOptions].Touched it does. Otherwise one of these is necessary:
//
//  1. The binding is new, or its spec changes, see rewrites.
//  2. The template has changed since it was bound, or may have: it has no resource version. With PlanOptions.Changed, that says so. Or the plan writes
//     its claim, which changes its resource version, if it has one: a template that was written by hand may lack the claim that its binding has.
//  3. PlanOptions.Overridden says so.
func (p *planner) renders(t *template.Placing, b api.Binding) bool {
	o, stored, version := &p.Options, p.given[b.Ref()], t.Object.GetResourceVersion()
	if o.Touched == nil || stored == nil || template.Rewrites(stored, b) || version != "" && !t.Row.ClaimEdit.Empty() || o.Overridden != nil && o.Overridden(t.Ref) {
		return true
	}
	if o.Changed != nil {
		return o.Changed(t.Ref)
	}
	return version == "" || version != stored.BindingSpec().Resource.ResourceVersion
}

// keep replaces rendered Works by the stored ones among these, which nothing renders again.
func (r *rendered) keep(stored *storedWorks, own []*api.Work) {
	at := make(map[override.Ref]*api.Work, len(own))
	for _, w := range stored.kept(own) {
		if !isDeleting(w) && content.CheckWork(w) == nil {
			at[w.Ref()] = w
		}
	}
	for i, w := range r.works {
		kept := at[w.Ref()]
		if kept == nil {
			continue
		}
		if !slices.EqualFunc(w.Work().Spec.Workload.Manifests, kept.Spec.Workload.Manifests, func(a, b api.Manifest) bool {
			return jsontree.Equal(map[string]any(a), map[string]any(b))
		}) {
			r.kept = append(r.kept, w.Cluster())
		}
		r.works[i] = work.RenderedOf(kept)
	}
}

// keptWarnings returns the warning about clusters that keep Works.
func keptWarnings(clusters []string) []string {
	if len(clusters) == 0 {
		return nil
	}
	slices.Sort(clusters)
	return []string{fmt.Sprintf("it stays as it is in %s, although it would be rendered in another way now: the labels or the spec of a cluster alone change no Work, "+
		"so override rules that match since then wait until the template, the binding or an override policy changes", content.ClipList(clusters))}
}

// appliesOther reports whether other rules apply to the object of a stored Work now.
func appliesOther(w *api.Work, now map[string]map[string]string) bool {
	cluster, err := api.ClusterOfNamespace(w.Namespace)
	rules, known := now[cluster]
	return err == nil && known && slices.ContainsFunc([]string{api.AppliedOverridesAnnotation, api.AppliedClusterOverridesAnnotation}, func(key string) bool {
		return rules[key] != w.Annotations[key]
	})
}

// withoutSpace returns the Works that can be made, and the clusters of the others, sorted. Karmada deletes the execution namespace of a cluster that is
// being deleted first. So a Work in it can only be made again if it is stored, or if the namespace is among the templates and is not being deleted.
func (p *planner) withoutSpace(works []work.Rendered, stored *storedWorks) (made []work.Rendered, without []string) {
	made = slices.DeleteFunc(works, func(w work.Rendered) bool {
		ref := w.Ref()
		if !p.isLeaving(ref.Namespace) || p.spaces[ref.Namespace] || stored.sameName(w) != nil {
			return false
		}
		without = append(without, w.Cluster())
		return true
	})
	slices.Sort(without)
	return made, without
}

// unmadeWarnings returns the warning about clusters without an execution namespace.
func unmadeWarnings(clusters []string) []string {
	if len(clusters) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("no Work can be made in %s: the cluster is being deleted, and its execution namespace is gone", content.ClipList(clusters))}
}

// isLeaving reports whether a namespace is the execution namespace of a cluster that is being deleted.
func (x *indexes) isLeaving(space string) bool {
	cluster, err := api.ClusterOfNamespace(space)
	c := x.clusters[cluster]
	return err == nil && c != nil && c.DeletionTimestamp != nil
}
