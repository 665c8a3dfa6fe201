package work

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Orphan is a stored Work that must be deleted.
type Orphan struct {
	Work   override.Ref `json:"work"`
	Reason string       `json:"reason"` // in words for a person
}

// Cleanup is what must be done with the stored Works before new ones are rendered.
type Cleanup struct {
	Delete []Orphan // sorted by namespace and name

	// Wait is why nothing may be rendered until a Work is gone, or empty. Karmada checks again every five seconds.
	Wait string

	// Deleting is true if the binding is being deleted. Then nothing is rendered, and after the Works are deleted the binding gets
	// Finalizers, which is only set in this case.
	Deleting   bool
	Finalizers []string
}

// Orphans returns the stored Works of a binding that must be deleted.
//
//  1. A Work with the label of the binding's id belongs to it. All others are ignored, so stored may have all Works.
//  2. If the binding is being deleted, all of its Works are deleted, without a Wait.
//  3. Otherwise a Work is deleted if its cluster is not one of [KeptClusters].
//  4. Wait is set while a Work exists in a cluster with a direct eviction, even if the cluster is a target. A deleted Work without
//     finalizers no longer exists.
//  5. A Work that is already being deleted is not returned again.
//
// A Work of rule 3 whose namespace is not that of a cluster is an error, and then nothing is deleted.
func Orphans(binding api.Binding, stored []*api.Work) (Cleanup, error) {
	owner, err := identify(binding)
	if err != nil {
		return Cleanup{}, err
	}
	found := owner.owned(stored)
	if binding.GetDeletionTimestamp() != nil {
		return ended(binding, owner, found), nil
	}
	var c Cleanup
	if len(found) == 0 {
		return c, nil
	}
	kept, purged := KeptClusters(binding.BindingSpec()), PurgedClusters(binding.BindingSpec())
	for _, w := range found {
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		if err != nil {
			return Cleanup{}, fmt.Errorf("%s: %s: %w", content.ClipRef(binding.Ref()), content.ClipRef(w.Ref()), err)
		}
		deleted := w.DeletionTimestamp != nil
		if !deleted && !kept.Has(cluster) {
			deleted = true
			c.Delete = append(c.Delete, Orphan{w.Ref(), fmt.Sprintf("cluster %s is no longer a target of %s", content.Clip(cluster), content.Clip(binding.BindingSpec().Resource.Name))})
		}
		if c.Wait == "" && purged.Has(cluster) && !(deleted && len(w.Finalizers) == 0) {
			c.Wait = fmt.Sprintf("%s must be gone from cluster %s first, and %s is still there", content.Clip(binding.BindingSpec().Resource.Name), content.Clip(cluster), content.ClipRef(w.Ref()))
		}
	}
	return c, nil
}

// Superseded returns the stored Works of a binding that an earlier identity of its object had, for control planes in which override policies may make
// other objects of a template, see [override.Guard]. Karmada leaves these Works, and their objects in the clusters, until the binding is deleted.
//
//  1. A Work is superseded if rendered has a Work in its namespace, and none with its name.
//  2. A cluster without a rendered Work keeps its Works: rendering may have failed, or [Orphans] deletes them.
//  3. The Works of the binding are those of [Owned]. A Work that is already being deleted is not returned.
//
// Delete them only after the rendered Works are stored. The list is sorted by namespace and name.
func Superseded(binding api.Binding, stored []*api.Work, rendered []Prepared) ([]Orphan, error) {
	owner, err := identify(binding)
	if err != nil {
		return nil, err
	}
	now, names := map[string]string{}, map[override.Ref]bool{}
	for _, r := range rendered {
		ref := r.Ref()
		now[ref.Namespace], names[ref] = ref.Name, true
	}
	var found []Orphan
	for _, w := range owner.owned(stored) {
		name, renders := now[w.Namespace]
		if renders && !names[w.Ref()] && w.DeletionTimestamp == nil {
			reason := fmt.Sprintf("%s is now the Work of %s in this cluster", content.Clip(name), content.ClipRef(binding.Ref()))
			found = append(found, Orphan{w.Ref(), reason})
		}
	}
	return found, nil
}

// ended returns the clean-up of a binding that is being deleted.
func ended(binding api.Binding, owner identity, works []*api.Work) Cleanup {
	c := Cleanup{Deleting: true}
	for _, w := range works {
		if w.DeletionTimestamp == nil {
			c.Delete = append(c.Delete, Orphan{w.Ref(), content.ClipRef(binding.Ref()).String() + " is being deleted"})
		}
	}
	c.Finalizers = content.Without(slices.Clone(binding.GetFinalizers()), owner.finalizer)
	return c
}
