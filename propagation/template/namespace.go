package template

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
)

// NamespaceInput is a Namespace with its stored Works. [RenderNamespace] does not write it.
type NamespaceInput struct {
	Namespace *unstructured.Unstructured // if it is gone, only its name is read
	Gone      bool

	Works []*api.Work     // the stored Works with the name of those of the namespace, in all clusters
	Bound map[string]bool // the clusters in which a binding makes the Work of the namespace: there it is neither made nor deleted

	// Overridden is that of [namespace.Input].
	Overridden func(clusters []string, result *override.Result)
}

// RenderNamespace makes the Works that every cluster gets of a namespace, in addition to what its binding does:
//
//  1. If the namespace is gone or is being deleted, its Works are deleted ([namespace.Orphans]).
//  2. Otherwise they are made by [namespace.Prepare], unless it is skipped.
//  3. With [Control].Touched, a stored Work stays as it is if other override rules apply to it now although no policy has changed ([Control].Overridden).
//  4. No Work is made in a cluster that is being deleted, as in [Render].
//
// It may be called concurrently.
func RenderNamespace(control *Control, in NamespaceInput) (r Rendered) {
	if in.Namespace == nil {
		return r
	}
	r.Delete = slices.DeleteFunc(namespace.Orphans(in.Namespace, in.Gone, in.Works), func(o work.Orphan) bool {
		cluster, err := api.ClusterOfNamespace(o.Work.Namespace)
		return err == nil && in.Bound[cluster]
	})
	if in.Gone {
		return r
	}
	stored, found := staying(in.Works, r.Delete), divergences{}
	now := map[string]map[string]string{} // the annotations of Works about the rules that apply now, by cluster
	r.Works, r.Err = namespace.Prepare(namespace.Input{
		Namespace: in.Namespace, Overrides: control.Overrides, Stored: stored.all, Skipped: control.Filter.SkippedNamespaces(), NewID: control.ID,
		Clusters: slices.DeleteFunc(slices.Clone(control.Clusters.All()), func(c *api.Cluster) bool { return in.Bound[c.Name] }),
		Overridden: func(clusters []string, result *override.Result) {
			found.addResult(clusters, result)
			for _, cluster := range clusters {
				now[cluster] = control.Overrides.Annotations(result)
			}
			if in.Overridden != nil {
				in.Overridden(clusters, result)
			}
		},
	})
	found.addErrors(r.Err)
	r.Divergences = found.sorted()
	if control.Touched != nil && !control.overridden(override.RefOf(in.Namespace)) {
		kept := slices.DeleteFunc(slices.Clone(stored.all), func(w *api.Work) bool { return !appliesOther(w, now) })
		r.Warnings = keptWarnings(keep(r.Works, kept))
	}
	r.Warnings = append(r.Warnings, unmadeWarnings(control.dropUnmade(&r.Works, stored.named))...)
	return r
}
