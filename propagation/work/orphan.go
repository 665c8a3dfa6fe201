package work

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Orphan is a stored Work that is to be deleted.
type Orphan struct {
	Work   override.Ref
	Reason string // in words for a person
}

// Cleanup is what is to be done about stored Works before any is rendered.
type Cleanup struct {
	Delete []Orphan // sorted by namespace and name

	// Wait is why nothing may be rendered until a Work is gone. Karmada looks again every five seconds. It is empty if nothing is in the way.
	Wait string

	// Deleting is a binding that is being deleted: nothing is rendered for it, and when the Works are deleted its finalizers become those
	// of Finalizers, which is not filled for other bindings.
	Deleting   bool
	Finalizers []string
}

// Orphans tells which of the stored Works of a binding are to be deleted.
//
//  1. The Works of a binding are those with its id as a label. Others are passed over, so all Works may be given.
//  2. A binding that is being deleted has all of them deleted, wherever they are, and waits for none.
//  3. Otherwise those are deleted whose cluster is no target (see [Targets]), unless the object is on its way out of it by an eviction that
//     is not direct.
//  4. It must wait while there is a Work in a cluster that a direct eviction names, be the cluster a target or not. A Work without
//     finalizers is gone once it is deleted.
//  5. A Work that is being deleted is not named again.
//
// A Work of rule 3 in a namespace that is not that of a cluster is an error, and then nothing is to be deleted.
func Orphans(binding api.Binding, stored []api.Work) (Cleanup, error) {
	owner, err := identify(binding)
	if err != nil {
		return Cleanup{}, err
	}
	var found []*api.Work
	for i := range stored {
		if owner.owns(&stored[i]) {
			found = append(found, &stored[i])
		}
	}
	slices.SortStableFunc(found, func(a, b *api.Work) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	if binding.GetDeletionTimestamp() != nil {
		return ended(binding, owner, found), nil
	}
	var c Cleanup
	kept, purged := holders(binding.BindingSpec()), purged(binding.BindingSpec())
	for _, w := range found {
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		if err != nil {
			return Cleanup{}, fmt.Errorf("%s: %s: %w", binding.Ref(), w.Ref(), err)
		}
		deleted := w.DeletionTimestamp != nil
		if !deleted && !kept.Has(cluster) {
			deleted = true
			c.Delete = append(c.Delete, Orphan{w.Ref(), fmt.Sprintf("cluster %s is not to have %s any more", cluster, binding.BindingSpec().Resource.Name)})
		}
		if c.Wait == "" && purged.Has(cluster) && !(deleted && len(w.Finalizers) == 0) {
			c.Wait = fmt.Sprintf("%s must be gone from cluster %s first, and %s is still there", binding.BindingSpec().Resource.Name, cluster, w.Ref())
		}
	}
	return c, nil
}

// ended is the clean-up of a binding that is being deleted.
func ended(binding api.Binding, owner identity, works []*api.Work) Cleanup {
	c := Cleanup{Deleting: true}
	for _, w := range works {
		if w.DeletionTimestamp == nil {
			c.Delete = append(c.Delete, Orphan{w.Ref(), binding.Ref().String() + " is being deleted"})
		}
	}
	c.Finalizers = slices.DeleteFunc(slices.Clone(binding.GetFinalizers()), func(f string) bool { return f == owner.finalizer })
	return c
}
