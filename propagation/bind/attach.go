package bind

import (
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Attached is a binding that goes where others go that need its object, after one of those has had its say.
type Attached struct {
	Binding *api.ResourceBinding // as it should be stored; shares nothing with what it was made of
	Created bool                 // nothing was stored
	Changed []string             // the fields in which it differs from what is stored; none: there is nothing to write
	// Conflict tells that those that need the object want different things of it. The Reason says which.
	Conflict bool
	Reason   string
}

// Referrers gives the binding of a namespace and name, and false if there is none.
type Referrers func(namespace, name string) (*api.ResourceBinding, bool)

// ReferrerError is a binding that says that another one needs it, but there is no such other one.
type ReferrerError struct {
	Binding  override.Ref
	Referrer override.Ref
}

// Error says, for example: ResourceBinding shop/db-secret is required by ResourceBinding shop/web-deployment, which does not exist.
func (e *ReferrerError) Error() string {
	return fmt.Sprintf("%s is required by %s, which does not exist", e.Binding, e.Referrer)
}

// AttachedBinding is the binding that an independent binding wants for an object that its own object needs. It shares nothing
// with either.
//
//  1. It has the name of any binding of that object, but the namespace of the independent binding. The object controls it.
//  2. A label that is made of the namespace and name of the independent binding has the id of that binding.
//  3. It is required by the independent binding, with the clusters of that.
//  4. conflictResolution and preserveResourcesOnDeletion are those of the independent binding.
//  5. It has no placement, so that it is never scheduled on its own.
func AttachedBinding(independent *api.ResourceBinding, dependency *unstructured.Unstructured) (*api.ResourceBinding, error) {
	if err := checkIndependent(independent); err != nil {
		return nil, err
	}
	if err := checkBindable(dependency); err != nil {
		return nil, fmt.Errorf("dependency of %s: %w", independent.Ref(), err)
	}
	return attachedBinding(independent, dependency), nil
}

// attachedBinding is [AttachedBinding] without its checks.
func attachedBinding(independent *api.ResourceBinding, dependency *unstructured.Unstructured) *api.ResourceBinding {
	attached := api.ResourceBinding{
		TypeMeta: bindingType("ResourceBinding"),
		ObjectMeta: metav1.ObjectMeta{
			Namespace:       independent.Namespace,
			Name:            api.BindingName(dependency.GetKind(), dependency.GetName()),
			OwnerReferences: []metav1.OwnerReference{ownedBy(dependency)},
			Finalizers:      []string{api.BindingFinalizer},
			Labels:          map[string]string{dependedBy(independent): independent.Labels[api.BindingIDLabel]},
		},
		Spec: api.ResourceBindingSpec{
			Resource:                    objectReference(dependency),
			RequiredBy:                  []api.BindingSnapshot{snapshotOf(independent)},
			ConflictResolution:          independent.Spec.ConflictResolution,
			PreserveResourcesOnDeletion: independent.Spec.PreserveResourcesOnDeletion,
		},
	}
	return attached.DeepCopy()
}

// Attach is what should be stored for a dependency of an independent binding: its [AttachedBinding] merged into what is
// stored now, which is nil if there is nothing.
//
//  1. A stored binding that an object of another uid controls is not touched: the error is an [OwnerError].
//  2. Labels are added. In requiredBy, every entry of the independent binding gets its clusters; if there is none, one is
//     added. The resource is the dependency as it is now. All else that is stored stays.
//  3. A binding with a placement has a policy of its own, which says the rest. One without overwrites conflicting objects if
//     any of those that require it does, and else aborts; it preserves its objects on deletion if any of those does, and else
//     does not. That these disagree is a conflict.
//  4. Those that require it are looked up, but for the independent binding itself. One that does not exist is a [ReferrerError].
func Attach(stored, independent *api.ResourceBinding, dependency *unstructured.Unstructured, referrers Referrers) (Attached, error) {
	if err := checkIndependent(independent); err != nil {
		return Attached{}, err
	}
	if err := checkBindable(dependency); err != nil {
		return Attached{}, fmt.Errorf("dependency of %s: %w", independent.Ref(), err)
	}
	name := api.BindingName(dependency.GetKind(), dependency.GetName())
	if stored != nil && (stored.Namespace != independent.Namespace || stored.Name != name) {
		desired := api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: independent.Namespace, Name: name}}
		return Attached{}, fmt.Errorf("found %s to be merged into %s, expected the same binding", desired.Ref(), stored.Ref())
	}
	s := newPair(stored, independent, referrers)
	if err := s.attach(independent, dependency); err != nil {
		return Attached{}, err
	}
	return s.result(s.all[types.NamespacedName{Namespace: independent.Namespace, Name: name}])
}

// newPair is a Batch of a binding, which may be nil, and of an independent one.
func newPair(stored, independent *api.ResourceBinding, referrers Referrers) *Batch {
	both := []*api.ResourceBinding{independent}
	if stored != nil {
		both = []*api.ResourceBinding{stored, independent}
	}
	s := NewBatch(both, nil)
	s.lookup = referrers
	return s
}

// Detach is what should be stored for a binding that an independent one needs no longer. Label and entries of the independent
// binding go, and what is left follows rule 3 of [Attach]; if nobody requires it any more, conflictResolution and
// preserveResourcesOnDeletion are no longer set. The binding itself stays: without clusters, what it has sent is cleaned up.
func Detach(stored, independent *api.ResourceBinding, referrers Referrers) (Attached, error) {
	if err := checkIndependent(independent); err != nil {
		return Attached{}, err
	}
	if stored == nil {
		return Attached{}, errors.New("found no binding to detach, expected one")
	}
	s := newPair(stored, independent, referrers)
	if err := s.detach(independent, stored); err != nil {
		return Attached{}, err
	}
	return s.result(s.all[content.NameOf(stored)])
}

// missingReferrer is the error of a binding that is required by one that does not exist.
func missingReferrer(b *api.ResourceBinding, s api.BindingSnapshot) *ReferrerError {
	missing := api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name}}
	return &ReferrerError{Binding: b.Ref(), Referrer: missing.Ref()}
}

// snapshotOf is how what a binding requires notes it.
func snapshotOf(b *api.ResourceBinding) api.BindingSnapshot {
	s := api.BindingSnapshot{Namespace: b.Namespace, Name: b.Name, Clusters: slices.Clone(b.Spec.Clusters)}
	for i := range s.Clusters {
		s.Clusters[i].Components = slices.Clone(s.Clusters[i].Components)
	}
	return s
}

// dependedBy is the label of bindings that an independent one requires.
func dependedBy(independent *api.ResourceBinding) string {
	return api.DependedByLabelPrefix + api.BindingReference(independent.Namespace, independent.Name)
}

func checkIndependent(independent *api.ResourceBinding) error {
	if independent == nil {
		return errors.New("found no independent binding, expected one")
	}
	if independent.Namespace == "" || independent.Name == "" {
		return fmt.Errorf("found an independent binding with namespace %q and name %q, expected both", independent.Namespace, independent.Name)
	}
	return nil
}

// AlreadyBinds is the error of an object whose binding has the name of one that another object has.
func AlreadyBinds(b api.Binding) error {
	return fmt.Errorf("%s is the binding of %s already: names of bindings leave out the group of the kind", b.Ref(), b.BindingSpec().Resource.APIVersion)
}
