package propagation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/namespace"
)

var namespaceKind = schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}

func (t *template) isNamespace() bool {
	return t.fault == nil && t.object.GroupVersionKind() == namespaceKind
}

// namespaceInput returns the input of package namespace for a template.
func (p *planner) namespaceInput(t *template) namespace.Input {
	return namespace.Input{Namespace: t.object, Clusters: p.Clusters, Overrides: p.overrides, Skipped: p.filter.SkippedNamespaces(), NewID: p.id}
}

// placeNamespaces completes the rows of namespaces: unless one is skipped, every cluster gets it, in addition to what a binding does.
func (p *planner) placeNamespaces(templates []*template) {
	for _, t := range templates {
		if !t.isNamespace() {
			continue
		}
		row := t.row
		skip, why := p.namespaceInput(t).ShouldSkip()
		if t.unclaimed || row.Reason == "" {
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

// renderNamespaces makes the Works of the namespaces among the templates. owners maps a Work to the binding that makes it; a namespace does not
// replace those.
func (p *planner) renderNamespaces(ctx context.Context, templates []*template, stored *storedWorks, owners map[types.NamespacedName]override.Ref) (all []*api.Work, err error) {
	for _, t := range templates {
		if !t.isNamespace() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name, row := api.WorkName(t.ref.Kind, "", t.ref.Name), t.row
		p.deleteOwned(t, stored, stored.byName[name], owners)
		in, found := p.namespaceInput(t), divergences{}
		in.Stored, in.Overridden = stored.kept(stored.byName[name]), found.addResult
		by := map[override.Ref][]string{} // clusters by the binding that makes their Work
		in.Clusters = slices.DeleteFunc(slices.Clone(in.Clusters), func(c *api.Cluster) bool {
			owner, owned := owners[types.NamespacedName{Namespace: api.ExecutionNamespace(c.Name), Name: name}]
			if owned {
				by[owner] = append(by[owner], c.Name)
			}
			return owned
		})
		for _, owner := range slices.SortedFunc(maps.Keys(by), content.CompareRefs) {
			row.Warnings = append(row.Warnings, fmt.Sprintf("the namespace is as %s makes it in %s; Karmada writes both in turn", owner, fewOf(by[owner])))
		}
		works, err := namespace.Render(in)
		found.addErrors(err)
		row.Err = errors.Join(row.Err, err)
		row.Divergences = found.with(row.Divergences)
		for _, w := range works {
			owners[content.NameOf(w)] = t.ref
		}
		t.made.works, p.traits.contested = slices.Concat(t.made.works, works), p.traits.contested || len(by) > 0
		all = append(all, works...)
		p.leaveNamespace(row, works, slices.DeleteFunc(stored.kept(stored.byName[name]), func(w *api.Work) bool {
			_, made := owners[content.NameOf(w)]
			return made
		}))
	}
	return all, nil
}

// deleteOwned deletes the stored Works of a namespace that is being deleted, unless a binding makes them.
func (p *planner) deleteOwned(t *template, stored *storedWorks, works []*api.Work, owners map[types.NamespacedName]override.Ref) {
	for _, orphan := range namespace.Orphans(t.object, false, works) {
		if _, made := owners[types.NamespacedName{Namespace: orphan.Work.Namespace, Name: orphan.Work.Name}]; !made {
			p.delete(stored, orphan)
		}
	}
}

// leaveNamespace adds the clusters of a namespace that is skipped and whose stored Works stay.
func (p *planner) leaveNamespace(row *Row, made, left []*api.Work) {
	if len(made) > 0 || row.Binding != (override.Ref{}) || row.Err != nil {
		return
	}
	for _, w := range left {
		if name, err := api.ClusterOfNamespace(w.Namespace); err == nil && !isDeleting(w) {
			row.Clusters, row.Left = append(row.Clusters, api.TargetCluster{Name: name}), true
		}
	}
	slices.SortFunc(row.Clusters, func(a, b api.TargetCluster) int { return strings.Compare(a.Name, b.Name) })
}
