package template

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// renders reports whether Karmada renders the Works of a binding. Without Touched it does. Otherwise one of these is necessary:
//
//  1. The binding is new, or its spec changes, see rewrites.
//  2. The template has changed since it was bound, or may have: it has no resource version. With Changed, that says so. Or its claim is written, which
//     changes its resource version, if it has one: a template that was written by hand may lack the claim that its binding has.
//  3. Overridden says so.
func (c *Control) renders(in *RenderInput) bool {
	stored, version := in.Stored, content.ResourceVersion(in.Template)
	if c.Touched == nil || stored == nil || rewrites(stored, in.Binding) || version != "" && in.Claims || c.overridden(override.RefOf(in.Template)) {
		return true
	}
	if c.Changed != nil {
		return c.Changed(override.RefOf(in.Template))
	}
	return version == "" || version != stored.BindingSpec().Resource.ResourceVersion
}

// overridden reports whether an override policy that selects a template has changed.
func (c *Control) overridden(template override.Ref) bool {
	return c.Overridden != nil && c.Overridden(template)
}

// keep replaces rendered Works by the stored ones among these, which nothing renders again, and returns the clusters in which these differ.
func keep(works []work.Prepared, stored []*api.Work) (kept []string) {
	at := make(map[override.Ref]*api.Work, len(stored))
	for _, w := range stored {
		if !isDeleting(w) && content.CheckWork(w) == nil {
			at[w.Ref()] = w
		}
	}
	for i, w := range works {
		stays := at[w.Ref()]
		if stays == nil {
			continue
		}
		if !slices.EqualFunc(w.Work().Spec.Workload.Manifests, stays.Spec.Workload.Manifests, func(a, b api.Manifest) bool {
			return jsontree.Equal(map[string]any(a), map[string]any(b))
		}) {
			kept = append(kept, w.Cluster())
		}
		works[i] = work.PreparedOf(stays)
	}
	return kept
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
