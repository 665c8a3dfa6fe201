package propagation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
)

// renderNamespaces makes the Works of the namespaces among the templates. makers has the bindings that make Works; if a policy has claimed a
// namespace, its binding does, in its clusters.
func (p *planner) renderNamespaces(ctx context.Context, templates []*template, makers map[types.NamespacedName]override.Ref) ([]*api.Work, error) {
	deleted := map[override.Ref]bool{}
	for _, orphan := range p.plan.Deleted {
		deleted[orphan.Work] = true
	}
	var all []*api.Work
	var stored map[string][]*api.Work // by name, made once
	for i, t := range templates {
		if t.fault != nil || t.object.GroupVersionKind() != (schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, in := &p.plan.Rows[i], namespace.Input{
			Namespace: t.object, Clusters: p.Clusters, Overrides: p.overrides, Skipped: p.filter.SkippedNamespaces(), NewID: p.id,
		}
		skip, why := in.ShouldSkip()
		if row.Binding == (override.Ref{}) && row.Err == nil {
			row.Reason = why
			for _, c := range p.Clusters {
				if !skip {
					row.Clusters = append(row.Clusters, api.TargetCluster{Name: c.Name})
				}
			}
		}
		if p.Options.WithoutManifests {
			continue
		}
		if stored == nil {
			stored = worksByName(p.Works)
		}
		name := api.WorkName(t.ref.Kind, "", t.ref.Name)
		if content.Deleting(t.object) {
			p.deleteWith(t, stored[name], deleted)
		}
		in.Stored = slices.DeleteFunc(slices.Clone(stored[name]), func(w *api.Work) bool { return deleted[w.Ref()] })
		found := divergences{}
		in.Overridden = found.addResult
		works, err := namespace.Render(in)
		found.addErrors(err)
		row.Err, row.Divergences = errors.Join(row.Err, err), append(row.Divergences, found.sorted()...)
		for _, w := range works {
			if maker, made := makers[content.NameOf(w)]; made {
				row.Warnings = append(row.Warnings, fmt.Sprintf("%s has the namespace as %s makes it: Karmada writes both, one after the other", w.Ref(), maker))
				continue
			}
			makers[content.NameOf(w)] = t.ref
			all = append(all, w)
		}
	}
	return all, nil
}

// deleteWith deletes the stored Works that a namespace owns.
func (p *planner) deleteWith(t *template, stored []*api.Work, deleted map[override.Ref]bool) {
	for _, w := range stored {
		owned := slices.ContainsFunc(w.OwnerReferences, func(o metav1.OwnerReference) bool {
			return o.Kind == t.ref.Kind && o.Name == t.ref.Name && o.UID == t.object.GetUID()
		})
		if owned && w.DeletionTimestamp == nil && !deleted[w.Ref()] {
			p.plan.Deleted = append(p.plan.Deleted, work.Orphan{Work: w.Ref(), Reason: "the namespace " + t.ref.Name + " is being deleted"})
		}
	}
}

func worksByName(stored []*api.Work) map[string][]*api.Work {
	by := map[string][]*api.Work{}
	for _, w := range stored {
		if w != nil {
			by[w.Name] = append(by[w.Name], w)
		}
	}
	return by
}
