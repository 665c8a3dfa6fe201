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

// retrieve implements rule 4 of [PropagateService]. A Work whose namespace is not that of a cluster is ignored.
func (in ServiceInput) retrieve(p *Propagation, providers sets.Set[string]) error {
	name := nameOf(in.MultiClusterService)
	stored := make(map[types.NamespacedName]bool, len(in.Stored))
	for _, w := range in.Stored {
		if w != nil {
			stored[content.NameOf(w)] = true
		}
	}
	failed := map[string]bool{} // namespaces where a Work cannot be cleaned
	var own []work.Orphan
	var errs []error
	for _, w := range in.Stored {
		if of, found := MultiClusterServiceOf(w); !found || of != name || w.DeletionTimestamp != nil {
			continue
		}
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		switch {
		case err != nil:
		case isDispatched(w):
			provider := w.Annotations[api.ProvisionClusterAnnotation]
			if !stored[types.NamespacedName{Namespace: api.ExecutionNamespace(provider), Name: w.Name}] {
				p.Delete = append(p.Delete, work.Orphan{Work: w.Ref(), Reason: fmt.Sprintf("cluster %s no longer has the Work that it comes from", provider)})
			}
		case providers.Has(cluster):
		default:
			orphan := work.Orphan{Work: w.Ref(), Reason: p.Reason}
			if providers != nil {
				orphan.Reason = fmt.Sprintf("cluster %s is not a provider of %s", cluster, name)
			}
			if in.owns(w) {
				own = append(own, orphan)
			}
			if err := p.clean(w, orphan); err != nil {
				failed[w.Namespace] = true
				errs = append(errs, err)
			}
		}
	}
	own = slices.DeleteFunc(own, func(o work.Orphan) bool { return failed[o.Work.Namespace] })
	p.Delete = sortedOrphans(append(p.Delete, own...))
	slices.SortFunc(p.Write, content.CompareObjects)
	p.Write = slices.CompactFunc(p.Write, func(a, b *api.Work) bool { return content.CompareObjects(a, b) == 0 })
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// clean removes the MultiClusterService from a Work that collects a slice for it.
func (p *Propagation) clean(w *api.Work, orphan work.Orphan) error {
	if !isCollected(w) {
		return nil
	}
	kept, err := CleanSlice(w, SourceMultiClusterService)
	switch {
	case err != nil:
		return err
	case kept == nil:
		p.Delete = append(p.Delete, orphan)
	default:
		p.Write = append(p.Write, kept)
	}
	return nil
}

// owns reports whether a Work contains the MultiClusterService itself, and has its permanent id.
func (in ServiceInput) owns(w *api.Work) bool {
	id, found := w.Labels[api.MultiClusterServiceIDLabel]
	return found && id == in.id() && hasManifest(w, multiClusterServiceKind)
}
