package propagation

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

var namespaceKind = schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}

func isNamespace(t *template.Placing) bool {
	return t.Fault == nil && t.Ref.Kind == namespaceKind.Kind && t.Object.GroupVersionKind() == namespaceKind
}

// placeNamespaces completes the rows of namespaces: unless one is skipped, every cluster gets it, in addition to what a binding does.
func (p *planner) placeNamespaces() {
	for _, t := range p.templates {
		if !isNamespace(t) {
			continue
		}
		row := t.Row
		skip, why := (namespace.Input{Namespace: t.Object, Skipped: p.control.Filter.SkippedNamespaces()}).ShouldSkip()
		if t.Unclaimed || row.Reason == "" {
			row.Reason = why
		} else {
			row.Reason += "; " + why
		}
		if skip {
			continue
		}
		known := map[string]bool{}
		for _, c := range row.Clusters {
			known[c.Name] = true
		}
		for _, c := range p.Clusters {
			if !known[c.Name] {
				row.Clusters = append(row.Clusters, api.TargetCluster{Name: c.Name})
			}
		}
		if row.Left {
			row.Left, row.Binding = false, override.Ref{}
		}
	}
}

// renderNamespaces renders the Works of the namespaces among the templates. A Work of that name which a binding makes stays.
func (r *renderer) renderNamespaces(ctx context.Context) error {
	all := make([][]work.Prepared, len(r.templates))
	for i, t := range r.templates {
		if !isNamespace(t) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		name := api.WorkName(t.Ref.Kind, "", t.Ref.Name)
		made := template.RenderNamespace(r.control, template.NamespaceInput{
			Namespace: t.Object, Works: r.stored.kept(r.stored.byName[name]), Bound: r.warnBound(t.Row, name),
		})
		made.Complete(t.Row)
		r.delete(made.Delete)
		if all[i] = made.Works; len(made.Works) == 0 {
			leaveNamespace(t.Row, slices.DeleteFunc(r.stored.kept(r.stored.byName[name]), r.list.has))
		}
	}
	added := false
	for i, works := range all {
		r.list.add(works, len(r.plan.Bindings)+i)
		added = added || len(works) > 0
	}
	if !added {
		return nil
	}
	return r.list.sort(ctx, r.workers(len(r.list.clusters)), func(entry, entry) {})
}

// warnBound returns the clusters in which a binding makes the Work of a namespace, which has a name, and warns of them.
func (r *renderer) warnBound(row *Row, name string) map[string]bool {
	bound, by := map[string]bool{}, map[override.Ref][]string{}
	for _, c := range r.Clusters {
		if owner, owned := r.list.find(c.Name, name); owned {
			ref := r.plan.Bindings[owner.by].Ref()
			bound[c.Name], by[ref] = true, append(by[ref], c.Name)
		}
	}
	for _, owner := range slices.SortedFunc(maps.Keys(by), content.CompareRefs) {
		row.Warnings = append(row.Warnings, fmt.Sprintf("%s makes the Work of the namespace in %s; Karmada writes both versions in turn", content.ClipRef(owner), content.ClipList(by[owner])))
	}
	return bound
}

// leaveNamespace adds the clusters of a namespace that is skipped and whose stored Works stay.
func leaveNamespace(row *Row, left []*api.Work) {
	if row.Binding != (override.Ref{}) || row.Err != nil {
		return
	}
	for _, w := range left {
		if name, err := api.ClusterOfNamespace(w.Namespace); err == nil && w.DeletionTimestamp == nil {
			row.Clusters, row.Left = append(row.Clusters, api.TargetCluster{Name: name}), true
		}
	}
	slices.SortFunc(row.Clusters, func(a, b api.TargetCluster) int { return strings.Compare(a.Name, b.Name) })
}
