package propagation

import (
	"context"
	"errors"
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

// namespaceInput returns the input of package namespace for a template.
func (p *planner) namespaceInput(t *template.Placing) namespace.Input {
	return namespace.Input{Namespace: t.Object, Clusters: p.Clusters, Overrides: p.overrides, Skipped: p.control.Filter.SkippedNamespaces(), NewID: p.control.ID}
}

// placeNamespaces completes the rows of namespaces: unless one is skipped, every cluster gets it, in addition to what a binding does.
func (p *planner) placeNamespaces() {
	for _, t := range p.templates {
		if !isNamespace(t) {
			continue
		}
		row := t.Row
		skip, why := p.namespaceInput(t).ShouldSkip()
		if t.Unclaimed() || row.Reason == "" {
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

// renderNamespaces renders the Works of the namespaces among the templates into a list that has those of the bindings. A namespace does not replace these.
func (p *planner) renderNamespaces(ctx context.Context, stored *storedWorks, list *workList) error {
	all := make([][]work.Rendered, len(p.templates))
	for i, t := range p.templates {
		if !isNamespace(t) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		name, row := api.WorkName(t.Ref.Kind, "", t.Ref.Name), t.Row
		p.deleteOwned(t, stored, stored.byName[name], list)
		in, found := p.namespaceInput(t), divergences{}
		in.Stored = stored.kept(stored.byName[name])
		by := map[override.Ref][]string{} // clusters by the binding that makes their Work
		in.Clusters = slices.DeleteFunc(slices.Clone(in.Clusters), func(c *api.Cluster) bool {
			owner, owned := list.find(c.Name, name)
			if owned {
				ref := p.plan.Bindings[owner.by].Ref()
				by[ref] = append(by[ref], c.Name)
			}
			return owned
		})
		now := map[string]map[string]string{} // the annotations of Works about the rules that apply now, by cluster
		in.Outcomes = func(clusters []string, result *override.Result) {
			found.addResult(clusters, result)
			for _, cluster := range clusters {
				now[cluster] = p.overrides.Annotations(result)
			}
		}
		for _, owner := range slices.SortedFunc(maps.Keys(by), content.CompareRefs) {
			row.Warnings = append(row.Warnings, fmt.Sprintf("%s makes the Work of the namespace in %s; Karmada writes both versions in turn", content.ClipRef(owner), fewOf(by[owner])))
		}
		works, err := namespace.Prepare(in)
		found.addErrors(err)
		row.Err = errors.Join(row.Err, err)
		row.Divergences = found.with(row.Divergences)
		made := rendered{works: works}
		if p.Options.Touched != nil && (p.Options.Overridden == nil || !p.Options.Overridden(t.Ref)) {
			made.keep(stored, slices.DeleteFunc(in.Stored, func(w *api.Work) bool { return !appliesOther(w, now) }))
		}
		works, made.unmade = p.withoutSpace(made.works, stored)
		row.Warnings = slices.Concat(row.Warnings, keptWarnings(made.kept), unmadeWarnings(made.unmade))
		all[i] = works
		if len(works) == 0 {
			p.leaveNamespace(row, slices.DeleteFunc(stored.kept(stored.byName[name]), list.has))
		}
	}
	added := false
	for i, works := range all {
		list.add(works, len(p.plan.Bindings)+i)
		added = added || len(works) > 0
	}
	if !added {
		return nil
	}
	return list.sort(ctx, p.workers(len(list.clusters)), func(entry, entry) {})
}

// deleteOwned deletes the stored Works of a namespace that is being deleted, unless a binding makes them.
func (p *planner) deleteOwned(t *template.Placing, stored *storedWorks, works []*api.Work, list *workList) {
	for _, orphan := range namespace.Orphans(t.Object, false, works) {
		cluster, err := api.ClusterOfNamespace(orphan.Work.Namespace)
		if _, made := list.find(cluster, orphan.Work.Name); err != nil || !made {
			p.delete(stored, orphan)
		}
	}
}

// leaveNamespace adds the clusters of a namespace that is skipped and whose stored Works stay.
func (p *planner) leaveNamespace(row *Row, left []*api.Work) {
	if row.Binding != (override.Ref{}) || row.Err != nil {
		return
	}
	for _, w := range left {
		if name, err := api.ClusterOfNamespace(w.Namespace); err == nil && !isDeleting(w) {
			row.Clusters, row.Left = append(row.Clusters, api.TargetCluster{Name: name}), true
		}
	}
	slices.SortFunc(row.Clusters, func(a, b api.TargetCluster) int { return strings.Compare(a.Name, b.Name) })
}
