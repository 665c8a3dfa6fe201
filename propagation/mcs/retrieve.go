package mcs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// retrieve implements rule 4 of [PropagateService]: it deletes the Works of a MultiClusterService in all clusters but the providers, after the
// Works of the slices that they collect. A Work whose namespace is not that of a cluster is ignored.
func (in ServiceInput) retrieve(p *Propagation, providers sets.Set[string]) error {
	name := nameOf(in.MultiClusterService)
	reason := func(cluster string) string {
		if providers == nil {
			return p.Reason
		}
		return fmt.Sprintf("cluster %s is not a provider of %s", cluster, name)
	}
	stored := make(map[types.NamespacedName]bool, len(in.Stored))
	for _, w := range in.Stored {
		if w != nil {
			stored[content.NameOf(w)] = true
		}
	}
	failed := sets.New[string]() // clusters where a Work cannot be cleaned
	var own []work.Orphan
	var errs []error
	for _, w := range in.Stored {
		if of, found := MultiClusterServiceOf(w); !found || of != name || w.DeletionTimestamp != nil {
			continue
		}
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		if err != nil {
			continue
		}
		if isDispatched(w) {
			if provider := w.Annotations[api.ProvisionClusterAnnotation]; !stored[types.NamespacedName{Namespace: api.ExecutionNamespace(provider), Name: w.Name}] {
				p.Delete = append(p.Delete, work.Orphan{Work: w.Ref(), Reason: fmt.Sprintf("cluster %s no longer has the Work that it comes from", provider)})
			}
			continue
		}
		if providers.Has(cluster) {
			continue
		}
		orphan := work.Orphan{Work: w.Ref(), Reason: reason(cluster)}
		if in.owns(w) {
			own = append(own, orphan)
		}
		if !isCollected(w) {
			continue
		}
		switch kept, err := CleanSlice(w, MultiClusterService); {
		case err != nil:
			failed.Insert(cluster)
			errs = append(errs, err)
		case kept == nil:
			p.Delete = append(p.Delete, orphan)
		default:
			p.Write = append(p.Write, kept)
		}
	}
	for _, orphan := range own {
		if cluster, _ := api.ClusterOfNamespace(orphan.Work.Namespace); !failed.Has(cluster) {
			p.Delete = append(p.Delete, orphan)
		}
	}
	sortOrphans(p.Delete)
	p.Delete = slices.Compact(p.Delete)
	slices.SortFunc(p.Write, content.CompareObjects)
	p.Write = slices.CompactFunc(p.Write, func(a, b *api.Work) bool { return content.CompareObjects(a, b) == 0 })
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// owns reports whether a Work contains the MultiClusterService itself, and has its permanent id.
func (in ServiceInput) owns(w *api.Work) bool {
	id, found := w.Labels[api.MultiClusterServiceIDLabel]
	return found && id == in.id() && hasManifest(w, multiClusterServiceKind)
}
